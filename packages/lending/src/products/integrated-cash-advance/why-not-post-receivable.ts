import type { LoanStatus } from "../../mechanics/issued-product.ts";
import { type Cents, noCents } from "../../money/cents.ts";

export type PostedReceivable = { chargeCents: Cents; repaymentCents: Cents };

export type PostReceivableRefusal =
  | "RECEIVABLE_MISMATCH"
  | "WRONG_STATE"
  | "NO_REMAINING_BALANCE"
  | "INCORRECT_REPAYMENT_AMOUNT";

export type ReceivableProduct = { loanStatus: LoanStatus; balanceCents: Cents };

/**
 * `earlier` is the receivable that the platform posted under the same transaction id. The same amounts are accepted again, other amounts
 * are refused. `expectedCents` is the share by our own calculation. A refund is possible after the advance is repaid or refinanced, too.
 */
export function whyNotPostReceivable(
  product: ReceivableProduct,
  posted: PostedReceivable,
  expectedCents: Cents,
  earlier: PostedReceivable | null,
): PostReceivableRefusal | null {
  if (earlier !== null) {
    const isSame = earlier.chargeCents === posted.chargeCents && earlier.repaymentCents === posted.repaymentCents;
    return isSame ? null : "RECEIVABLE_MISMATCH";
  }
  const isReversal = posted.chargeCents < noCents;
  if (!isOpen(product.loanStatus) && !(isReversal && isPaidOff(product.loanStatus)))
    return paidOrWrong(product.loanStatus);
  if (!isReversal && product.balanceCents <= 0) return "NO_REMAINING_BALANCE";
  return posted.repaymentCents === expectedCents ? null : "INCORRECT_REPAYMENT_AMOUNT";
}

/** An advance in default is still collected from its sales. */
const isOpen = (status: LoanStatus) => status === "CURRENT" || status === "LATE" || status === "DEFAULTED";

const isPaidOff = (status: LoanStatus) => status === "FULLY_PAID" || status === "REFINANCED";

const paidOrWrong = (status: LoanStatus) => (status === "FULLY_PAID" ? "NO_REMAINING_BALANCE" : "WRONG_STATE");
