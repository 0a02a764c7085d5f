/**
 * Exceptions to the policy. A rule raises one where the table allows it; staff decide, and another member of staff approves. `scope` says
 * whether it is about the borrower or about this transaction, `limit` what it allows at most.
 */
export const policyExceptions = {
  TPE_1: { name: "No Personal Guarantee", scope: "BORROWER", limit: "Rating LOW only, half of the amount" },
  TPE_2: { name: "Limited Business History", scope: "BORROWER", limit: "At most $25,000 for 180 days" },
  TPE_3: { name: "Loan Amount Exceeds Maximum", scope: "TRANSACTION", limit: "At most 120 % of the maximum" },
  TPE_4: { name: "Amortization Exceeds Maximum", scope: "TRANSACTION", limit: "One term longer" },
  TPE_5: { name: "Concentration Limit", scope: "BORROWER", limit: "Written consent of the capital provider" },
  TPE_6: { name: "Industry", scope: "BORROWER", limit: "Rating LOW or MEDIUM only" },
  TPE_7: { name: "Average Cash Balance", scope: "TRANSACTION", limit: "Half of the amount" },
} as const;
export type PolicyException = keyof typeof policyExceptions;
export const policyExceptionCodes = Object.keys(policyExceptions) as PolicyException[];

/** A loan may have at most this many. */
export const mostExceptions = 2;
