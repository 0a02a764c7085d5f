import { render, toPlainText } from "@react-email/render";
import type { z } from "zod";
import { type Locale, letter, type Sender, type Template } from "./letter.ts";
import { primaryOwnerConflict } from "./primary-owner-conflict.ts";
import { signInCode } from "./sign-in-code.ts";

const templates = {
  "sign-in-code": signInCode,
  "primary-owner-conflict": primaryOwnerConflict,
};

export type TemplateName = keyof typeof templates;
export type ParamsOf<T extends TemplateName> = z.infer<(typeof templates)[T]["params"]>;

/** A letter as it leaves: for mail programs with pictures and for those without. */
export async function renderLetter(name: string, locale: Locale, sender: Sender, params: unknown) {
  const template = templates[name as TemplateName] as unknown as Template<z.ZodType>;
  const text = template.text(locale, sender, template.params.parse(params));
  const html = await render(letter(locale, sender, text));
  return { subject: text.subject, html, text: toPlainText(html) };
}
