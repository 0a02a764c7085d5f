import { lifecycle } from "../flow/lifecycle.ts";

/**
 * One card sale's share that the platform withholds for an integrated advance. Every name is ours but the two payment
 * events, which are the order's states. Reversing writes a negative row of its own and leaves this one where it is.
 */
export const receivableLifecycle = lifecycle("receivable", {
  begins: { POSTED: "ACCRUED" },
  moves: {
    ACCRUED: { BATCHED: "IN_SETTLEMENT", REVERSED: "ACCRUED" },
    IN_SETTLEMENT: { SUCCESSFUL_PAYMENT: "SETTLED", FAILED_PAYMENT: "ACCRUED", REVERSED: "IN_SETTLEMENT" },
    SETTLED: { REVERSED: "SETTLED", PAYMENT_RETURNED: "ACCRUED" },
  },
  ends: ["SETTLED"],
});
export type ReceivableState = (typeof receivableLifecycle.states)[number];
