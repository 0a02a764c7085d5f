import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { addDays, addMonths, type BusinessDate, businessDate } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import type { Installment } from "../../mechanics/installments/installment.ts";
import { add, cents, noCents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { drawFunded } from "./entries.ts";
import { needsMaintenanceFeeOverride, nextMaintenanceFeeOn } from "./maintenance-fee.ts";
import { drawPayoff } from "./payoff.ts";
import { lineOfCredit } from "./product.ts";
import { fullDrawCost, quoteDraw } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

const terms: LineOfCreditTerms = lineOfCredit.terms.parse({
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 5_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 0,
});
const byPercentage = { locMaintenanceFeeDisplayType: "PERCENTAGE", locMaintenanceFeeAmountCents: noCents } as const;

/** The inputs that the table has no columns for: fee percentage, funding date and maintenance fee terms. */
const given: Record<string, { feePercentage: string; fundedOn: string; maintenance?: Partial<LineOfCreditTerms> }> = {
  "D-1": { feePercentage: "2", fundedOn: "2026-02-10", maintenance: { locMaintenanceFeeAmountCents: cents(5_000) } },
  "D-2": { feePercentage: "0", fundedOn: "2026-02-10" },
  "D-3": {
    feePercentage: "1.5",
    fundedOn: "2026-05-31",
    maintenance: { ...byPercentage, approvedLimitCents: cents(7_500_000), locMaintenanceFeePercentage: "0.25" },
  },
  "D-4": { feePercentage: "3", fundedOn: "2026-05-31" },
  "D-5": { feePercentage: "2.5", fundedOn: "2026-12-30" },
};
const position = (unpaidRows: readonly Installment[], effectiveOn: BusinessDate) => ({
  unpaidRows,
  effectiveOn,
  unpaidFees: [],
  creditCents: noCents,
});
const drawOne = { amountCents: cents(1_000_000), fundedOn: businessDate("2026-02-10") };

describe("draw quote", () => {
  for (const vector of vectors.draws) {
    if (!("rows" in vector) || !vector.rows) continue;
    const { id, amountCents, interestRatePercentage, repaymentDurationDays, aprWithMaint, apr } = vector;
    it(`${id}: ${amountCents} at ${interestRatePercentage} % for ${repaymentDurationDays} days`, () => {
      const { feePercentage, fundedOn, maintenance } = given[id] ?? expect.fail(`nothing given for ${id}`);
      const offered = {
        ...terms,
        interestRatePercentage: interestRatePercentage ?? "",
        repaymentDurationDays: repaymentDurationDays ?? 0,
        feePercentage,
        ...maintenance,
      };
      const quoted = quoteDraw(
        offered,
        { amountCents: cents(amountCents ?? 0), fundedOn: businessDate(fundedOn) },
        plainWorksheet,
      );
      expect(quoted).toMatchObject({
        feeAmountCents: vector.feeAmountCents,
        netDisbursementAmountCents: vector.amountLessFeeAmountCents,
        interestCents: vector.interestCents,
        totalPaymentAmountCents: vector.totalRepayment,
        monthlyPaymentCents: vector.monthlyRepayment,
        monthlyRatePercentage: vector.monthlyRate,
        effectiveRatePercentage: vector.effectiveRate,
        monthlyMaintenanceFeeCents: vector.monthlyMaint,
        totalCostCents: vector.financeCharge,
        aprPercentage: apr,
        aprWithMaintenancePercentage: aprWithMaint ?? apr,
      });
      expect(quoted.schedule.at(-1)?.paymentCents).toBe(vector.lastRepayment);
      expect(
        quoted.schedule.map((row) => ({
          k: row.number,
          date: row.dueOn,
          payment: row.paymentCents,
          principal: row.principalCents,
          interest: row.interestCents,
          balance: row.balanceCents,
        })),
      ).toEqual(vector.rows);
    });
  }

  it("D-6: 45 days are refused: Unexpected repayment duration days: 45", () => {
    const asked = { amountCents: cents(500_000), fundedOn: businessDate("2026-02-10") };
    const refused = vectors.draws.find(({ id }) => id === "D-6") ?? expect.fail("no D-6");
    expect(() => quoteDraw({ ...terms, repaymentDurationDays: 45 }, asked, plainWorksheet)).toThrow(
      "error" in refused ? refused.error : "",
    );
  });

  it("explains every figure it shows, row by row", () => {
    const withFee = { ...terms, locMaintenanceFeeAmountCents: cents(5_000) };
    expectEveryFigureExplained(explained((write) => quoteDraw(withFee, drawOne, write)));
  });

  it("adds up: disbursement and fee sum to the draw, draw and interest sum to the payments", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 50_000_000 }).map(cents),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 24 }),
        fc.nat({ max: 23 }),
        fc.nat({ max: 800 }).map((days) => addDays(drawOne.fundedOn, days)),
        (amountCents, rate, fee, months, paid, effectiveOn) => {
          const offered = {
            ...terms,
            interestRatePercentage: String(rate / 10),
            feePercentage: String(fee / 10),
            repaymentDurationDays: months * 30,
          };
          const quoted = quoteDraw(offered, { ...drawOne, amountCents }, plainWorksheet);
          expect(add(quoted.netDisbursementAmountCents, quoted.feeAmountCents)).toBe(amountCents);
          expect(add(amountCents, quoted.interestCents)).toBe(quoted.totalPaymentAmountCents);
          expect(sum(quoted.schedule.map((row) => row.paymentCents))).toBe(quoted.totalPaymentAmountCents);
          const unpaidRows = quoted.schedule.slice(paid % months);
          const payoff = drawPayoff(offered, { ...position(unpaidRows, effectiveOn), amountCents }, plainWorksheet);
          expect(payoff.amountCents).toBeLessThanOrEqual(sum(unpaidRows.map((row) => row.paymentCents)));
        },
      ),
      runs,
    );
  });
});

