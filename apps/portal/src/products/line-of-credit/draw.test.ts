import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { offeredLineOfCredit } from "@inlay/lending/products/line-of-credit/offered-terms.ts";
import { type LineOfCreditTerms, lineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import { describe, expect, it } from "vitest";
import { lineOfCreditChoice } from "./choice.ts";
import { drawOf, drawToTry } from "./draw.ts";

const pricedOn = "2026-11-18";

/** An offer of a line of $25,000, of the given terms. */
function lineWith(changed: Partial<LineOfCreditTerms> = {}, state: string | null = "OH") {
  const pricing = lineOfCreditTerms.parse({
    productType: "LOC_TERM_LOAN",
    approvedLimitCents: 2_500_000,
    interestRatePercentage: "24",
    feePercentage: "2",
    durationDays: 360,
    repaymentDurationDays: 180,
    locMaintenanceFeeDisplayType: "PERCENTAGE",
    locMaintenanceFeePercentage: "0.2",
    locMaintenanceFeeAmountCents: 0,
    ...changed,
  });
  const terms = offeredLineOfCredit(pricing, businessDate(pricedOn), pricing.approvedLimitCents);
  return { pricing, terms, pricedOn, state };
}

describe("offer of a line of credit", () => {
  it("has the price of a draw to try: $10,000 of $25,000 at first, then the amount that the owner sets", () => {
    const line = lineWith();
    expect(drawToTry(line, null).amountCents).toBe(1_000_000);
    expect(drawToTry(line, 1_749_900).amountCents).toBe(1_700_000);
    expect(drawToTry(line, 9_900_000).amountCents).toBe(2_500_000);
  });

  it("counts the maintenance fee in the cost and in the APR of a draw, as a percentage or as an amount", () => {
    const inPercent = drawOf(lineWith(), 1_000_000, plainWorksheet);
    expect([inPercent.totalCostCents, inPercent.aprWithMaintenancePercentage]).toEqual([170_000, 57.2545]);
    const amount = { locMaintenanceFeeDisplayType: "AMOUNT", locMaintenanceFeeAmountCents: cents(5_000) } as const;
    const inDollars = drawOf(lineWith(amount), 1_000_000, plainWorksheet);
    expect(inDollars).toEqual(inPercent);
    const without = drawOf(lineWith({ locMaintenanceFeePercentage: "0" }), 1_000_000, plainWorksheet);
    expect([without.totalCostCents, without.aprWithMaintenancePercentage]).toEqual([140_000, 47.4478]);
  });

  it("beside other offers is a draw of the whole limit, with the maintenance fee beside each monthly payment", () => {
    expect(lineOfCreditChoice(lineWith())).toEqual({
      costCents: 380_000,
      apr: expect.closeTo(51.38, 2),
      isEstimate: false,
      amountCents: 2_500_000,
      basis: "WHOLE_LIMIT",
      receivedCents: 2_450_000,
      payment: { cents: 466_667, every: "MONTHLY", times: 6, plusCents: 5_000 },
      heldDays: 180,
      payingEarly: "SAVES_INTEREST",
    });
  });

  it("says that paying early saves a charge where California's law applies, because interest is a flat charge there", () => {
    expect(lineOfCreditChoice(lineWith({}, "CA")).payingEarly).toBe("SAVES_CHARGE");
  });
});
