import { lifecycle } from "../../flow/lifecycle.ts";

/**
 * The share of one card sale that the platform withholds for an integrated advance. All names are our own except the two payment events,
 * which are payment order states. A reversal is a separate negative row and does not change this one.
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
