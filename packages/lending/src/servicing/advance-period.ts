import { lifecycle } from "../flow/lifecycle.ts";

/**
 * One period of a merchant cash advance, from its first sale to its payment. Every name is ours but PAID and the two
 * payment events, which are the order's states.
 */
export const advancePeriodLifecycle = lifecycle("advance period", {
  begins: { PERIOD_OPENED: "OPEN" },
  moves: {
    OPEN: {
      SALES_READ: ["DUE", "NO_SALES"],
      SALES_MISSING: "DUE_ESTIMATED",
      // The advance was repaid in full before this period was read.
      PAID_IN_FULL: "DROPPED",
    },
    DUE: { SUCCESSFUL_PAYMENT: "PAID", FAILED_PAYMENT: "UNPAID" },
    DUE_ESTIMATED: { RECONCILED: "DUE", SUCCESSFUL_PAYMENT: "PAID", FAILED_PAYMENT: "UNPAID" },
    UNPAID: { RETRIED: "DUE" },
    // Sales that arrive after an estimate was debited settle the difference elsewhere: next period, or a refund.
    PAID: { RECONCILED: "PAID", PAYMENT_RETURNED: "UNPAID" },
    NO_SALES: {},
    DROPPED: {},
  },
  ends: ["PAID", "NO_SALES", "DROPPED"],
});
export type AdvancePeriodState = (typeof advancePeriodLifecycle.states)[number];
