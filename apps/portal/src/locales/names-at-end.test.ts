import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** The texts of all catalogs, with the tags around a value taken away. */
const textsOf = (language: "en" | "es"): string[] =>
  globSync(`**/${language}.po`, { cwd: import.meta.dirname })
    .flatMap((file) => [...readFileSync(path.join(import.meta.dirname, file), "utf8").matchAll(/^msgstr "(.*)"$/gm)])
    .map(([, text = ""]) => text.replace(/<\/?\d+\/?>/g, ""));

/** Values that are no names and never end with a period: dates, numbers, addresses, amounts, states and lists of our own words. */
const noNames = [
  ...["day", "week", "last", "left", "was", "said", "seconds", "share", "by", "requestId"],
  ...["email", "sentTo", "address", "to", "phoneNumber", "supportPhone", "accountNumberLast4"],
  ...["amount", "apr", "long", "term", "value"],
  ...["closed", "feeDay", "heldUntil", "lastDay", "next", "on", "planned", "retryDay", "sales", "signedDay", "words"],
  ...["needing", "rest", "removed", "most", "state", "until", "reference", "secondDay"],
];

describe.each(["en", "es"] as const)("sentence that ends with a name, in %s", (language) => {
  const ends = textsOf(language).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}(\.?)/g)].map(([, name = "", period]) => ({
      text,
      name,
      isBeforePeriod: period === ".",
    })),
  );

  it("ends with one period: a name before a period is named AtEnd, for which beforePeriod was called", () => {
    const wrong = ends.filter(
      ({ text, name, isBeforePeriod }) =>
        isBeforePeriod && !name.endsWith("AtEnd") && !noNames.includes(name) && !/ending in|termina en/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the period of a name elsewhere: a name called AtEnd stands before a period", () => {
    expect(ends.filter(({ name, isBeforePeriod }) => name.endsWith("AtEnd") && !isBeforePeriod)).toEqual([]);
  });
});
