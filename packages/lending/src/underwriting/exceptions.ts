/**
 * Exceptions to the policy. A rule raises one where the table allows it; staff decide, and another member of staff approves. `scope` says
 * whether it is about the borrower or about this transaction.
 */
export const policyExceptions = {
  TPE_1: { name: "No Personal Guarantee", scope: "BORROWER" },
  TPE_2: { name: "Limited Business History", scope: "BORROWER" },
  TPE_3: { name: "Loan Amount Exceeds Maximum", scope: "TRANSACTION" },
  TPE_4: { name: "Amortization Exceeds Maximum", scope: "TRANSACTION" },
  TPE_5: { name: "Concentration Limit", scope: "BORROWER" },
  TPE_6: { name: "Industry", scope: "BORROWER" },
  TPE_7: { name: "Average Cash Balance", scope: "TRANSACTION" },
} as const;
export type PolicyException = keyof typeof policyExceptions;

/** A loan may have at most this many. */
export const mostExceptions = 2;
