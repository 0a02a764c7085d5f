import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { portalCodeOf, refusalCodes, refusals } from "@inlay/contracts/errors.ts";
import { describe, expect, it } from "vitest";
import { spanishFields, spanishRefusals } from "./es-sentences.ts";
import { quotedTexts, untranslatedTexts } from "./quoted-texts.fixture.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The source of a file with its lines joined, and filled-in values as names in braces. */
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8").replace(/\s+/g, " ").replaceAll("${", "{");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether the source contains the whole text between quotation marks or between tags. */
const contains = (text: string, source: string) =>
  new RegExp(`(?<=["'\`]|> ?)${escaped(text)}(?=["'\`]| ?<)`).test(source);

const rows = Object.entries(quotedTexts).flatMap(([file, texts]) => texts.map((text) => ({ file, text })));

describe("text quoted by the specification", () => {
  it.each(rows)("is in $file: $text", ({ file, text }) => expect(contains(text, textOf(file))).toBe(true));

  it.each([...new Set(rows.map(({ text }) => text))].filter((text) => !untranslatedTexts.has(text)))(
    "has a Spanish translation: %s",
    (text) => expect(inSpanish(text)).toBeTruthy(),
  );
});

const screens = new Map(
  globSync("**/es.po", { cwd: import.meta.dirname })
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, file), "utf8").matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm),
    ])
    .map(([, english = "", spanish = ""]) => [english, spanish]),
);

/** Looks in the catalogs of the screens, the validation messages and the refusals. */
function inSpanish(english: string): string | undefined {
  const code = refusalCodes.find((one) => toOwners(refusals[one]) === english);
  return screens.get(english) || spanishFields[english] || (code && spanishRefusals[portalCodeOf(code)]);
}

const toOwners = (refusal: { message: string; portalMessage?: string }) => refusal.portalMessage ?? refusal.message;
