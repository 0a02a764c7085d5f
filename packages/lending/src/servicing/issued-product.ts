import { labelled } from "../flow/labelled.ts";
import { lifecycle } from "../flow/lifecycle.ts";

/**
 * How a product stands; `loanStatus` on the wire. ITEM_PAST_DUE, PAID_IN_FULL, LINE_MATURED, LINE_CLOSED,
 * LINE_SUSPENDED, WRITTEN_OFF, REINSTATED and PAYMENT_RETURNED are names of ours.
 */
export const issuedProductLifecycle = lifecycle("issued product", {
  begins: { OPERATIONAL_LOAN: "CURRENT" },
  moves: {
    CURRENT: {
      ITEM_PAST_DUE: "LATE",
      // An advance defaults by breach alone, which needs no late payment before it.
      DEFAULTED: "DEFAULTED",
      PAID_IN_FULL: "FULLY_PAID",
      REFINANCED: "REFINANCED",
      LINE_MATURED: "CLOSED",
      LINE_CLOSED: "CLOSED",
      LINE_SUSPENDED: "CURRENT",
    },
    LATE: {
      REPAID: "CURRENT",
      DEFAULTED: "DEFAULTED",
      PAID_IN_FULL: "FULLY_PAID",
      REFINANCED: "REFINANCED",
    },
    DEFAULTED: { PAID_IN_FULL: "FULLY_PAID", WRITTEN_OFF: "DEFAULTED", REINSTATED: "CURRENT" },
    // A bank may send the last payment back; the product then stands where it stood before it.
    FULLY_PAID: { PAYMENT_RETURNED: ["CURRENT", "LATE", "DEFAULTED"] },
    REFINANCED: {},
    CLOSED: {},
  },
  ends: ["FULLY_PAID", "REFINANCED", "CLOSED"],
});
export type LoanStatus = (typeof issuedProductLifecycle.states)[number];

/** Whether the money has moved. FUNDING_SUCCEEDED and LINE_OPENED are names of ours. */
export const productStateLifecycle = lifecycle("product state", {
  begins: { OPERATIONAL_LOAN: "PENDING" },
  moves: { PENDING: { FUNDING_SUCCEEDED: "ACTIVE", LINE_OPENED: "ACTIVE" }, ACTIVE: {} },
  ends: ["ACTIVE"],
});
export type ProductState = (typeof productStateLifecycle.states)[number];

export const loanStatusLabels = labelled({
  CURRENT: "CURRENT",
  LATE: "LATE",
  DEFAULTED: "DEFAULTED",
  REFINANCED: "REFINANCED",
  FULLY_PAID: "PAID OFF",
  CLOSED: "CLOSED",
} satisfies Record<LoanStatus, string>);
