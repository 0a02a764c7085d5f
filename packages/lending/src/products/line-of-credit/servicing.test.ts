import fc from "fast-check";
import { describe, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { lineOfCredit } from "./product.ts";
import { lineOfCreditTerms } from "./terms.ts";

const terms = lineOfCreditTerms.parse({
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 5_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 5_000,
});
const fundedOn = businessDate("2026-02-10");
const first = { drawId: "first", invoiceId: null };

const anyDraws = fc.record({
  rate: fc.nat({ max: 500 }).map((tenths) => String(tenths / 10)),
  fee: fc.nat({ max: 100 }).map((tenths) => String(tenths / 10)),
  months: fc.integer({ min: 1, max: 12 }),
  draws: fc.array(fc.record({ amount: fc.integer({ min: 100, max: 3_000_000 }), day: fc.nat({ max: 40 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe("line of credit servicing", () => {
  it("after any payments, returns, defaults and write-offs the ledger holds what the obligations of all draws say, and ends at zero", () => {
    fc.assert(
      fc.property(anyDraws, anyEvents, ({ rate, fee, months, draws }, events) => {
        const offered = {
          ...terms,
          interestRatePercentage: rate,
          feePercentage: fee,
          repaymentDurationDays: months * 30,
        };
        const life = new Life(lineOfCredit, offered, fundedOn);
        const items = draws.map((_, index) => ({ drawId: `draw ${index}`, invoiceId: null }));
        for (const [index, { amount, day }] of draws.entries())
          life.fund({ amountCents: cents(amount), fundedOn: addDays(fundedOn, day) }, items[index] ?? first);
        live(
          life,
          events,
          [items[0] ?? first, ...items.slice(1)],
          cents(Math.max(...draws.map(({ amount }) => amount))),
        );
      }),
      lifeRuns,
    );
  });
});
