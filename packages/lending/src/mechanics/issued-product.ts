import { labeled } from "../flow/labeled.ts";
import { lifecycle } from "../flow/lifecycle.ts";

/**
 * The status of an issued product; `loanStatus` on the wire. ITEM_PAST_DUE, PAID_IN_FULL, LINE_MATURED, LINE_CLOSED,
 * LINE_SUSPENDED, FUNDING_ABANDONED, BUSINESS_CLOSED, WRITTEN_OFF, REINSTATED, PAYMENT_RETURNED and REFINANCE_RETURNED are our own names.
 */
export const issuedProductLifecycle = lifecycle("issued product", {
  begins: { OPERATIONAL_LOAN: "CURRENT" },
  moves: {
    CURRENT: {
      ITEM_PAST_DUE: "LATE",
      // An advance defaults only by breach, which needs no late payment before.
      DEFAULTED: "DEFAULTED",
      PAID_IN_FULL: "FULLY_PAID",
      REFINANCED: "REFINANCED",
      LINE_MATURED: "CLOSED",
      LINE_CLOSED: "CLOSED",
      LINE_SUSPENDED: "CURRENT",
      // Its payout came back, and no other account was found for it in time.
      FUNDING_ABANDONED: "CLOSED",
      // An advance whose business has closed is written off without a default, because the end of a business is no breach.
      BUSINESS_CLOSED: "CLOSED",
    },
    LATE: {
      REPAID: "CURRENT",
      DEFAULTED: "DEFAULTED",
      PAID_IN_FULL: "FULLY_PAID",
      REFINANCED: "REFINANCED",
    },
    DEFAULTED: { PAID_IN_FULL: "FULLY_PAID", WRITTEN_OFF: "DEFAULTED", REINSTATED: "CURRENT", LINE_CLOSED: "CLOSED" },
    // A bank may return a payment after the end. The product then owes that amount and is late.
    FULLY_PAID: { PAYMENT_RETURNED: "LATE" },
    // The payout of the new product may be returned, and with it the payoff. The product is then as it was before.
    REFINANCED: { PAYMENT_RETURNED: "LATE", REFINANCE_RETURNED: ["CURRENT", "LATE"] },
    CLOSED: { PAYMENT_RETURNED: "LATE" },
  },
  ends: ["FULLY_PAID", "REFINANCED", "CLOSED"],
});
export type LoanStatus = (typeof issuedProductLifecycle.states)[number];

/** The statuses that a line takes from its draws or invoices. */
export type LineStatus = Extract<LoanStatus, "CURRENT" | "LATE" | "DEFAULTED">;

/** Whether the product is funded. FUNDING_SUCCEEDED and LINE_OPENED are our own names. */
export const productStateLifecycle = lifecycle("product state", {
  begins: { OPERATIONAL_LOAN: "PENDING" },
  moves: { PENDING: { FUNDING_SUCCEEDED: "ACTIVE", LINE_OPENED: "ACTIVE" }, ACTIVE: {} },
  ends: ["ACTIVE"],
});
export type ProductState = (typeof productStateLifecycle.states)[number];

export const loanStatusLabels = labeled({
  CURRENT: "CURRENT",
  LATE: "LATE",
  DEFAULTED: "DEFAULTED",
  REFINANCED: "REFINANCED",
  FULLY_PAID: "PAID OFF",
  CLOSED: "CLOSED",
} satisfies Record<LoanStatus, string>);
