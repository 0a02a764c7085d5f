import fc from "fast-check";
import { describe, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { cashAdvance } from "./product.ts";
import { cashAdvanceTerms } from "./terms.ts";

const fundedOn = businessDate("2026-01-05");
const advance = { drawId: null, invoiceId: null };
const terms = cashAdvanceTerms.parse({
  productType: "MCA",
  maxAdvanceAmountCents: 10_000_000,
  feeFactor: "1.08",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 10_000_000, repaymentPercentage: "5" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 1_000_000,
  refinanced: null,
});

describe("cash advance servicing", () => {
  it("after any payments, returns, true-ups and write-offs the ledger holds what the obligation says, and ends at zero", () => {
    const anyFactor = fc.integer({ min: 100, max: 200 }).map((hundredths) => String(hundredths / 100));
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), anyFactor, anyEvents, (amount, feeFactor, events) => {
        const life = new Life(cashAdvance, { ...terms, feeFactor }, fundedOn);
        life.fund({ advanceAmountCents: cents(amount), fundedOn }, advance);
        live(life, events, [advance], cents(amount));
      }),
      lifeRuns,
    );
  });
});
