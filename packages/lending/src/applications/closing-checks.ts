/** What must be true before a loan is made, in the order in which it is looked at. Each is kept with who and when. */
export const closingChecks = [
  "SIGNERS_IDENTIFIED",
  "TAX_ID_MATCHED",
  "SANCTIONS_CLEAR_TODAY",
  "ACCOUNT_VERIFIED_AND_OWNED",
  "BALANCE_FRESH_AND_SOUND",
  "DISCLOSURE_SIGNED_BEFORE_AGREEMENT",
  "AGREEMENT_SIGNED_BY_ALL",
  "ACH_AUTHORIZATION_ON_FILE",
  "PAYOFF_LETTERS_RECEIVED",
  "CAPITAL_RESERVED",
  "STATE_REGISTRATION_HELD",
] as const;
export type ClosingCheck = (typeof closingChecks)[number];

/** States in which we must be registered before a loan is made there. */
const registrationStates = ["TX", "VA", "CT", "UT"];

/** Payoff letters belong to refinancing another lender's debt, registration to some states; the rest is always asked. */
export const closingChecksFor = (loan: { refinancesExternalDebt: boolean; state: string }): ClosingCheck[] =>
  closingChecks.filter((check) => {
    if (check === "PAYOFF_LETTERS_RECEIVED") return loan.refinancesExternalDebt;
    if (check === "STATE_REGISTRATION_HELD") return registrationStates.includes(loan.state);
    return true;
  });
