/** How often an advance is collected, where it is not settled with each sale. */
export const repaymentFrequencies = ["DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"] as const;
export type RepaymentFrequency = (typeof repaymentFrequencies)[number];
