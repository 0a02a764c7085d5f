import { lifecycle } from "../../flow/lifecycle.ts";

/** The advance was repaid in full by something else than this period, its payout came back, or its business has closed. */
const overWithAdvance = { PAID_IN_FULL: "DROPPED", FUNDING_RETURNED: "DROPPED", BUSINESS_CLOSED: "DROPPED" } as const;

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
      // Earlier periods that are not paid yet are due with everything that is left of the advance.
      CALLED_IN_FULL: "DROPPED",
      ...overWithAdvance,
    },
    DUE: { SUCCESSFUL_PAYMENT: "PAID", FAILED_PAYMENT: "UNPAID", ...overWithAdvance },
    DUE_ESTIMATED: {
      RECONCILED: ["DUE", "NO_SALES"],
      SUCCESSFUL_PAYMENT: "PAID",
      FAILED_PAYMENT: "UNPAID",
      ...overWithAdvance,
    },
    // The sales may become known while no debit of the estimate waits for its day.
    UNPAID: { RETRIED: "DUE", RECONCILED: ["UNPAID", "NO_SALES"], ...overWithAdvance },
    // When the sales become known after an estimate was debited, the next period or a refund settles the difference.
    PAID: { RECONCILED: "PAID", PAYMENT_RETURNED: "UNPAID" },
    NO_SALES: { RECONCILED: "NO_SALES" },
    DROPPED: {},
  },
  ends: ["PAID", "NO_SALES", "DROPPED"],
});
export type AdvancePeriodState = (typeof advancePeriodLifecycle.states)[number];
export type AdvancePeriodEvent = (typeof advancePeriodLifecycle.events)[number];
