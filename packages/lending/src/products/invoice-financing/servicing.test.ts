import fc from "fast-check";
import { describe, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { anyInvoiceRequest } from "../../mechanics/invoices/advance.fixture.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { invoiceFinancing } from "./product.ts";
import { invoiceFinancingTerms } from "./terms.ts";

const anyLine = fc.array(anyInvoiceRequest, { minLength: 1, maxLength: 3 });

describe("invoice financing servicing", () => {
  it("after any payments, returns, rebates and write-offs the ledger holds what the obligations of all invoices say, and ends at zero", () => {
    fc.assert(
      fc.property(anyLine, anyEvents, (requests, events) => {
        const terms = {
          ...invoiceFinancingTerms.parse({
            productType: "FAST_PAY",
            monthlyLimitAmountCents: 50_000_000,
            offerPricingPlans: requests.map(({ plan }, index) => ({ ...plan, id: `plan ${index}` })),
          }),
        };
        const fundedOn = businessDate("2026-01-20");
        const life = new Life(invoiceFinancing, terms, fundedOn);
        const items = requests.map((_, index) => ({ drawId: null, invoiceId: `invoice ${index}` }));
        for (const [index, { requestedCents, availableCents }] of requests.entries())
          life.fund(
            { planId: `plan ${index}`, requestedCents, availableCents, fundedOn },
            { drawId: null, invoiceId: `invoice ${index}` },
          );
        const [item = { drawId: null, invoiceId: null }, ...others] = items;
        const largest = Math.max(...life.obligations.map(({ owed }) => owed.principalCents + owed.feeCents));
        live(life, events, [item, ...others], cents(largest));
      }),
      lifeRuns,
    );
  });
});
