import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import type { Cents } from "../money/cents.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

/** The days for which a line stays open whose terms do not name them. */
const lineDays = 360;

/** What an accepted offer becomes: a loan or an advance with its payout, or a line with its limit. */
export type IssuedTerms =
  | { kind: "PAYOUT"; request: Record<string, Cents>; payoutCents: Cents }
  | { kind: "LINE"; limitCents: Cents; maturesOn: BusinessDate };

/** What an offer that was accepted at an amount becomes on a day. */
export function issuedTerms(terms: OfferTerms, amountCents: Cents, on: BusinessDate): IssuedTerms {
  switch (terms.productType) {
    case "TERM_LOAN": {
      const quote = quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn: on }, plainWorksheet);
      return {
        kind: "PAYOUT",
        request: { loanAmountCents: amountCents },
        payoutCents: quote.netDisbursementAmountCents,
      };
    }
    case "MCA":
    case "INTEGRATED_MCA": {
      const request = { advanceAmountCents: amountCents, fundedOn: on };
      const quote =
        terms.productType === "MCA"
          ? quoteCashAdvance(terms, request, plainWorksheet)
          : quoteIntegratedCashAdvance(terms, request, plainWorksheet);
      return {
        kind: "PAYOUT",
        request: { advanceAmountCents: amountCents },
        payoutCents: quote.netDisbursementAmountCents,
      };
    }
    case "LOC_TERM_LOAN":
      return { kind: "LINE", limitCents: amountCents, maturesOn: addDays(on, terms.durationDays) };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return { kind: "LINE", limitCents: amountCents, maturesOn: addDays(on, lineDays) };
  }
}

/** The debts to other lenders that an offer pays off. */
export const externalDebtsOf = (terms: OfferTerms): { existingDebtId: string; payoffCents: Cents }[] =>
  terms.productType === "TERM_LOAN"
    ? terms.existingDebts.flatMap((debt) =>
        debt.debtType === "EXTERNAL_DEBT"
          ? [{ existingDebtId: debt.existingDebtId, payoffCents: debt.payoffCents }]
          : [],
      )
    : [];
