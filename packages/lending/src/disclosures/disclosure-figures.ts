import { addMonths, type BusinessDate, calendarMonthsBetween, daysBetween } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import type { InvoiceAdvance } from "../mechanics/invoices/advance.ts";
import type { Penalties } from "../mechanics/late-fee.ts";
import { replacedBalance } from "../mechanics/sales-share/entries.ts";
import type { AdvanceQuote, AdvanceTerms } from "../mechanics/sales-share/quote.ts";
import type { RepaymentFrequency } from "../mechanics/sales-share/repayment-frequency.ts";
import { add, type Cents, multiply, noCents, subtract, sum } from "../money/cents.ts";
import { type Decimal, fraction } from "../money/fraction.ts";
import { percent, portion } from "../money/rate.ts";
import { toCents } from "../money/rounding.ts";
import { products } from "../products/all.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteInvoice } from "../products/invoice-financing/quote.ts";
import type { InvoiceFinancingTerms } from "../products/invoice-financing/terms.ts";
import { drawPayoff } from "../products/line-of-credit/payoff.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import type { LineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import { quoteBill } from "../products/payables-financing/quote.ts";
import type { PayablesFinancingTerms } from "../products/payables-financing/terms.ts";
import type { ProductType } from "../products/product-type.ts";
import { termLoanPayoff } from "../products/term-loan/payoff.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import { ownDebts, payoffOf } from "../products/term-loan/refinance.ts";
import type { TermLoanTerms } from "../products/term-loan/terms.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

/** How often payments are made. EVERY_DAY counts calendar days, DAILY banking days; ONCE and PARTS are those of an invoice or bill. */
type Frequency = RepaymentFrequency | "EVERY_DAY" | "ONCE" | "PARTS";

/**
 * What a business pays of the finance charge when it pays everything early: one month of interest or of a flat charge at most, the interest
 * of the days that have passed, the fee less the part of the days that are left, or all of it.
 */
type Prepayment = "MONTH_OF_INTEREST" | "MONTH_OF_FLAT_CHARGE" | "INTEREST_OF_DAYS" | "FEE_OF_DAYS" | "WHOLE_FEE";

/** How the amount that was chosen is used, line by line. */
export type ItemizationLine = { to: "FEE" | "OWN_DEBT" | "OTHER_LENDER" | "RECIPIENT"; amountCents: Cents };

/** Everything that a form of any state prints about an offer. All of it follows from the stored terms and the chosen amount. */
export type DisclosureFigures = {
  productType: ProductType;
  /** The loan, the limit or the advance. */
  amountCents: Cents;
  /** The amount financed: the amount less what is withheld as a finance charge. */
  fundingProvidedCents: Cents;
  recipientFundsCents: Cents;
  itemization: readonly ItemizationLine[];
  /** With four decimals; an estimate for an advance. */
  aprPercentage: number;
  financeChargeCents: Cents;
  totalOfPaymentsCents: Cents;
  payment: {
    amountCents: Cents;
    lastAmountCents: Cents;
    count: number;
    frequency: Frequency;
    /** SPLIT: the platform withholds it from each sale. */
    manner: "DEBIT" | "SPLIT";
    firstDueOn: BusinessDate;
  };
  /** Null if the term is not longer than a month. */
  averageMonthlyCostCents: Cents | null;
  term: { fundedOn: BusinessDate; endsOn: BusinessDate; days: number; years: number; months: number };
  /** `atMostCents`: the most of the finance charge that is owed then, besides interest of the days that have passed. */
  prepayment: { kind: Prepayment; atMostCents: Cents };
  penalties: Penalties;
  brokerCompensationCents: Cents;
  /** The unpaid charges of an own product that this one pays off. Null if it pays off none. */
  renewal: { payoffCents: Cents; unpaidChargeCents: Cents } | null;
  /** How the payments of an advance are estimated. */
  sales: { percentage: Decimal; averageMonthlyCents: Cents; months: number } | null;
  /** The prices of a line of credit. Each draw costs the same percentage, whenever it is made. */
  draw: { chargePercentage: number; feePercentage: Decimal; maintenanceFeeCents: Cents; lineDays: number } | null;
  /** The plans of an offer for invoices or bills, the one that the figures are about first. */
  plans: readonly { feePercentage: Decimal; days: number; aprPercentage: number; isFeeWithheld: boolean }[];
};

