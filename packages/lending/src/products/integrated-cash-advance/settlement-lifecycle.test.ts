import { describe, expect, it } from "vitest";
import { followsLifecycle } from "../../flow/lifecycle.suite.ts";
import { paymentOrderLifecycle } from "../../payments/payment-order.ts";
import { settlementEventBy, settlementLifecycle } from "./settlement-lifecycle.ts";

followsLifecycle(settlementLifecycle, {
  table: `
    – | OPENED | OPEN
    OPEN | CARRIED | OPEN
    OPEN | CUT | COLLECTING or SETTLED
    COLLECTING | SUCCESSFUL_PAYMENT | SETTLED
    COLLECTING | FAILED_PAYMENT | FAILED
    SETTLED | PAYMENT_RETURNED | FAILED
    FAILED | RETRIED | COLLECTING
  `,
  ends: ["SETTLED"],
});

describe("receivable settlement", () => {
  const eventsFrom = (settlement: Parameters<typeof settlementEventBy>[0]) =>
    Object.fromEntries(
      paymentOrderLifecycle.states.flatMap((order) => {
        const event = settlementEventBy(settlement, order);
        return event ? [[order, event]] : [];
      }),
    );

  it("that is collected follows its order: it fails with a failed, rejected or cancelled one", () => {
    expect(eventsFrom("COLLECTING")).toEqual({
      SUCCESSFUL_PAYMENT: "SUCCESSFUL_PAYMENT",
      FAILED_PAYMENT: "FAILED_PAYMENT",
      REJECTED: "FAILED_PAYMENT",
      CANCELLED: "FAILED_PAYMENT",
    });
  });

  it("fails again when its payment comes back, and is collected again by another order", () => {
    expect(eventsFrom("SETTLED")).toMatchObject({ FAILED_PAYMENT: "PAYMENT_RETURNED" });
    expect(eventsFrom("FAILED")).toMatchObject({ CREATED: "RETRIED", SCHEDULED: "RETRIED", SUBMITTED: "RETRIED" });
  });

  it("that is open has no order to follow", () => {
    expect(eventsFrom("OPEN")).toEqual({});
  });
});
