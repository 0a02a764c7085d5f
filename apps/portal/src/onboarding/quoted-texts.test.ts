import { readFileSync } from "node:fs";
import path from "node:path";
import { portalCodeOf, refusalCodes, refusals } from "@inlay/contracts/errors.ts";
import { describe, expect, it } from "vitest";
import { spanishFields, spanishRefusals } from "../locales/es-sentences.ts";
import { quotedTexts, untranslatedTexts } from "./quoted-texts.fixture.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** A file with its lines joined, and a value that is put into a text shown by its name in braces. */
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8").replace(/\s+/g, " ").replaceAll("${", "{");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whole, and as words for people: between quotation marks or between tags. */
const stands = (text: string, source: string) =>
  new RegExp(`(?<=["'\`]|> ?)${escaped(text)}(?=["'\`]| ?<)`).test(source);

const rows = Object.entries(quotedTexts).flatMap(([file, texts]) => texts.map((text) => ({ file, text })));

describe("a text that is quoted", () => {
  it.each(rows)("stands in $file: $text", ({ file, text }) => expect(stands(text, textOf(file))).toBe(true));

  it.each([...new Set(rows.map(({ text }) => text))].filter((text) => !untranslatedTexts.has(text)))(
    "stands in Spanish: %s",
    (text) => expect(inSpanish(text)).toBeTruthy(),
  );
});

const screens = new Map(
  [
    ...readFileSync(path.join(root, "apps/portal/src/locales/es.po"), "utf8").matchAll(
      /^msgid "(.*)"\nmsgstr "(.*)"$/gm,
    ),
  ].map(([, english = "", spanish = ""]) => [english, spanish]),
);

/** In the catalogue of the screens, or among what is said of a field, or among the refusals. */
function inSpanish(english: string): string | undefined {
  const code = refusalCodes.find((one) => toOwners(refusals[one]) === english);
  return screens.get(english) || spanishFields[english] || (code && spanishRefusals[portalCodeOf(code)]);
}

const toOwners = (refusal: { message: string; portalMessage?: string }) => refusal.portalMessage ?? refusal.message;
