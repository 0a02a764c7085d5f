import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addMonths, type BusinessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { monthsOf } from "../mechanics/installments/installment.ts";
import { dueFromSales } from "../mechanics/sales-share/sales-share.ts";
import { add, type Cents, cents, least, noCents, subtract } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { offeredTerms } from "../offers/offered-terms.ts";
import type { OfferPricing } from "../offers/pricing.ts";
import { firstPeriod, periodAfter, periodPayment } from "../products/cash-advance/period.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import type { CashAdvanceTerms } from "../products/cash-advance/terms.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteInvoice } from "../products/invoice-financing/quote.ts";
import type { InvoiceFinancingTerms } from "../products/invoice-financing/terms.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import type { LineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import { quoteBill } from "../products/payables-financing/quote.ts";
import type { PayablesFinancingTerms } from "../products/payables-financing/terms.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import type { BankHistory, DailySales } from "./bank-history.ts";

/** What leaves the account on one banking day. */
export type OfferPayment = { paidOn: BusinessDate; amountCents: Cents };

export type OfferPayments = {
  /** By day, each within the days of the history. */
  payments: OfferPayment[];
  /** False: payments are left after the last day of the history. */
  isPaidOff: boolean;
};

type Row = { dueOn: BusinessDate; paymentCents: Cents };

/**
 * The payments of an offer at an amount, if it had been funded on the given day: the schedule of its own quote, and for an advance the share
 * of the sales of each past period. A line of credit has one draw of the amount, an offer for invoices or bills one advance of it.
 */
export function paymentsOf(
  terms: OfferPricing,
  amountCents: Cents,
  fundedOn: BusinessDate,
  { days, cardSales, platformSales }: BankHistory,
): OfferPayments {
  const to = days.at(-1)?.date ?? fundedOn;
  const scheduled = (rows: readonly Row[]) =>
    within(
      to,
      rows.map(({ dueOn, paymentCents }) => ({ paidOn: bankingDayOnOrAfter(dueOn), amountCents: paymentCents })),
    );
  switch (terms.productType) {
    case "TERM_LOAN":
      return scheduled(quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn }, plainWorksheet).schedule);
    case "LOC_TERM_LOAN":
      return scheduled(lineRows(terms, amountCents, fundedOn));
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return scheduled(exampleAdvance(terms, amountCents, fundedOn).schedule);
    case "MCA": {
      const quote = quoteCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return sharesOfPeriods(terms.repaymentFrequency, quote, fundedOn, to, cardSales);
    }
    case "INTEGRATED_MCA": {
      const quote = quoteIntegratedCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return sharesOfDays(quote, fundedOn, to, platformSales);
    }
  }
}

/** The figures that name an offer at an amount: its APR, and its payment unless that depends on sales. */
export function headFigures(
  terms: OfferPricing,
  amountCents: Cents,
  fundedOn: BusinessDate,
): { aprPercentage: number; paymentCents: Cents | null } {
  const shown = offeredTerms(terms, fundedOn, [terms], amountCents);
  switch (shown.productType) {
    case "TERM_LOAN":
      return { aprPercentage: shown.apr, paymentCents: shown.monthlyPayment };
    case "LOC_TERM_LOAN":
      return { aprPercentage: shown.apr, paymentCents: add(shown.monthlyPayment, shown.monthlyMaintenanceFeeCents) };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER": {
      const [plan] = shown.offerPlans;
      if (!plan) throw new RangeError("an offer without plans");
      return { aprPercentage: plan.apr, paymentCents: plan.totalPaymentAmountCents };
    }
    case "MCA":
    case "INTEGRATED_MCA":
      return { aprPercentage: shown.estimatedApr, paymentCents: null };
  }
}

/** The installments of a draw on the first day, and the maintenance fee of every month in which the line is open or the draw is repaid. */
function lineRows(terms: LineOfCreditTerms, amountCents: Cents, fundedOn: BusinessDate): Row[] {
  const { schedule, monthlyMaintenanceFeeCents } = quoteDraw(terms, { amountCents, fundedOn }, plainWorksheet);
  const months = Math.max(monthsOf(terms.repaymentDurationDays), Math.floor(terms.durationDays / 30));
  const fees = Array.from({ length: monthlyMaintenanceFeeCents > 0 ? months : 0 }, (_, month) => ({
    dueOn: addMonths(fundedOn, month + 1),
    paymentCents: monthlyMaintenanceFeeCents,
  }));
  return [...schedule, ...fees];
}

