import fc from "fast-check";
import { describe, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { anyInvoiceRequest } from "../../mechanics/invoices/advance.fixture.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { payablesFinancing } from "./product.ts";
import { payablesFinancingTerms } from "./terms.ts";

const fundedOn = businessDate("2026-01-20");
const anyLine = fc.array(anyInvoiceRequest, { minLength: 1, maxLength: 3 });

describe("accounts-payable financing servicing", () => {
  it("after any payments, returns, rebates and write-offs the ledger holds what the obligations of all bills say, and ends at zero", () => {
    fc.assert(
      fc.property(anyLine, anyEvents, (requests, events) => {
        const plans = requests.map(({ plan }, index) => ({ ...plan, id: `${index}`, advanceRatePercentage: "100" }));
        const terms = payablesFinancingTerms.parse({
          productType: "EXTEND_PAY_PURCHASE_ORDER",
          monthlyLimitAmountCents: 50_000_000,
          offerPricingPlans: plans,
        });
        const life = new Life(payablesFinancing, terms, fundedOn);
        const items = plans.map(({ id }) => ({ drawId: null, invoiceId: id }));
        const [first = { drawId: null, invoiceId: null }, ...others] = items;
        for (const [index, { requestedCents, availableCents }] of requests.entries())
          life.fund(
            { planId: `${index}`, requestedCents, availableCents, isFullyPayable: false, fundedOn },
            items[index] ?? first,
          );
        const largest = Math.max(...life.obligations.map(({ owed }) => owed.principalCents + owed.feeCents));
        live(life, events, [first, ...others], cents(largest));
      }),
      lifeRuns,
    );
  });
});