/** The months of sales that an estimate is made from, by the historical method. They are the same for every offer. */
const historicalMonths = 6;

export type ChosenOffer = {
  terms: OfferTerms;
  /** A limit is always disclosed in full. */
  amountCents: Cents;
  /** The platform's part of the fee, in points of the amount. */
  markupPercentage: Decimal;
  /** The day on which the offer was priced. Figures assume that it is funded then. */
  pricedOn: BusinessDate;
};

/** The figures of an offer at the chosen amount. They come from the quotes of the products, and none is calculated in another way. */
export function disclosureFigures({ terms, amountCents, markupPercentage, pricedOn }: ChosenOffer): DisclosureFigures {
  const figures = figuresOf(terms, amountCents, pricedOn);
  const { fundedOn, payment, totalOfPaymentsCents, endsOn, ...own } = figures;
  const term = termOf(fundedOn, endsOn);
  return {
    ...own,
    productType: terms.productType,
    totalOfPaymentsCents,
    payment,
    averageMonthlyCostCents: averageMonthlyCost(totalOfPaymentsCents, payment, term),
    term,
    penalties: products[terms.productType].penalties,
    brokerCompensationCents: portion(figures.amountCents, percent(markupPercentage)),
  };
}

/** What a product knows about its own offer. */
type OwnFigures = Omit<
  DisclosureFigures,
  "productType" | "averageMonthlyCostCents" | "term" | "penalties" | "brokerCompensationCents"
> & { fundedOn: BusinessDate; endsOn: BusinessDate };

function figuresOf(terms: OfferTerms, amountCents: Cents, fundedOn: BusinessDate): OwnFigures {
  switch (terms.productType) {
    case "TERM_LOAN":
      return termLoanFigures(terms, amountCents, fundedOn);
    case "LOC_TERM_LOAN":
      return lineFigures(terms, fundedOn);
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return planFigures(terms, fundedOn);
    case "MCA": {
      const quote = quoteCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return advanceFigures(terms, amountCents, quote, terms.repaymentFrequency, fundedOn);
    }
    case "INTEGRATED_MCA": {
      const quote = quoteIntegratedCashAdvance(terms, { advanceAmountCents: amountCents, fundedOn }, plainWorksheet);
      return advanceFigures(terms, amountCents, quote, "EVERY_DAY", fundedOn);
    }
  }
}

type Row = { dueOn: BusinessDate; paymentCents: Cents };

function paymentsOf(
  rows: readonly Row[],
  frequency: Frequency,
): Pick<OwnFigures, "endsOn"> & { payment: OwnFigures["payment"] } {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new RangeError("an offer without payments");
  return {
    endsOn: last.dueOn,
    payment: {
      amountCents: first.paymentCents,
      lastAmountCents: last.paymentCents,
      count: rows.length,
      frequency,
      manner: frequency === "EVERY_DAY" ? "SPLIT" : "DEBIT",
      firstDueOn: first.dueOn,
    },
  };
}

const itemize = (lines: readonly ItemizationLine[]): ItemizationLine[] =>
  lines.filter(({ to, amountCents }) => to === "RECIPIENT" || amountCents > 0);

const notOfLines = { draw: null, plans: [] } as const;

