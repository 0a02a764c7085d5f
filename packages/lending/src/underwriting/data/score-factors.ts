/** What lowers a credit score, in our own codes. A bureau lists its factors with the most important one first. */
export const scoreFactors = [
  "AMOUNTS_OWED",
  "DELINQUENCY",
  "ACCOUNTS_WITH_BALANCES",
  "INQUIRIES",
  "REVOLVING_USE",
  "REVOLVING_AGE",
  "RECENT_DELINQUENCY",
  "ACCOUNT_AGE",
  "NO_RECENT_REVOLVING",
  "ACCOUNTS_WITH_DELINQUENCY",
  "RECENT_PUBLIC_RECORD",
  "RECENT_ACCOUNT",
  "LOAN_BALANCES",
  "SERIOUS_DELINQUENCY",
  "PUBLIC_RECORD",
] as const;
export type ScoreFactor = (typeof scoreFactors)[number];

/** The lowest and the highest score of the model. */
export const scoreRange = { lowest: 300, highest: 850 } as const;

const mostFactors = 4;

/** The factors that a notice names: the first four, and the number of inquiries as a fifth wherever it stands in the list. */
export function keyFactors(factors: readonly ScoreFactor[]): ScoreFactor[] {
  const first = factors.slice(0, mostFactors);
  return factors.includes("INQUIRIES") && !first.includes("INQUIRIES") ? [...first, "INQUIRIES"] : first;
}
