import { describe, expect, it } from "vitest";
import type { PaymentOrderStatus } from "../../payments/payment-order.ts";
import { eventsByDebits } from "./period-debits.ts";
import { type AdvancePeriodState, advancePeriodLifecycle } from "./period-lifecycle.ts";

const debits = (...statuses: PaymentOrderStatus[]) => statuses.map((status) => ({ status, isClaimed: false }));

describe("a period of a cash advance", () => {
  it.each([
    ["waits for the outcome of its debit", "DUE", debits("SUBMITTED"), "DUE"],
    ["is paid by its debit", "DUE", debits("SUCCESSFUL_PAYMENT"), "PAID"],
    ["is paid by the debit of its estimate", "DUE_ESTIMATED", debits("SUCCESSFUL_PAYMENT"), "PAID"],
    ["is unpaid while its retry waits for its day", "DUE", debits("FAILED_PAYMENT", "SCHEDULED"), "UNPAID"],
    ["is due again when its retry is sent", "UNPAID", debits("FAILED_PAYMENT", "SUBMITTED"), "DUE"],
    [
      "is paid by a retry that nobody has seen being sent",
      "UNPAID",
      debits("FAILED_PAYMENT", "SUCCESSFUL_PAYMENT"),
      "PAID",
    ],
    ["is unpaid again when its payment comes back", "PAID", debits("FAILED_PAYMENT"), "UNPAID"],
    ["is not due because its debit was withdrawn", "DUE", debits("CANCELLED"), "DUE"],
    ["stays without sales", "NO_SALES", debits(), "NO_SALES"],
  ] as const)("%s", (_, before, made, after) => {
    const state = eventsByDebits(before, made).reduce<AdvancePeriodState>(
      (at, event) => advancePeriodLifecycle.next(at, event),
      before,
    );
    expect(state).toBe(after);
    expect(eventsByDebits(state, made)).toEqual([]);
  });

  it("is due again when the file of its retry was claimed", () => {
    const claimed = [...debits("FAILED_PAYMENT"), { status: "SCHEDULED" as const, isClaimed: true }];
    expect(eventsByDebits("UNPAID", claimed)).toEqual(["RETRIED"]);
  });
});
