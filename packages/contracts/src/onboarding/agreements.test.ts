import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { locales } from "../locales.ts";
import { type AgreementName, agreements, agreementText, lenderName } from "./agreements.ts";

const fingerprint = (name: AgreementName) =>
  createHash("sha256")
    .update(locales.map((language) => agreements[name].text[language]).join("\n"))
    .digest("hex")
    .slice(0, 16);

describe("agreement texts", () => {
  it("get a new version when they change: a changed text needs its own line here, with the date of the change", () => {
    const known = Object.fromEntries(
      (Object.keys(agreements) as AgreementName[]).map((name) => [
        `${name} ${agreements[name].version}`,
        fingerprint(name),
      ]),
    );
    expect(known).toMatchInlineSnapshot(`
      {
        "ACH_AUTHORIZATION 2026-11-15": "5b385cdadfa3c712",
        "CO_OWNER_SOFT_PULL 2026-11-15-co-owner": "e11966d59dc5d3e3",
        "CO_OWNER_TERMS_AND_PRIVACY 2026-11-15-co-owner": "cedfaaf27972ded4",
        "E_SIGN 2026-11-15": "807e81b4a5ae20ed",
        "SOFT_PULL 2026-11-15": "db39866a1de531e6",
        "TERMS_AND_PRIVACY 2026-11-17": "3758dd169e3d790a",
      }
    `);
  });

  it("name the lender in every language wherever the English text does", () => {
    for (const name of Object.keys(agreements) as AgreementName[])
      for (const language of locales) {
        const words = agreementText(name, language, "Larkspur Capital");
        expect(words).not.toMatch(/[{}]/);
        expect(words.includes("Larkspur Capital")).toBe(agreements[name].text.en.includes("{lender}"));
      }
  });

  it("name the platform's program instead of Inlay where the platform's settings say so", () => {
    expect(lenderName(false, "Larkspur Capital")).toBe("Larkspur Capital");
    expect(lenderName(true, "Larkspur Capital")).toBe("Inlay");
  });
});
