import { adverseActions } from "@inlay/lending/underwriting/denial-reasons.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";
import { locales } from "./locales.ts";

const row = z.object({ label: z.string(), value: z.string() });

/** A part of a notice: a paragraph, a list, or figures with their names. */
const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("TEXT"), text: z.string() }),
  z.object({ kind: z.literal("LIST"), items: z.array(z.string()) }),
  z.object({ kind: z.literal("FACTS"), rows: z.array(row) }),
]);
export type NoticeBlock = z.infer<typeof block>;

/** The whole text of a notice in one language. Page, PDF and email show it as it is stored. */
export const noticeText = z.object({
  title: z.string(),
  facts: z.array(row),
  sections: z.array(z.object({ heading: z.string(), blocks: z.array(block) })),
});
export type NoticeText = z.infer<typeof noticeText>;

export const noticeSummary = z.object({
  id: uuid,
  loanApplicationId: uuid,
  action: z.enum(adverseActions),
  /** For one owner alone, about their credit report. The others are for the primary owner of the business. */
  isPrivate: z.boolean(),
  issuedAt: z.iso.datetime(),
});
export type NoticeSummary = z.infer<typeof noticeSummary>;

/** The text in both languages, so that the page can change its language. `locale` is that of the PDF. */
export const notice = z.object({
  id: uuid,
  locale: z.enum(locales),
  text: z.object({ en: noticeText, es: noticeText }),
});
export type Notice = z.infer<typeof notice>;
