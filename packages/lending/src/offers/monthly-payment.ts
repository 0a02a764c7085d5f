import { addMonths, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { dueFromSales } from "../mechanics/sales-share/sales-share.ts";
import { add, type Cents, noCents, sum } from "../money/cents.ts";
import { fraction } from "../money/fraction.ts";
import { toCents } from "../money/rounding.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import { quoteBill } from "../products/payables-financing/quote.ts";
import type { PayablesFinancingTerms } from "../products/payables-financing/terms.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import type { OfferPricing } from "./pricing.ts";

const daysPerMonth = 30;

/**
 * What an offer that was accepted at an amount takes from the cash flow of a month. As in its own sizing, a line is fully drawn, an advance
 * takes its share of the mean sales, bills are repaid over the longest plan, and invoices repay themselves.
 */
export function monthlyPaymentOf(terms: OfferPricing, amountCents: Cents, fundedOn: BusinessDate): Cents {
  switch (terms.productType) {
    case "TERM_LOAN":
      return quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn }, plainWorksheet).monthlyPaymentCents;
    case "LOC_TERM_LOAN": {
      const draw = quoteDraw(terms, { amountCents, fundedOn }, plainWorksheet);
      return add(draw.monthlyPaymentCents, draw.monthlyMaintenanceFeeCents);
    }
    case "FAST_PAY":
      return noCents;
    case "EXTEND_PAY_PURCHASE_ORDER":
      return monthOfBills(terms, amountCents, fundedOn);
    case "MCA":
    case "INTEGRATED_MCA": {
      const request = { advanceAmountCents: amountCents, fundedOn };
      const { repaymentPercentage, totalPaymentAmountCents: balanceCents } =
        terms.productType === "MCA"
          ? quoteCashAdvance(terms, request, plainWorksheet)
          : quoteIntegratedCashAdvance(terms, request, plainWorksheet);
      const salesCents = terms.estimatedAverageMonthlySalesInCents;
      return dueFromSales("repaymentAmountCents", { salesCents, repaymentPercentage, balanceCents }, plainWorksheet);
    }
  }
}

/** The mean month of the plan that lasts longest, with the whole limit used. */
function monthOfBills(terms: PayablesFinancingTerms, amountCents: Cents, fundedOn: BusinessDate): Cents {
  const request = { requestedCents: amountCents, availableCents: amountCents, isFullyPayable: false, fundedOn };
  const months = terms.offerPricingPlans.map(({ id: planId }) => {
    const { schedule } = quoteBill(terms, { ...request, planId }, plainWorksheet);
    const days = Math.max(daysPerMonth, ...schedule.map(({ dueOn }) => daysBetween(fundedOn, dueOn)));
    return { days, totalCents: sum(schedule.map(({ paymentCents }) => paymentCents)) };
  });
  const [longest] = months.toSorted((a, b) => b.days - a.days);
  if (!longest) throw new RangeError("an offer without plans");
  return toCents(fraction(longest.totalCents * daysPerMonth, longest.days));
}

/** Whether the bank may not show the payments of a product yet that was funded on a day: the first monthly payment comes after a month. */
export const isPaymentUnseen = (fundedOn: BusinessDate, today: BusinessDate): boolean =>
  today <= addMonths(fundedOn, 1);
