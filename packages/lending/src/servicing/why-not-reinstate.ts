import type { BusinessDate } from "../calendar/business-date.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { isAssessed, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { type Cents, sum } from "../money/cents.ts";

/** What is past due. Fees are not a part of it: they never make a product late, and are debited after the reinstatement. */
export const arrearsOf = (obligations: readonly Obligation[], today: BusinessDate): Cents =>
  sum(
    obligations
      .filter((one) => !isAssessed(one) && one.dueOn !== null && one.dueOn < today)
      .map((one) => totalOf(unpaid(one))),
  );

export type ReinstateRefusal = "NOT_IN_DEFAULT" | "ALREADY_WRITTEN_OFF" | "ARREARS_UNPAID";

/** Why a product does not leave its default. */
export function whyNotReinstate(product: {
  loanStatus: LoanStatus;
  isWrittenOff: boolean;
  arrearsCents: Cents;
}): ReinstateRefusal | null {
  if (product.loanStatus !== "DEFAULTED") return "NOT_IN_DEFAULT";
  if (product.isWrittenOff) return "ALREADY_WRITTEN_OFF";
  return product.arrearsCents > 0 ? "ARREARS_UNPAID" : null;
}
