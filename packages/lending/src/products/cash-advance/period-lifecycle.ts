import { lifecycle } from "../../flow/lifecycle.ts";

/**
 * One period of a merchant cash advance, from its first sale to its payment. All names are our own except PAID and the two payment events,
 * which are payment order states.
 */
export const advancePeriodLifecycle = lifecycle("advance period", {
  begins: { PERIOD_OPENED: "OPEN" },
  moves: {
    OPEN: {
      SALES_READ: ["DUE", "NO_SALES"],
      SALES_MISSING: "DUE_ESTIMATED",
      // The advance was repaid in full before the sales of this period were known.
      PAID_IN_FULL: "DROPPED",
    },
    DUE: { SUCCESSFUL_PAYMENT: "PAID", FAILED_PAYMENT: "UNPAID" },
    DUE_ESTIMATED: { RECONCILED: "DUE", SUCCESSFUL_PAYMENT: "PAID", FAILED_PAYMENT: "UNPAID" },
    UNPAID: { RETRIED: "DUE" },
    // When the sales become known after an estimate was debited, the next period or a refund settles the difference.
    PAID: { RECONCILED: "PAID", PAYMENT_RETURNED: "UNPAID" },
    NO_SALES: {},
    DROPPED: {},
  },
  ends: ["PAID", "NO_SALES", "DROPPED"],
});
export type AdvancePeriodState = (typeof advancePeriodLifecycle.states)[number];
