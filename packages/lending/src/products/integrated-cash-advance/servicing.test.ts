import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { summaryOf } from "../../ledger/entries.fixture.ts";
import type { Change } from "../../mechanics/obligation.ts";
import { totalOf, unpaid } from "../../mechanics/obligation.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { acceptReceivable } from "./accept-receivable.ts";
import { integratedCashAdvance } from "./product.ts";
import { integratedCashAdvanceTerms } from "./terms.ts";

const fundedOn = businessDate("2026-01-05");
const advance = { drawId: null, invoiceId: null };

/** IM-1. */
const terms = integratedCashAdvanceTerms.parse({
  productType: "INTEGRATED_MCA",
  minLoanAmountCents: 100,
  maxAdvanceAmountCents: 10_000_000,
  feeFactor: "1.125",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 10_000_000, repaymentPercentage: "15" }],
  estimatedAverageMonthlySalesInCents: 4_500_000,
  refinanced: null,
});

function funded(amount = 1_500_000, feeFactor = "1.125") {
  const life = new Life(integratedCashAdvance, { ...terms, feeFactor }, fundedOn);
  life.fund({ advanceAmountCents: cents(amount), fundedOn }, advance);
  return life;
}

const summaries = ({ entries }: Change) => entries.map(({ entry }) => summaryOf(entry));

describe("integrated cash advance servicing", () => {
  it("P-5: a receivable pays advance and fee, a refund returns them, and a sale too small to share changes nothing", () => {
    const life = funded();
    const accept = (amount: number) => {
      const change = acceptReceivable(life.issued, cents(amount));
      life.save(change);
      return summaries(change);
    };
    expect(accept(1_852)).toEqual(["1070 1852; 2100 206 / 1100 1646; 1120:MCA_FEE 206; 4160 206"]);
    expect(accept(-1_852)).toEqual(["1100 1646; 1120:MCA_FEE 206; 4160 206 / 1070 1852; 2100 206"]);
    expect(accept(0)).toEqual([]);
    life.check();
  });

  it("refuses a receivable above the balance, and a refund above what was collected", () => {
    const { issued } = funded();
    expect(() => acceptReceivable(issued, cents(1_687_501))).toThrow("not within what is owed and collected");
    expect(() => acceptReceivable(issued, cents(-1))).toThrow("not within what is owed and collected");
  });

  it("W-2: after the write-off a receivable is a recovery, a refund reverses that, and a debit is a recovery too", () => {
    const life = funded();
    life.writeOff();
    expect(summaries(acceptReceivable(life.issued, cents(1_852)))).toEqual(["1070 1852 / 4900 1852"]);
    expect(summaries(acceptReceivable(life.issued, cents(-1_852)))).toEqual(["4900 1852 / 1070 1852"]);
    expect(summaries(life.pay(cents(1_000)))).toEqual(["1060 1000 / 4900 1000"]);
  });

  it("after any receivables, refunds, payments, returns and write-offs the ledger holds what the obligation says, and ends at zero", () => {
    const anyFactor = fc.integer({ min: 100, max: 200 }).map((hundredths) => String(hundredths / 100));
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), anyFactor, anyEvents, (amount, feeFactor, events) => {
        const life = funded(amount, feeFactor);
        live(life, events, [advance], cents(amount), (permille) => {
          const [one] = life.obligations;
          if (!one) return;
          const bound = permille < 0 ? Math.max(0, totalOf(one.paid)) : totalOf(unpaid(one));
          const share = Math.trunc((bound * permille) / 1_000);
          life.save(acceptReceivable(life.issued, cents(share + 0)));
        });
        expect(life.obligations.map((one) => totalOf(unpaid(one)))).toEqual([0]);
      }),
      lifeRuns,
    );
  });
});