function termLoanFigures(terms: TermLoanTerms, loanAmountCents: Cents, fundedOn: BusinessDate): OwnFigures {
  const quote = quoteTermLoan(terms, { loanAmountCents, fundedOn }, plainWorksheet);
  const own = ownDebts(terms.existingDebts);
  const atOnce = { effectiveOn: fundedOn, unpaidRows: quote.schedule, unpaidFees: [], creditCents: noCents };
  const paidOff = termLoanPayoff(
    terms,
    { ...atOnce, loanAmountCents, interestFromOn: fundedOn, accruedInterestCents: noCents },
    plainWorksheet,
  );
  const isFlat = terms.interestMethod === "FLAT";
  const accruesByDays = terms.interestMethod === "DAILY" || terms.payoffInterestBasis === "DAILY";
  return {
    ...notOfLines,
    ...paymentsOf(quote.schedule, "MONTHLY"),
    fundedOn,
    amountCents: loanAmountCents,
    fundingProvidedCents: quote.amountFinancedCents,
    recipientFundsCents: quote.netDisbursementAmountCents,
    itemization: itemize([
      { to: "FEE", amountCents: quote.feeAmountCents },
      ...terms.existingDebts.map((debt) => ({
        to: debt.debtType === "EXTERNAL_DEBT" ? ("OTHER_LENDER" as const) : ("OWN_DEBT" as const),
        amountCents: payoffOf(debt),
      })),
      { to: "RECIPIENT", amountCents: quote.netDisbursementAmountCents },
    ]),
    aprPercentage: quote.aprPercentage,
    financeChargeCents: quote.totalCostCents,
    totalOfPaymentsCents: quote.totalPaymentAmountCents,
    prepayment: {
      kind: accruesByDays ? "INTEREST_OF_DAYS" : isFlat ? "MONTH_OF_FLAT_CHARGE" : "MONTH_OF_INTEREST",
      atMostCents: add(quote.feeAmountCents, paidOff.interestCents),
    },
    renewal:
      own.length === 0
        ? null
        : {
            payoffCents: sum(own.map(payoffOf)),
            unpaidChargeCents: sum(own.map(({ interestCents }) => interestCents)),
          },
    sales: null,
  };
}

/** The whole limit is drawn at the beginning, repaid as agreed, and not drawn again. The maintenance fee is paid with each installment. */
function lineFigures(terms: LineOfCreditTerms, fundedOn: BusinessDate): OwnFigures {
  const amountCents = terms.approvedLimitCents;
  const quote = quoteDraw(terms, { amountCents, fundedOn }, plainWorksheet);
  const fee = quote.monthlyMaintenanceFeeCents;
  const paidOff = drawPayoff(
    terms,
    {
      amountCents,
      effectiveOn: fundedOn,
      unpaidRows: quote.schedule,
      unpaidFees: [],
      creditCents: noCents,
    },
    plainWorksheet,
  );
  const rows = quote.schedule.map(({ dueOn, paymentCents }) => ({ dueOn, paymentCents: add(paymentCents, fee) }));
  return {
    ...paymentsOf(rows, "MONTHLY"),
    fundedOn,
    amountCents,
    fundingProvidedCents: quote.netDisbursementAmountCents,
    recipientFundsCents: quote.netDisbursementAmountCents,
    itemization: itemize([
      { to: "FEE", amountCents: quote.feeAmountCents },
      { to: "RECIPIENT", amountCents: quote.netDisbursementAmountCents },
    ]),
    aprPercentage: quote.aprWithMaintenancePercentage,
    financeChargeCents: quote.totalCostCents,
    totalOfPaymentsCents: add(quote.totalPaymentAmountCents, multiply(fee, rows.length)),
    prepayment: { kind: "MONTH_OF_FLAT_CHARGE", atMostCents: add(quote.feeAmountCents, paidOff.interestCents) },
    renewal: null,
    sales: null,
    draw: {
      chargePercentage: quote.effectiveRatePercentage,
      feePercentage: terms.feePercentage,
      maintenanceFeeCents: fee,
      lineDays: terms.durationDays,
    },
    plans: [],
  };
}

