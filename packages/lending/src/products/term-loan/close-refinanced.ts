import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import {
  type Change,
  type Issued,
  isAssessed,
  isNotAssessed,
  joined,
  unpaidFees,
  waivedWhole,
} from "../../mechanics/obligation.ts";
import { noCents, sum } from "../../money/cents.ts";
import type { RefinancedLoan } from "./entries.ts";
import { applyToTermLoan, payOffTermLoan } from "./servicing.ts";
import type { ExistingDebt, TermLoanTerms } from "./terms.ts";

type OwnDebt = Extract<ExistingDebt, { debtType: "KANMON_DEBT" }>;

/**
 * The change of a loan that a new one pays off, on the day of the new funding. It only bills interest: the funding of the new loan settles
 * principal and interest, and `refinancedLoanClosed` earns the rest of the fee and carries the unpaid fees to the new loan.
 */
export function closeRefinanced(
  issued: Issued<TermLoanTerms>,
  debt: Pick<OwnDebt, "principalCents" | "interestCents">,
  on: BusinessDate,
): { change: Change; closed: Pick<RefinancedLoan, "unearnedFeeCents" | "unpaidFees"> } {
  const loan = { ...issued, obligations: issued.obligations.filter(isNotAssessed) };
  const request = { effectiveOn: on, drawId: null, invoiceId: null, creditCents: noCents };
  const { amountCents, principalCents, interestCents } = payOffTermLoan(loan, request, plainWorksheet);
  if (principalCents !== debt.principalCents || interestCents !== debt.interestCents)
    throw new RangeError(`the refinanced loan costs ${principalCents} and ${interestCents} of interest on ${on}`);
  const paid = applyToTermLoan(loan, { ...request, kind: "PAYOFF", amountCents });
  const fees = issued.obligations.filter(isAssessed);
  const isBilling = ({ lines }: { lines: readonly { account: string }[] }) =>
    lines.every(({ account }) => account === "INTEREST_RECEIVABLE" || account === "INTEREST_INCOME");
  return {
    change: joined(
      { ...paid, entries: paid.entries.filter(({ entry }) => isBilling(entry)) },
      { entries: [], obligations: fees.map(waivedWhole), overpaidCents: noCents },
    ),
    closed: {
      unearnedFeeCents: sum(loan.obligations.map((row) => row.unearnedFeeCents)),
      unpaidFees: unpaidFees(fees),
    },
  };
}
