import { describe, expect, it } from "vitest";
import {
  drawDetailsStatus,
  drawHistoryStatus,
  drawPaymentRowStatus,
  drawStatuses,
  opensDrawDetails,
  paymentScheduleRowStatus,
} from "./draw-display.ts";

describe("draw display", () => {
  it.each([
    ["PENDING_FUND_DISBURSEMENT", "PENDING", "PENDING", false],
    ["WAITING_FOR_REPAYMENT", "CURRENT", "ACTIVE", true],
    ["CLOSED", "PAID OFF", "PAID", true],
    ["DEFAULTED", "DEFAULTED", "LATE", true],
    ["REJECTED", "REJECTED", "REJECTED", false],
  ] as const)(
    "shows %s as %s on its page, as %s in the history, with a link: %s",
    (state, details, history, isLinked) => {
      expect(drawDetailsStatus[state].label).toBe(details);
      expect(drawHistoryStatus[state].label).toBe(history);
      expect(opensDrawDetails(state)).toBe(isLinked);
    },
  );

  it("shows a draw whose payment is late as LATE, and one in another state by its state", () => {
    expect(drawStatuses({ state: "WAITING_FOR_REPAYMENT", isLate: true }).history.label).toBe("LATE");
    expect(drawStatuses({ state: "WAITING_FOR_REPAYMENT", isLate: false }).history.label).toBe("ACTIVE");
    expect(drawStatuses({ state: "DEFAULTED", isLate: true }).details.label).toBe("DEFAULTED");
  });

  it.each([
    [null, "SCHEDULED", "SCHEDULED"],
    ["CREATED", "PROCESSING", "SCHEDULED"],
    ["SCHEDULED", "SCHEDULED", "SCHEDULED"],
    ["SUBMITTED", "PROCESSING", "PENDING"],
    ["SUCCESSFUL_PAYMENT", "PAID", "PAID"],
    ["FAILED_PAYMENT", "FAILED", "FAILED"],
    ["REJECTED", "REJECTED", "REJECTED"],
    ["CANCELLED", "CANCELLED", "CANCELLED"],
    ["PAYMENT_PROCESSOR_OUTAGE", "FAILED", "PENDING"],
    ["UNEXPECTED_ERROR", "FAILED", "PENDING"],
  ] as const)("shows a payment %s as %s on its page and as %s in the schedule", (order, onPage, inSchedule) => {
    expect(drawPaymentRowStatus(order).label).toBe(onPage);
    expect(paymentScheduleRowStatus(order).label).toBe(inSchedule);
  });
});
