import { add, type Cents, most, noCents, subtract } from "../money/cents.ts";
import type { LoanStatus } from "./issued-product.ts";

export type LineUse = {
  loanStatus: LoanStatus;
  limitCents: Cents;
  openPrincipalCents: Cents;
  /** The amount of requests that wait for funding. */
  reservedPrincipalCents: Cents;
};

/** The available limit. It is zero once the line is in default or closed, and never negative. */
export function availableLimit({ loanStatus, limitCents, openPrincipalCents, reservedPrincipalCents }: LineUse): Cents {
  if (loanStatus === "DEFAULTED" || loanStatus === "CLOSED") return noCents;
  return most(noCents, subtract(limitCents, add(openPrincipalCents, reservedPrincipalCents)));
}
