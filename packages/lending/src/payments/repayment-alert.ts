/** The staff alerts about a repayment. */
export const repaymentAlerts = [
  "EARLY_REPAYMENT",
  "NSF",
  "PLAID_DISCONNECTED",
  "PLAID_BALANCE_CHECK_ERROR",
  "STALE_BALANCE",
  "EARLY_PAYOFF",
  "IMPROPERLY_CREATED",
  "EXTENSION_FEE_PAYMENT_FAILED",
] as const;
export type RepaymentAlert = (typeof repaymentAlerts)[number];
