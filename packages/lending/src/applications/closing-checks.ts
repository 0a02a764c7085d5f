import { stateProductRow } from "../disclosures/state-product-matrix.ts";
import type { ProductType } from "../products/product-type.ts";

/** The checks before a loan is made, in order. Each result is stored with its author and time. */
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

type Closed = { refinancesExternalDebt: boolean; state: string; product: ProductType };

/** Payoff letters apply to refinancing another lender's debt, and registration to some states. The other checks always apply. */
export const closingChecksFor = (loan: Closed): ClosingCheck[] =>
  closingChecks.filter((check) => {
    if (check === "PAYOFF_LETTERS_RECEIVED") return loan.refinancesExternalDebt;
    if (check === "STATE_REGISTRATION_HELD") return needsRegistration(loan);
    return true;
  });

/** A state that the matrix does not list counts as one that requires registration, so nothing is closed there. */
const needsRegistration = ({ state, product }: Closed): boolean =>
  stateProductRow(state, product)?.registrationOf.length !== 0;
