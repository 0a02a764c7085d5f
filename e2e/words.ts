import { readFileSync } from "node:fs";
import { spanishFields } from "../apps/portal/src/locales/es-sentences.ts";

export type Language = "en" | "es";

const catalogue = new Map(
  [
    ...readFileSync(new URL("../apps/portal/src/locales/es.po", import.meta.url), "utf8").matchAll(
      /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm,
    ),
  ].map(([, english = "", spanish = ""]) => [textIn(english), textIn(spanish)]),
);

function textIn(lines: string): string {
  return lines
    .split("\n")
    .map((line) => line.slice(1, -1))
    .join("")
    .replaceAll('\\"', '"');
}

/** The portal's words in a language, by the English ones. A sentence without Spanish is a mistake of the test or of the portal. */
export const wordsIn = (language: Language) => (english: string) => {
  if (language === "en") return english;
  const spanish = catalogue.get(english) ?? spanishFields[english];
  if (!spanish) throw new Error(`no Spanish for “${english}”`);
  return spanish;
};
