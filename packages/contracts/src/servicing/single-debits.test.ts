import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { locales } from "../locales.ts";
import { singleDebits, singleDebitsText } from "./single-debits.ts";

const names = Object.keys(singleDebits) as (keyof typeof singleDebits)[];
const debits = [
  { amountCents: 86_126_400, on: "2026-02-23" },
  { amountCents: 86_126_399, on: "2026-03-02" },
];

describe("authorization of single debits", () => {
  it("gets a new version when its text changes: a changed text needs its own line here, with the date of the change", () => {
    const fingerprint = (name: (typeof names)[number]) =>
      createHash("sha256")
        .update(locales.map((language) => singleDebits[name].text[language]).join("\n"))
        .digest("hex")
        .slice(0, 16);
    const known = names.map((name) => `${name} ${singleDebits[name].version} ${fingerprint(name)}`);
    expect(known).toMatchInlineSnapshot(`
      [
        "SPLIT_PAYMENT 2026-11-19 b406a903cc54c8df",
        "PAYMENT_FROM_ANOTHER_ACCOUNT 2026-11-19 fa2d08f3633d1f5b",
      ]
    `);
  });

  it("names the lender, the account, and each amount with its day in the person's language", () => {
    const shown = { lender: "Larkspur Capital", last4: "0201", debits };
    expect(singleDebitsText("SPLIT_PAYMENT", "en", shown).text).toContain(
      "You authorize Larkspur Capital and its lending partners to debit the bank account ending in 0201 by ACH in two parts: $861,264.00 on February 23, 2026 and $861,263.99 on March 2, 2026, or less",
    );
    expect(singleDebitsText("SPLIT_PAYMENT", "es", shown).text).toContain(
      "terminada en 0201 en dos partes: $861,264.00 el 23 de febrero de 2026 y $861,263.99 el 2 de marzo de 2026, o menos",
    );
    for (const name of names)
      for (const language of locales) expect(singleDebitsText(name, language, shown).text).not.toMatch(/[{}]/);
  });
});
