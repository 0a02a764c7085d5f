import type { BusinessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { monthsOf } from "../mechanics/installments/installment.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { isScheduled, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { type Cents, cents, noCents, sum } from "../money/cents.ts";
import type { OfferPricing } from "../offers/pricing.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";

/** An issued product as its figures are computed from it. */
export type IssuedFacts = {
  terms: OfferPricing;
  /** The loan, the advance or the limit. */
  amountCents: Cents;
  /** The principal of draws and invoices that are approved and not funded yet. */
  reservedCents: Cents;
  status: LoanStatus;
  /** The day of the payout, or the expected one. */
  fundedOn: BusinessDate;
  /** Empty until the payout was submitted. */
  obligations: readonly Obligation[];
  /** The payoff that is scheduled or being processed. */
  openPayoff: { effectiveOn: BusinessDate; amountCents: Cents } | null;
  today: BusinessDate;
};

/** The figures of an issued product that its business is shown; `servicingData` on the wire. */
export function servicingData(issued: IssuedFacts) {
  const { terms, amountCents, fundedOn } = issued;
  const next = nextPayment(issued);
  const { openPayoff } = issued;
  switch (terms.productType) {
    case "TERM_LOAN": {
      const quote = quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn }, plainWorksheet);
      return {
        product: terms.productType,
        ...next,
        loanAmountCents: amountCents,
        offerDurationMonths: monthsOf(terms.durationDays),
        originationFeeCents: quote.feeAmountCents,
        refiExistingLoanPayoffAmountCents: quote.refiExistingLoanPayoffAmountCents,
        netDisbursementAmountCents: quote.netDisbursementAmountCents,
        termLoanAmmortizationSchedule: {
          loanSummary: {
            principalBalanceInCents: unpaidPrincipal(issued),
            monthlyPaymentInCents: quote.monthlyPaymentCents,
            interestRate: terms.interestRatePercentage,
            earlyPayoff: openPayoff && { effectiveDate: openPayoff.effectiveOn, amountCents: openPayoff.amountCents },
          },
          loanPaymentSchedule: issued.obligations.filter(isScheduled).flatMap(({ dueOn, owed, paid }) =>
            dueOn === null
              ? []
              : {
                  date: dueOn,
                  monthlyPaymentInCents: totalOf(owed),
                  amountPaidInCents: totalOf(paid),
                },
          ),
        },
      };
    }
    case "LOC_TERM_LOAN":
      return {
        product: terms.productType,
        ...next,
        limitAmountCents: amountCents,
        availableInCents: available(issued),
        feePercentage: terms.feePercentage,
        interestRate: terms.interestRatePercentage,
        durationDays: terms.durationDays,
        repaymentDurationDays: terms.repaymentDurationDays,
        locMaintenanceFeeDisplayType: terms.locMaintenanceFeeDisplayType,
        locMaintenanceFeePercentage: terms.locMaintenanceFeePercentage,
        locMaintenanceFeeCents: terms.locMaintenanceFeeAmountCents,
      };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return {
        product: terms.productType,
        ...next,
        monthlyLimitAmountCents: amountCents,
        availableInCents: available(issued),
        offerPricingPlans: terms.offerPricingPlans,
      };
    case "MCA": {
      const quote = quoteCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return {
        product: terms.productType,
        ...next,
        ...advance(issued, quote),
        feeFactor: terms.feeFactor,
        repaymentFrequency: terms.repaymentFrequency,
      };
    }
    case "INTEGRATED_MCA": {
      const quote = quoteIntegratedCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return { product: terms.productType, ...next, ...advance(issued, quote), feeFactor: terms.feeFactor };
    }
  }
}

type AdvanceFigures = Pick<
  ReturnType<typeof quoteCashAdvance>,
  "feeAmountCents" | "totalPaymentAmountCents" | "netDisbursementAmountCents" | "repaymentPercentage"
>;

const advance = (issued: IssuedFacts, quote: AdvanceFigures) => ({
  advanceAmountCents: issued.amountCents,
  feeAmountCents: quote.feeAmountCents,
  totalRepaymentAmountCents: quote.totalPaymentAmountCents,
  netDisbursementAmountCents: quote.netDisbursementAmountCents,
  repaymentPercentage: quote.repaymentPercentage,
  advanceBalanceCents: sum(issued.obligations.filter(isScheduled).map((one) => totalOf(unpaid(one)))),
});

const unpaidPrincipal = ({ obligations }: IssuedFacts): Cents =>
  sum(obligations.filter(isScheduled).map((one) => unpaid(one).principalCents));

/** What can still be drawn or financed. Nothing on a line in default or closed. */
function available(issued: IssuedFacts): Cents {
  if (issued.status === "DEFAULTED" || issued.status === "CLOSED") return noCents;
  return cents(Math.max(0, issued.amountCents - unpaidPrincipal(issued) - issued.reservedCents));
}

/** What falls due on the next day after today on which anything does. An advance is repaid from sales, so it has no such day. */
function nextPayment({ obligations, today }: IssuedFacts) {
  const open = obligations.filter((one) => isScheduled(one) && totalOf(unpaid(one)) > 0);
  const days = open.flatMap(({ dueOn }) => (dueOn !== null && dueOn > today ? [dueOn] : []));
  const nextPaymentDate = days.toSorted()[0] ?? null;
  const due = open.filter(({ dueOn }) => dueOn !== null && dueOn === nextPaymentDate);
  return {
    nextPaymentDate,
    nextPaymentAmountCents: nextPaymentDate === null ? null : sum(due.map((one) => totalOf(unpaid(one)))),
  };
}
