import { lifecycle } from "../../flow/lifecycle.ts";

/**
 * One draw on a line of credit; its state is `currentStep` on the wire. ITEM_PAID, EARLY_PAYOFF_FAILED,
 * DISBURSEMENT_RETURNED, REINSTATED and PAYMENT_RETURNED are our own names.
 */
export const drawRequestLifecycle = lifecycle("draw request", {
  begins: { DRAW_REQUEST_CREATED: "PENDING_FUND_DISBURSEMENT" },
  moves: {
    PENDING_FUND_DISBURSEMENT: { FUNDS_DISBURSED: "WAITING_FOR_REPAYMENT", REJECTED: "REJECTED" },
    WAITING_FOR_REPAYMENT: {
      ITEM_PAID: "WAITING_FOR_REPAYMENT",
      REPAID: "CLOSED",
      REPAYMENT_FAILED: "WAITING_FOR_REPAYMENT",
      EARLY_PAYOFF: "WAITING_FOR_REPAYMENT",
      EARLY_PAYOFF_FAILED: "WAITING_FOR_REPAYMENT",
      DEFAULTED: "DEFAULTED",
      // Disbursed means submitted to the network, which may still return the payment.
      DISBURSEMENT_RETURNED: ["PENDING_FUND_DISBURSEMENT", "REJECTED"],
    },
    DEFAULTED: {
      ITEM_PAID: "DEFAULTED",
      REPAID: "CLOSED",
      REPAYMENT_FAILED: "DEFAULTED",
      REINSTATED: "WAITING_FOR_REPAYMENT",
    },
    REJECTED: {},
    CLOSED: { PAYMENT_RETURNED: ["WAITING_FOR_REPAYMENT", "DEFAULTED"] },
  },
  ends: ["REJECTED", "CLOSED"],
});
export type DrawRequestState = (typeof drawRequestLifecycle.states)[number];
