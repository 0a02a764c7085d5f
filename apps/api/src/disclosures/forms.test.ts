import { aprTolerance, independentApr } from "@inlay/lending/disclosures/independent-apr.fixture.ts";
import { disclosureForm, rulePacks } from "@inlay/lending/disclosures/rule-packs.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import type { DocumentRenderer } from "../providers/document-renderer/port.ts";
import { typstRenderer } from "../providers/document-renderer/typst/adapter.ts";
import { textOf } from "../providers/document-renderer/typst/pdf-text.fixture.ts";
import { type CounselReview, counselReviews } from "./counsel-reviews.ts";
import { flattened, requiredTexts, sampleToDisclose } from "./forms.fixture.ts";
import { isReviewed, legalTexts, refuseUnreviewed, textOfPack } from "./legal-texts.ts";
import { renderDisclosure } from "./render-disclosure.ts";

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = typstRenderer();
});
afterAll(() => renderer.close());

const amount = 5_000_000;
/** An advance is not a loan. */
const wordsOfLoans = /\b(loans?|lend\w*|interest|borrow\w*)\b/i;
const inEnvironment = (isProduction: boolean) =>
  ({ renderer, config: { isProduction } }) as Pick<AppContext, "config" | "renderer">;

async function formOf(state: string, product: ProductType, isRefinancing = false) {
  const form = disclosureForm(state, product, cents(amount));
  const disclosure = await renderDisclosure(
    inEnvironment(false),
    sampleToDisclose(state, product, amount, isRefinancing),
  );
  if (!form || !disclosure) return null;
  const { text, pages } = await textOf(disclosure.document.pdf);
  return { form, ...disclosure, pages, text: flattened(text) };
}

describe("disclosure form", () => {
  for (const { state, isSigned, forms } of rulePacks)
    it(`of ${state} has every field that the law requires, with the figures of the offer`, {
      timeout: 60_000,
    }, async () => {
      const asksForRenewals = forms.some(({ fields }) => fields.includes("renewal"));
      for (const product of forms.flatMap(({ products }) => products))
        for (const isRefinancing of asksForRenewals ? [true, false] : [true]) {
          const found = (await formOf(state, product, isRefinancing)) ?? expect.fail(`${state} has a form`);
          const { form, figures, document, text, pages } = found;
          for (const [field, words] of requiredTexts(form, figures))
            expect(text, `${state} ${product} ${field}`).toContain(words);
          expect(text).toContain(form.pack.law);
          expect(text).toContain("Sample text, counsel to replace.");
          expect(document.places.map(({ kind }) => kind)).toEqual(isSigned ? ["SIGNATURE", "DATE"] : []);
          expect(document.pdf.toString("latin1")).toContain("pdfuaid");
          expect(pages).toBeLessThanOrEqual(2);
          expect(Math.abs(figures.aprPercentage - independentApr(figures))).toBeLessThanOrEqual(aprTolerance(figures));
          if (isAdvance(product)) expect(text, `${state} ${product}`).not.toMatch(wordsOfLoans);
        }
    });

  it("of a line in California has a flat charge with its APR on the same line, and the service of its maintenance fee", async () => {
    const { text } = (await formOf("CA", "LOC_TERM_LOAN")) ?? expect.fail("California has a form");
    expect(text).toContain("a flat charge of 12 % of the draw and a fee of 2 % of the draw (APR 52.37 %)");
    expect(text).toContain("It pays for keeping the limit available");
    expect(text.replaceAll("Annual Percentage Rate", "").match(/.{40}\brate\b/gi)).toEqual([
      expect.stringMatching(/cost of this financing as a yearly rate$/),
      expect.stringMatching(/It is not an interest rate$/),
    ]);
  });

  it("of invoices lists every plan with its APR", async () => {
    const { text } = (await formOf("NY", "FAST_PAY")) ?? expect.fail("New York has a form");
    for (const plan of ["30 days 2.75 % 33.46 %", "60 days 5.2 % 31.63 %", "90 days 7.5 % 30.42 %"])
      expect(text).toContain(plan);
  });

  it("is the same to the byte when it is rendered again, and names its version at the foot", async () => {
    const [once, again] = [await formOf("CA", "MCA"), await formOf("CA", "MCA")];
    expect(once?.document.sha256).toBe(again?.document.sha256);
    expect(once?.formVersion).toBe("CA SALES_BASED 2026-11-18.1");
    expect(once?.text).toContain("Version CA SALES_BASED 2026-11-18.1");
  });

  it("has a new version when its rule pack or a template has changed: raise the version, then write the hash here", () => {
    const hashes = rulePacks.map((pack) => [`${pack.state} ${pack.version}`, textOfPack(pack).sha256.slice(0, 8)]);
    expect(Object.fromEntries(hashes)).toEqual({
      "CA 2026-11-18.1": "ab4765ba",
      "NY 2026-11-18.1": "b01cd9df",
      "UT 2026-11-18.1": "b088af9f",
      "VA 2026-11-18.1": "c31c2182",
      "FL 2026-11-18.1": "4c9eb4f4",
      "GA 2026-11-18.1": "5416a4c0",
      "CT 2026-11-18.1": "49d58338",
      "KS 2026-11-18.1": "19f07954",
      "MO 2026-11-18.1": "b6ed5bce",
      "LA 2026-11-18.1": "50953f5d",
      "TX 2026-11-18.1": "4744200e",
    });
  });

  it("is none where the state requires none", async () => {
    expect(await formOf("OH", "MCA")).toBeNull();
    expect(await formOf("VA", "TERM_LOAN")).toBeNull();
  });
});

describe("review by counsel", () => {
  const review = (change: Partial<CounselReview> = {}) =>
    legalTexts().map(({ name, sha256 }) => ({
      text: name,
      sha256,
      reviewedBy: "A. Counsel, Example LLP",
      reviewedOn: "2026-11-18",
      ...change,
    }));
  const production = { isProduction: true };

  it("covers the disclosures of every state and the agreement of every product", () => {
    const names = [
      ...rulePacks.map(({ state }) => `disclosures of ${state}`),
      ...productTypes.map((product) => `agreement of ${product}`),
    ];
    expect(legalTexts().map(({ name }) => name)).toEqual(names);
  });

  it("is needed of every text for production to start, and only there", () => {
    expect(() => refuseUnreviewed(production, review())).not.toThrow();
    expect(() => refuseUnreviewed({ isProduction: false }, [])).not.toThrow();
    for (const { name, sha256 } of legalTexts()) {
      const others = review().filter(({ text }) => text !== name);
      expect(() => refuseUnreviewed(production, others)).toThrow(`${name}: ${sha256}`);
    }
  });

  it("is of one text exactly: a changed text or template needs another", () => {
    const pack = rulePacks[0] ?? expect.fail();
    const text = textOfPack(pack);
    expect(isReviewed(text, review())).toBe(true);
    expect(isReviewed(textOfPack({ ...pack, law: "Another law" }), review())).toBe(false);
    expect(isReviewed(text, review({ sha256: "0".repeat(64) }))).toBe(false);
  });

  it("is needed to render a form in production", async () => {
    const rendered = renderDisclosure(inEnvironment(true), sampleToDisclose("CA", "TERM_LOAN", amount));
    await expect(rendered).rejects.toMatchObject({ code: "DISCLOSURE_NOT_REVIEWED" });
  });

  it("is recorded once for a text that exists", () => {
    const names = counselReviews.map(({ text }) => text);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(legalTexts().map((text) => text.name)).toContain(name);
  });
});
