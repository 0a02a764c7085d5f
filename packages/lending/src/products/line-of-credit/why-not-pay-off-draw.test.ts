import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import type { PayableOff } from "../../mechanics/why-not-pay-off.ts";
import { drawRequestLifecycle } from "./draw-request.ts";
import { whyNotPayOffDraw } from "./why-not-pay-off-draw.ts";

const on = businessDate;
const loan: PayableOff = {
  loanStatus: "CURRENT",
  isPayoffScheduled: false,
  orders: ["SCHEDULED"],
  nextPaymentOn: on("2026-11-15"),
};

describe("paying off a draw", () => {
  const requested = on("2026-11-05");
  const today = on("2026-11-02");

  it.each([
    ["PENDING_FUND_DISBURSEMENT", "PAYOFF_NOTHING_OUTSTANDING"],
    ["WAITING_FOR_REPAYMENT", null],
    ["DEFAULTED", "PAYOFF_NEEDS_SUPPORT"],
    ["REJECTED", "PAYOFF_NOTHING_OUTSTANDING"],
    ["CLOSED", "PAYOFF_NOTHING_OUTSTANDING"],
  ] as const)("that is %s: %s", (state, refusal) => {
    expect(whyNotPayOffDraw({ ...loan, state }, requested, today)).toBe(refusal);
  });

  it("follows the rules of a loan", () => {
    const draw = { ...loan, state: "WAITING_FOR_REPAYMENT" } as const;
    expect(whyNotPayOffDraw({ ...draw, loanStatus: "LATE" }, requested, today)).toBe("PAYOFF_NEEDS_SUPPORT");
    expect(whyNotPayOffDraw({ ...draw, isPayoffScheduled: true }, requested, today)).toBe("PAYOFF_ALREADY_SCHEDULED");
    expect(whyNotPayOffDraw({ ...draw, nextPaymentOn: null }, requested, today)).toBe("PAYOFF_NOTHING_OUTSTANDING");
    expect(whyNotPayOffDraw(draw, on("2026-11-13"), today)).toBe("PAYOFF_DATE_INVALID");
  });

  it("is possible exactly in the states that the lifecycle allows", () => {
    const open = drawRequestLifecycle.states.filter((state) => !whyNotPayOffDraw({ ...loan, state }, requested, today));
    expect(open).toEqual(drawRequestLifecycle.allowedFrom("EARLY_PAYOFF"));
  });
});