describe("draw payoff", () => {
  const { schedule } = quoteDraw(terms, drawOne, plainWorksheet);
  for (const { paid, outstandingPrincipal, payoff, ifPaidToSchedule } of vectors.drawPayoff) {
    it(`D-1 after ${paid} payments: ${Math.min(payoff, ifPaidToSchedule)}`, () => {
      const beforeNext = addDays(addMonths(drawOne.fundedOn, paid), 10);
      const state = { ...position(schedule.slice(paid), beforeNext), amountCents: drawOne.amountCents };
      const explainedPayoff = explained((write) => drawPayoff(terms, state, write));
      expect(explainedPayoff.result).toMatchObject({
        principalCents: outstandingPrincipal,
        amountCents: Math.min(payoff, ifPaidToSchedule),
      });
      expectEveryFigureExplained(explainedPayoff);
    });
  }

  it("of a late draw costs the interest of items that are due, and a month's on the draw within that of the others", () => {
    const late = (effectiveOn: string) => {
      const state = { ...position(schedule, businessDate(effectiveOn)), amountCents: drawOne.amountCents };
      const { dueInterestCents, currentInterestCents, amountCents } = drawPayoff(terms, state, plainWorksheet);
      return [dueInterestCents, currentInterestCents, amountCents];
    };
    // D-1 is due on the 10th of March to August, with 20,000 interest each.
    expect(late("2026-03-09")).toEqual([0, 20_000, 1_020_000]);
    expect(late("2026-04-20")).toEqual([40_000, 20_000, 1_060_000]);
    expect(late("2026-08-10")).toEqual([120_000, 0, 1_120_000]);
  });
});

describe("maintenance fee", () => {
  it("learn-more page: a full draw of 5,000,000 with twelve fees costs 1,000,000", () => {
    const { fee, interest, maint12, totalCost } = vectors.locLearnMore;
    const offered = { ...terms, ...byPercentage, locMaintenanceFeePercentage: "0.5" };
    const calculated = explained((write) => ({ totalCostCents: fullDrawCost(offered, write) }));
    const { result, explanations } = calculated;
    expectEveryFigureExplained(calculated);
    expect(result.totalCostCents).toBe(totalCost);
    expect(explanations.get("interestCents")?.result).toBe(interest);
    expect(explanations.get("feeAmountCents")?.result).toBe(fee);
    expect((explanations.get("monthlyMaintenanceFeeCents")?.result ?? 0) * 12).toBe(maint12);
  });

  it("needs confirmation above one percent a month", () => {
    const at = (percentage: string) => ({ ...terms, ...byPercentage, locMaintenanceFeePercentage: percentage });
    expect(["0.25", "1", "1.01", "5"].map((percentage) => needsMaintenanceFeeOverride(at(percentage)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(needsMaintenanceFeeOverride({ ...at("5"), locMaintenanceFeeDisplayType: "AMOUNT" })).toBe(false);
  });

  it("is due on the monthly anniversary of the line's opening", () => {
    const next = (opened: string, today: string) => nextMaintenanceFeeOn(businessDate(opened), businessDate(today));
    expect(next("2026-01-31", "2026-01-31")).toBe("2026-02-28");
    expect(next("2026-01-31", "2026-02-28")).toBe("2026-03-31");
    expect(next("2026-01-31", "2026-03-30")).toBe("2026-03-31");
    expect(next("2026-01-15", "2027-03-16")).toBe("2027-04-15");
  });
});

describe("draw funding", () => {
  it("D-3: the draw is owed in full, the fee is withheld and unearned", () => {
    const [entry] = drawFunded(terms, drawOne, "EQUITY");
    expect(entry?.lines).toEqual([
      { account: "PRINCIPAL_RECEIVABLE", side: "debit", amountCents: 1_000_000 },
      { account: "CLEARING_OUT", side: "credit", amountCents: 980_000 },
      { account: "UNEARNED_FEES", side: "credit", amountCents: 20_000 },
    ]);
  });
});

describe("line of credit terms", () => {
  it("allow a maintenance fee of 0 to 5 %", () => {
    const accepts = (locMaintenanceFeePercentage: string) =>
      lineOfCredit.terms.safeParse({ ...terms, locMaintenanceFeePercentage }).success;
    expect(["0", "5", "5.01", "-1"].map(accepts)).toEqual([true, true, false, false]);
  });
});