/** One invoice or bill that uses the whole limit at the beginning, by the plan with the highest APR. */
function planFigures(terms: InvoiceFinancingTerms | PayablesFinancingTerms, fundedOn: BusinessDate): OwnFigures {
  const limitCents = terms.monthlyLimitAmountCents;
  const [costliest, ...others] = terms.offerPricingPlans
    .map((plan) => {
      const whole = { ...plan, advanceRatePercentage: 100 };
      const request = { planId: plan.id, requestedCents: limitCents, availableCents: limitCents, fundedOn };
      const quote: InvoiceAdvance =
        terms.productType === "FAST_PAY"
          ? quoteInvoice({ ...terms, offerPricingPlans: [whole] }, request, plainWorksheet)
          : quoteBill({ ...terms, offerPricingPlans: [whole] }, { ...request, isFullyPayable: false }, plainWorksheet);
      return { plan, quote };
    })
    .toSorted((a, b) => b.quote.aprPercentage - a.quote.aprPercentage);
  if (!costliest) throw new RangeError("an offer without plans");
  const { quote } = costliest;
  const withheldCents = subtract(quote.principalAmountCents, quote.netDisbursementAmountCents);
  return {
    ...paymentsOf(quote.schedule, quote.schedule.length === 1 ? "ONCE" : "PARTS"),
    fundedOn,
    amountCents: limitCents,
    fundingProvidedCents: quote.netDisbursementAmountCents,
    recipientFundsCents: quote.netDisbursementAmountCents,
    itemization: itemize([
      { to: "FEE", amountCents: withheldCents },
      { to: "RECIPIENT", amountCents: quote.netDisbursementAmountCents },
    ]),
    aprPercentage: quote.aprPercentage,
    financeChargeCents: quote.totalCostCents,
    totalOfPaymentsCents: quote.totalPaymentAmountCents,
    prepayment: { kind: "FEE_OF_DAYS", atMostCents: quote.feeAmountCents },
    renewal: null,
    sales: null,
    draw: null,
    plans: [costliest, ...others].map((one) => ({
      feePercentage: one.plan.transactionFeePercentage,
      days: daysBetween(fundedOn, one.quote.schedule.at(-1)?.dueOn ?? fundedOn),
      aprPercentage: one.quote.aprPercentage,
      isFeeWithheld: one.plan.paymentStructure === "NET",
    })),
  };
}

function advanceFigures(
  terms: AdvanceTerms,
  advanceAmountCents: Cents,
  quote: AdvanceQuote,
  frequency: Frequency,
  fundedOn: BusinessDate,
): OwnFigures {
  const { refinanced } = terms;
  const balanceCents = refinanced ? replacedBalance(refinanced) : noCents;
  return {
    ...notOfLines,
    ...paymentsOf(quote.schedule, frequency),
    fundedOn,
    amountCents: advanceAmountCents,
    fundingProvidedCents: advanceAmountCents,
    recipientFundsCents: quote.netDisbursementAmountCents,
    itemization: itemize([
      { to: "OWN_DEBT", amountCents: balanceCents },
      { to: "RECIPIENT", amountCents: quote.netDisbursementAmountCents },
    ]),
    aprPercentage: quote.aprPercentage,
    financeChargeCents: quote.totalCostCents,
    totalOfPaymentsCents: quote.totalPaymentAmountCents,
    prepayment: { kind: "WHOLE_FEE", atMostCents: quote.feeAmountCents },
    renewal: refinanced && { payoffCents: balanceCents, unpaidChargeCents: refinanced.feeCents },
    sales: {
      percentage: quote.repaymentPercentage,
      averageMonthlyCents: terms.estimatedAverageMonthlySalesInCents,
      months: historicalMonths,
    },
  };
}

/** Forms state days up to one year, otherwise years and months; a month that has begun counts. */
function termOf(fundedOn: BusinessDate, endsOn: BusinessDate): DisclosureFigures["term"] {
  const begun = calendarMonthsBetween(fundedOn, endsOn);
  const all = addMonths(fundedOn, begun) < endsOn ? begun + 1 : begun;
  return { fundedOn, endsOn, days: daysBetween(fundedOn, endsOn), years: Math.floor(all / 12), months: all % 12 };
}

/** The total of payments over the months of the term. Without monthly payments a month is a twelfth of 365 days. */
function averageMonthlyCost(
  totalCents: Cents,
  { frequency, count }: DisclosureFigures["payment"],
  { fundedOn, endsOn, days }: DisclosureFigures["term"],
): Cents | null {
  if (endsOn <= addMonths(fundedOn, 1)) return null;
  return toCents(
    frequency === "MONTHLY" ? fraction(totalCents, count) : fraction(BigInt(totalCents) * 365n, days * 12),
  );
}
