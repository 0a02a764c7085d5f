import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { selectablePlans } from "./selectable-plans.ts";
import type { PricingPlan, RepaymentWindow } from "./terms.ts";

const plan = (id: string, transactionFeePercentage: string, repaymentWindow: RepaymentWindow): PricingPlan => ({
  id,
  advanceRatePercentage: "80",
  transactionFeePercentage,
  paymentStructure: "GROSS",
  repaymentWindow,
});
const plans = [
  plan("60", "5", { repaymentType: "FIXED_DURATION", repaymentDurationDays: 60 }),
  plan("15th", "3", { repaymentType: "FIXED_DATE", monthlyRepaymentDay: 15 }),
  plan("14", "1.5", { repaymentType: "FIXED_DURATION", repaymentDurationDays: 14 }),
  plan("parts", "3", {
    repaymentType: "MULTIPLE_DURATION",
    repaymentSchedule: {
      schedule: [
        { repaymentPercentage: "50", repaymentDurationDays: 30 },
        { repaymentPercentage: "50", repaymentDurationDays: 45 },
      ],
    },
  }),
];
const today = businessDate("2026-11-14");
const shown = (days: number, isBill = false) =>
  selectablePlans(plans, { dueOn: addDays(today, days), today, isBill }).map(
    (one) => `${one.plan.id} ${one.planDays} ${one.isSelectable}`,
  );

describe("plan selection", () => {
  it("shows all plans, the lowest fee first", () => {
    expect(shown(90)).toEqual(["14 14 true", "parts 45 true", "15th 30 true", "60 60 true"]);
  });

  it("Non-accounts-payable flow: only plans with duration equal to or shorter than days until due", () => {
    expect(shown(30)).toEqual(["14 14 true", "parts 45 false", "15th 30 true", "60 60 false"]);
    expect(shown(29)[2]).toBe("15th 30 false");
    expect(shown(45)[1]).toBe("parts 45 true");
  });

  it("a bill has no rule about its due date", () => {
    expect(shown(-5, true).every((one) => one.endsWith("true"))).toBe(true);
  });
});
