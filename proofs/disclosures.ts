import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { aprTolerance, independentApr } from "@inlay/lending/disclosures/independent-apr.fixture.ts";
import { amountsAroundThresholds, formByTable } from "@inlay/lending/disclosures/laws.fixture.ts";
import { disclosureForm, rulePacks } from "@inlay/lending/disclosures/rule-packs.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { states } from "@inlay/lending/disclosures/state-product-matrix.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type { AppContext } from "../apps/api/src/context.ts";
import { flattened, requiredTexts, sampleToDisclose } from "../apps/api/src/disclosures/forms.fixture.ts";
import { renderDisclosure, type ToDisclose } from "../apps/api/src/disclosures/render-disclosure.ts";
import { typstRenderer } from "../apps/api/src/providers/document-renderer/typst/adapter.ts";
import { textOf } from "../apps/api/src/providers/document-renderer/typst/pdf-text.fixture.ts";
import { root } from "../scripts/stack.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "For the fifty states and the District of Columbia, every product and amounts a cent below, at and above each threshold, the disclosure form or none is the one of a table that was written separately from the laws. Twenty random offers of each state and product with a form are rendered; the text of each PDF has every field that the law requires, with the figures of the offer, no form of an advance says loan, interest or borrowing, and each APR is within an eighth of a point (a quarter where the last payment differs) of one that is calculated separately from the printed payments.",
  run: async ({ tenth, seed, say }) => {
    const { cells, required } = holdTable();
    say(`${cells} cells of the table hold`);
    const random = randomFrom(seed);
    const renderer = typstRenderer();
    const app = { renderer, config: { isProduction: false } } as Pick<AppContext, "config" | "renderer">;
    const folder = path.join(root, ".local/proofs/disclosures");
    mkdirSync(folder, { recursive: true });
    const counts = { forms: 0, fields: 0, pages: 0, worstApr: 0 };
    const perState: string[][] = [];
    try {
      for (const { state, forms } of rulePacks) {
        const before = { ...counts };
        for (const { family, products, fields } of forms)
          for (const product of products)
            for (let n = 0; n < (tenth ? 2 : 20); n++) {
              const toDisclose = randomOffer(state, product, random);
              const form = disclosureForm(state, product, toDisclose.amountCents);
              const disclosure = form && (await renderDisclosure(app, toDisclose));
              if (!form || !disclosure) throw new Error(`${state} ${product} has no form`);
              const { figures, document } = disclosure;
              const text = flattened((await textOf(document.pdf)).text);
              for (const [field, words] of requiredTexts(form, figures))
                hold(`${state} ${product} ${field}: "${words}" is printed`, text.includes(words), true);
              if (isAdvance(product))
                hold(`${state} ${product}: words of loans`, /\b(loans?|interest|borrow\w*)\b/i.test(text), false);
              const off = Math.abs(figures.aprPercentage - independentApr(figures));
              hold(`${state} ${product}: an APR that is off by ${off}`, off <= aprTolerance(figures), true);
              counts.forms++;
              counts.fields += fields.length;
              counts.pages += document.pages;
              counts.worstApr = Math.max(counts.worstApr, off);
              if (n === 0) writeFileSync(path.join(folder, `${state}-${family}-${product}.pdf`), document.pdf);
            }
        perState.push([
          state,
          forms.map(({ family }) => family).join(", "),
          String(required.get(state) ?? 0),
          String(counts.forms - before.forms),
          String(counts.fields - before.fields),
        ]);
      }
    } finally {
      await renderer.close();
    }
    return {
      figures: {
        "cells of state, product and amount": cells,
        "cells with a form": [...required.values()].reduce((sum, count) => sum + count, 0),
        "forms rendered": counts.forms,
        "fields found with their figures": counts.fields,
        pages: counts.pages,
        "largest difference of an APR, in points": counts.worstApr.toFixed(5),
      },
      tables: [{ columns: ["state", "forms", "cells with a form", "forms rendered", "fields found"], rows: perState }],
    };
  },
};

/** Compares every cell, and counts those with a form by state. */
function holdTable(): { cells: number; required: Map<string, number> } {
  let cells = 0;
  const required = new Map<string, number>();
  for (const state of states)
    for (const product of productTypes)
      for (const amount of amountsAroundThresholds) {
        const found = disclosureForm(state, product, cents(amount))?.family ?? null;
        hold(`${state} ${product} ${amount}`, found, formByTable(state, product, amount));
        cells++;
        if (found) required.set(state, (required.get(state) ?? 0) + 1);
      }
  return { cells, required };
}

/** An offer within the prices that a policy could have, of up to 200,000 dollars. */
function randomOffer(state: string, product: ProductType, random: () => number): ToDisclose {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const oneOf = <T>(...all: readonly T[]): T => all[between(0, all.length - 1)] as T;
  const amount = between(10_000, 200_000) * 100 + between(0, 99);
  const sample = sampleToDisclose(state, product, amount);
  const terms = changed(sampleOffer(product, amount, random() < 0.5), between, oneOf);
  return { ...sample, terms, markupPercentage: oneOf("0", "0.25", "1") };
}

function changed(
  terms: OfferTerms,
  between: (least: number, most: number) => number,
  oneOf: <T>(...all: readonly T[]) => T,
): OfferTerms {
  switch (terms.productType) {
    case "TERM_LOAN":
      return {
        ...terms,
        interestRatePercentage: String(between(80, 300) / 10),
        feePercentage: String(between(0, 40) / 10),
        durationDays: 30 * between(2, 36),
        interestMethod: oneOf("AMORTIZED", "FLAT", "DAILY"),
      };
    case "LOC_TERM_LOAN":
      return {
        ...terms,
        interestRatePercentage: String(between(80, 330) / 10),
        feePercentage: String(between(0, 30) / 10),
        repaymentDurationDays: 30 * between(1, 12),
        locMaintenanceFeePercentage: String(between(0, 50) / 100),
      };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return {
        ...terms,
        offerPricingPlans: terms.offerPricingPlans.map((plan, n) => ({
          ...plan,
          transactionFeePercentage: String(between(100 * (n + 1), 250 * (n + 1)) / 100),
          paymentStructure: oneOf("GROSS", "NET"),
        })),
      };
    case "MCA":
      return {
        ...terms,
        feeFactor: String(between(105, 130) / 100),
        repaymentFrequency: oneOf("DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"),
      };
    case "INTEGRATED_MCA":
      return { ...terms, feeFactor: String(between(105, 130) / 100) };
  }
}
