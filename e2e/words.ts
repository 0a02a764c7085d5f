import { globSync, readFileSync } from "node:fs";
import { spanishFields } from "../apps/portal/src/locales/es-sentences.ts";

export type Language = "en" | "es";
/** The languages of a journey whose Spanish pages are looked at only by hand, with `--all`. */
export const languagesInCi: Language[] = process.env["E2E_ALL"] === "yes" ? ["en", "es"] : ["en"];

const locales = new URL("../apps/portal/src/locales/", import.meta.url).pathname;
/** The Spanish texts of the first page and of every area. */
const catalogue = new Map(
  globSync("**/es.po", { cwd: locales })
    .flatMap((file) => [
      ...readFileSync(`${locales}${file}`, "utf8").matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm),
    ])
    .map(([, english = "", spanish = ""]) => [textIn(english), textIn(spanish)]),
);

function textIn(lines: string): string {
  return lines
    .split("\n")
    .map((line) => line.slice(1, -1))
    .join("")
    .replaceAll('\\"', '"');
}

/** Translates the portal's English texts. A text without a Spanish translation is an error in the test or the portal. */
export const wordsIn = (language: Language) => (english: string) => {
  if (language === "en") return english;
  const spanish = catalogue.get(english) ?? spanishFields[english];
  if (!spanish) throw new Error(`no Spanish translation of “${english}”`);
  return spanish;
};
