import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const locales = path.resolve(import.meta.dirname, "../../../locales");
const ofAdvances = /^#: src\/products\/(cash-advance|integrated-cash-advance|offers\/sales-share)\//m;

/** The texts of the pages of advances: English and translation of each. */
const textsOf = (catalog: string): string[] =>
  readFileSync(path.join(locales, catalog), "utf8")
    .split("\n\n")
    .filter((entry) => ofAdvances.test(entry))
    .map((entry) => entry.replace(/^#.*$/gm, ""));

describe("the pages of a cash advance", () => {
  it.each(["es.po", "offers/es.po"])(
    "say advance, fee, purchased amount and share of sales, never loan, interest or borrowing, in %s",
    (catalog) => {
      const texts = textsOf(catalog);
      expect(texts.length).toBeGreaterThan(5);
      const forbidden = /\b(loans?|interests?|borrow\w*|lend\w*|préstamos?|prest\w+|interés|intereses|crédito)\b/i;
      expect(texts.filter((text) => forbidden.test(text))).toEqual([]);
    },
  );
});
