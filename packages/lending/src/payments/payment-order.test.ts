import { describe, expect, it } from "vitest";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { isPending, isReplaceable, paymentOrderLifecycle } from "./payment-order.ts";

followsLifecycle(paymentOrderLifecycle, {
  table: `
    – | CREATED, RETRIED | CREATED
    CREATED | APPROVED | SCHEDULED
    CREATED | REJECTED | REJECTED
    CREATED, SCHEDULED | CANCELLED | CANCELLED
    CREATED | BOOKED | SUCCESSFUL_PAYMENT
    SCHEDULED | PRE_DEBIT_CHECK | SCHEDULED
    SCHEDULED | SUBMIT | SUBMITTED
    SCHEDULED | PAYMENT_PROCESSOR_OUTAGE | PAYMENT_PROCESSOR_OUTAGE
    PAYMENT_PROCESSOR_OUTAGE | PROCESSOR_BACK | SUBMITTED
    PAYMENT_PROCESSOR_OUTAGE | NOT_ACCEPTED | SCHEDULED
    SUBMITTED | UNEXPECTED_ERROR | UNEXPECTED_ERROR
    UNEXPECTED_ERROR | RESOLVED | SUBMITTED or FAILED_PAYMENT or SUCCESSFUL_PAYMENT
    SUBMITTED | SETTLED | SUCCESSFUL_PAYMENT
    SUBMITTED | FAILED | FAILED_PAYMENT
    SUBMITTED | NOT_RECEIVED | CANCELLED
    SUCCESSFUL_PAYMENT | RETURNED | FAILED_PAYMENT
  `,
  ends: ["SUCCESSFUL_PAYMENT", "FAILED_PAYMENT", "REJECTED", "CANCELLED"],
});

describe("payment order", () => {
  it("is pending while its outcome is unknown", () => {
    expect(paymentOrderLifecycle.states.filter(isPending)).toEqual([
      "PAYMENT_PROCESSOR_OUTAGE",
      "SUBMITTED",
      "UNEXPECTED_ERROR",
    ]);
  });

  it("can be replaced until it is submitted", () => {
    expect(paymentOrderLifecycle.states.filter(isReplaceable)).toEqual(["CREATED", "SCHEDULED"]);
  });

  it("can be canceled exactly while it can be replaced", () => {
    expect(paymentOrderLifecycle.allowedFrom("CANCELLED")).toEqual(paymentOrderLifecycle.states.filter(isReplaceable));
  });
});