/** One advance by the plan with the lowest fee, which the owner is shown first. */
function exampleAdvance(
  terms: InvoiceFinancingTerms | PayablesFinancingTerms,
  amountCents: Cents,
  fundedOn: BusinessDate,
) {
  const [plan] = terms.offerPricingPlans.toSorted(
    (a, b) => Number(a.transactionFeePercentage) - Number(b.transactionFeePercentage),
  );
  if (!plan) throw new RangeError("an offer without plans");
  // The amount is that of the advance, whatever part of an invoice the plan advances.
  const offerPricingPlans = [{ ...plan, advanceRatePercentage: 100 }];
  const request = { planId: plan.id, requestedCents: amountCents, availableCents: amountCents, fundedOn };
  return terms.productType === "FAST_PAY"
    ? quoteInvoice({ ...terms, offerPricingPlans }, request, plainWorksheet)
    : quoteBill({ ...terms, offerPricingPlans }, { ...request, isFullyPayable: false }, plainWorksheet);
}

type Share = { totalPaymentAmountCents: Cents; repaymentPercentage: Decimal };

/** The share of the sales of each period, on the day on which it is debited. */
function sharesOfPeriods(
  frequency: CashAdvanceTerms["repaymentFrequency"],
  { totalPaymentAmountCents, repaymentPercentage }: Share,
  fundedOn: BusinessDate,
  to: BusinessDate,
  sales: readonly DailySales[],
): OfferPayments {
  const byDay = sales.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const payments: OfferPayment[] = [];
  let balanceCents = totalPaymentAmountCents;
  let next = 0;
  let period = firstPeriod(frequency, fundedOn);
  while (balanceCents > 0 && period.paymentOn <= to) {
    let salesCents = noCents;
    for (let day = byDay[next]; day && day.date <= period.endsOn; day = byDay[++next])
      if (day.date >= period.startsOn) salesCents = add(salesCents, day.salesCents);
    const sold = { salesCents, repaymentPercentage, balanceCents, carriedCents: noCents };
    const amountCents = periodPayment(sold, plainWorksheet);
    balanceCents = subtract(balanceCents, amountCents);
    payments.push({ paidOn: period.paymentOn, amountCents });
    period = periodAfter(frequency, period);
  }
  return { ...within(to, payments), isPaidOff: balanceCents === 0 };
}

/** The share of each day's sales, which the platform withholds. The account lacks it from the next banking day on. */
function sharesOfDays(
  { totalPaymentAmountCents, repaymentPercentage }: Share,
  fundedOn: BusinessDate,
  to: BusinessDate,
  sales: readonly DailySales[],
): OfferPayments {
  const payments: OfferPayment[] = [];
  let balanceCents = totalPaymentAmountCents;
  // Refunds beyond the sales of a day reduce the share of the days after it.
  let carriedCents = noCents;
  for (const { date, salesCents } of sales.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const paidOn = bankingDayOnOrAfter(date);
    if (date <= fundedOn || paidOn > to) continue;
    const shareCents = dueFromSales(
      "repaymentAmountCents",
      { salesCents, repaymentPercentage, balanceCents },
      plainWorksheet,
    );
    const dueCents = least(add(carriedCents, shareCents), balanceCents);
    carriedCents = least(dueCents, noCents);
    const amountCents = cents(Math.max(0, dueCents));
    balanceCents = subtract(balanceCents, amountCents);
    payments.push({ paidOn, amountCents });
  }
  return { ...within(to, payments), isPaidOff: balanceCents === 0 };
}

/** What is paid by the last day, one row for each day. */
function within(to: BusinessDate, payments: readonly OfferPayment[]): OfferPayments {
  const byDay = new Map<BusinessDate, Cents>();
  for (const { paidOn, amountCents } of payments) {
    if (paidOn <= to && amountCents > 0) byDay.set(paidOn, add(byDay.get(paidOn) ?? noCents, amountCents));
  }
  return {
    payments: [...byDay]
      .map(([paidOn, amountCents]) => ({ paidOn, amountCents }))
      .toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1)),
    isPaidOff: payments.every(({ paidOn }) => paidOn <= to),
  };
}
