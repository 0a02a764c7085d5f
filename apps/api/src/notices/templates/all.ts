import { render, toPlainText } from "@react-email/render";
import type { z } from "zod";
import { type LetterText, type Locale, letter, type Sender } from "./letter.ts";
import * as primaryOwnerConflict from "./primary-owner-conflict.ts";
import * as signInCode from "./sign-in-code.ts";

type Template<P extends z.ZodType> = {
  params: P;
  text(locale: Locale, sender: Sender, params: z.infer<P>): LetterText;
};

const templates = {
  "sign-in-code": signInCode,
  "primary-owner-conflict": primaryOwnerConflict,
} satisfies Record<string, Template<never> | { params: z.ZodType; text: (...args: never[]) => LetterText }>;

export type TemplateName = keyof typeof templates;
export type ParamsOf<T extends TemplateName> = z.infer<(typeof templates)[T]["params"]>;

/** A letter as it leaves: for mail programs with pictures and for those without. */
export async function renderLetter(name: string, locale: Locale, sender: Sender, params: unknown) {
  const template = templates[name as TemplateName] as unknown as Template<z.ZodType>;
  const text = template.text(locale, sender, template.params.parse(params));
  const html = await render(letter(locale, sender, text));
  return { subject: text.subject, html, text: toPlainText(html) };
}
