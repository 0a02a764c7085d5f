import { describe, expect, it } from "vitest";
import { activityEvents, activityOf } from "./activity.ts";

describe("activity of a product", () => {
  it.each([
    ["payment.submitted", {}, "PAYMENT_SENT"],
    ["payment.settled", {}, "PAYMENT_SETTLED"],
    ["payment.failed", {}, "PAYMENT_FAILED"],
    ["payment.returned", {}, "PAYMENT_RETURNED"],
    ["product.fee_assessed", {}, "FEE_ASSESSED"],
    ["product.payment_arranged", { arrangement: "MOVE" }, "PAYMENT_MOVED"],
    ["product.payment_arranged", { arrangement: "SPLIT" }, "PAYMENT_SPLIT"],
    ["product.payment_arranged", { arrangement: "RETRY_DAY" }, "RETRY_DAY_CHOSEN"],
    ["product.pay_now_changed", { status: "ORDERED" }, "PAY_NOW_ORDERED"],
    ["product.pay_now_changed", { status: "FAILED" }, null],
    ["product.payoff_changed", { status: "SCHEDULED" }, "PAYOFF_SCHEDULED"],
    ["product.payoff_changed", { status: "IN_FLIGHT" }, null],
    ["product.status_changed", { loanStatus: "LATE" }, "BECAME_LATE"],
    ["product.status_changed", { loanStatus: "FULLY_PAID" }, "PAID_OFF"],
  ])("of %s %j is %s", (event, body, kind) => {
    expect(activityOf(event, body)).toBe(kind);
  });

  it("tells nothing of what only staff see", () => {
    for (const event of ["payment.held", "payment.created", "product.billed", "product.delinquency_step_done"]) {
      expect(activityEvents.map((one) => one.event)).not.toContain(event);
      expect(activityOf(event, {})).toBeNull();
    }
  });
});
