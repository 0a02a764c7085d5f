import { describe, expect, it } from "vitest";
import { paymentOrderLifecycle } from "../payments/payment-order.ts";
import { payoffEventBy, payoffLifecycle } from "./payoff-lifecycle.ts";

const eventsFrom = (payoff: Parameters<typeof payoffEventBy>[0], isClaimed = true) =>
  Object.fromEntries(
    paymentOrderLifecycle.states.flatMap((status) => {
      const event = payoffEventBy(payoff, { status, isClaimed });
      return event ? [[status, event]] : [];
    }),
  );

describe("payoff", () => {
  it("that is SCHEDULED follows its order from the claim on", () => {
    expect(payoffEventBy("SCHEDULED", { status: "SCHEDULED", isClaimed: false })).toBeNull();
    expect(eventsFrom("SCHEDULED")).toEqual({
      SCHEDULED: "SENT",
      SUBMITTED: "SENT",
      PAYMENT_PROCESSOR_OUTAGE: "SENT",
      UNEXPECTED_ERROR: "SENT",
      SUCCESSFUL_PAYMENT: "SETTLED",
      FAILED_PAYMENT: "FAILED",
      REJECTED: "FAILED",
      CANCELLED: "FAILED",
    });
  });

  it("that is IN_FLIGHT is SCHEDULED again only if the processor never accepted its debit", () => {
    expect(payoffEventBy("IN_FLIGHT", { status: "SCHEDULED", isClaimed: false })).toBe("NOT_ACCEPTED");
    expect(eventsFrom("IN_FLIGHT")).toEqual({
      CREATED: "NOT_ACCEPTED",
      SUCCESSFUL_PAYMENT: "SETTLED",
      FAILED_PAYMENT: "FAILED",
      REJECTED: "FAILED",
      CANCELLED: "FAILED",
    });
  });

  it("that is COMPLETED has failed when its debit comes back, and one that has failed or was cancelled stays so", () => {
    expect(eventsFrom("COMPLETED")).toEqual({ FAILED_PAYMENT: "RETURNED" });
    expect(eventsFrom("FAILED")).toEqual({});
    expect(eventsFrom("CANCELLED")).toEqual({});
  });

  it("can be cancelled only while it is SCHEDULED", () => {
    expect(payoffLifecycle.allowedFrom("CANCELLED")).toEqual(["SCHEDULED"]);
  });
});
