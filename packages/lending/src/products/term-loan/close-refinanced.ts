import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import {
  type Amounts,
  type Issued,
  isAssessed,
  isNotAssessed,
  joined,
  unpaidFees,
  waivedWhole,
} from "../../mechanics/obligation.ts";
import { besidePayment, payoffAdjusted, type Refinanced, type RefinancedDebt } from "../../mechanics/refinance.ts";
import { add, negate, noCents, sum } from "../../money/cents.ts";
import { refinancedLoanClosed, settledLines } from "./entries.ts";
import { ownDebts } from "./refinance.ts";
import { applyToTermLoan, payOffTermLoan } from "./servicing.ts";
import type { TermLoanTerms } from "./terms.ts";

type IssuedLoan = Issued<TermLoanTerms>;

/** The loan without its assessed fees, which are owed on the new loan. */
const withoutFees = (issued: IssuedLoan): IssuedLoan => ({
  ...issued,
  obligations: issued.obligations.filter(isNotAssessed),
});

const payoffOn = (on: BusinessDate) => ({ effectiveOn: on, drawId: null, invoiceId: null, creditCents: noCents });

/** The loans of our own that the terms pay off. */
export const refinancedLoans = ({ existingDebts }: TermLoanTerms): RefinancedDebt[] =>
  ownDebts(existingDebts).map(({ refinancedIssuedProductId, book, principalCents, interestCents }) => ({
    refinancedIssuedProductId,
    book,
    payoff: { principalCents, interestCents, feeCents: noCents },
  }));

export function refinancePayoff(issued: IssuedLoan, on: BusinessDate): Amounts {
  const { principalCents, interestCents } = payOffTermLoan(withoutFees(issued), payoffOn(on), plainWorksheet);
  return { principalCents, interestCents, feeCents: noCents };
}

/**
 * Closes a loan that a new one pays off. The funding entry of the new loan settles the signed principal and interest, so the change bills
 * the interest and no more. The rest of the fee is earned, as in a payoff, and unpaid assessed fees are carried to the new loan.
 */
export function closeRefinanced(issued: IssuedLoan, debt: RefinancedDebt, on: BusinessDate, book: Book): Refinanced {
  const { principalCents, interestCents } = debt.payoff;
  const amountCents = add(principalCents, interestCents);
  const paid = applyToTermLoan(withoutFees(issued), { ...payoffOn(on), kind: "PAYOFF", amountCents });
  const fees = issued.obligations.filter(isAssessed);
  const carriedFees = unpaidFees(fees);
  const unearnedFeeCents = negate(sum(paid.obligations.map((one) => one.unearnedFeeCents)));
  const isBilling = ({ lines }: { lines: readonly { account: string }[] }) =>
    lines.every(({ account }) => account === "INTEREST_RECEIVABLE" || account === "INTEREST_INCOME");
  const billing = besidePayment(paid).filter(({ entry }) => isBilling(entry));
  return {
    change: joined(
      { ...paid, entries: [...billing, ...payoffAdjusted(settledLines(debt.payoff), paid, issued.book)] },
      { entries: [], obligations: fees.map(waivedWhole), overpaidCents: noCents },
    ),
    entries: refinancedLoanClosed({ ...debt, unearnedFeeCents, unpaidFees: carriedFees }, book),
    carriedFees,
  };
}
