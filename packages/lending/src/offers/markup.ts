import type { BusinessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { type Cents, most, sum } from "../money/cents.ts";
import { type Decimal, decimal, minus, over, plus, times, whole } from "../money/fraction.ts";
import { toFixedDecimals } from "../money/rounding.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import { coveringCents } from "../products/term-loan/size.ts";
import type { TermLoanTerms } from "../products/term-loan/terms.ts";
import { isLawful, isMarkupAllowed, type Place } from "../underwriting/policy/apr-caps.ts";
import type { Policy } from "../underwriting/policy/policy.ts";
import { planApr } from "../underwriting/sizing/invoice-plans.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

/** The price of one plan of an offer. An offer of invoices or bills has several plans, any other offer one. */
export type PlanPrice = { planId: string; feePercentage: string; aprPercentage: number };

/** OVER_CAP: the law of the state does not permit the price. NOT_COVERED: the loan would no longer pay off the debts that it refinances. */
export type MarkupRefusal = "TOO_LARGE" | "OVER_CAP" | "NOT_COVERED";
export type MarkedUp = { terms: OfferTerms; aprPercentage: number };

/**
 * Adds a platform's mark-up to the fees of an offer. The price must be lawful at the largest and at the smallest amount, and the APR counts all
 * fees. The amounts of an offer are not sized again: a fee does not change what is paid per month, and an advance is repaid from the same
 * share of sales for a few days longer.
 */
export function markUp(
  terms: OfferTerms,
  markupPercentage: Decimal,
  policy: Policy,
  place: Omit<Place, "product">,
  pricedOn: BusinessDate,
): MarkedUp | MarkupRefusal {
  const { markup } = policy;
  if (minus(decimal(markup.maxPercentage), decimal(markupPercentage)).numerator < 0n) return "TOO_LARGE";
  const marked = withFees(terms, markupPercentage);
  if (marked.productType === "TERM_LOAN" && marked.minLoanAmountCents > marked.maxLoanAmountCents) return "NOT_COVERED";
  const at = { state: place.state, borrower: place.borrower, product: marked.productType };
  const isAllowed = pricesAt(marked, pricedOn).every(
    ({ amountCents, aprPercentage }) =>
      isLawful(policy, at, amountCents, aprPercentage) &&
      (Number(markupPercentage) === 0 || isMarkupAllowed(policy, at, aprPercentage)),
  );
  if (!isAllowed) return "OVER_CAP";
  const aprPercentage = Math.max(...planPrices(marked, pricedOn).map((plan) => plan.aprPercentage));
  return { terms: marked, aprPercentage };
}

function withFees(terms: OfferTerms, markupPercentage: Decimal): OfferTerms {
  const raised = (fee: Decimal) => shortest(plus(decimal(fee), decimal(markupPercentage)));
  switch (terms.productType) {
    case "TERM_LOAN":
      return coveringDebts({ ...terms, feePercentage: raised(terms.feePercentage) });
    case "LOC_TERM_LOAN":
      return { ...terms, feePercentage: raised(terms.feePercentage) };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return {
        ...terms,
        offerPricingPlans: terms.offerPricingPlans.map((plan) => ({
          ...plan,
          transactionFeePercentage: raised(plan.transactionFeePercentage),
        })),
      };
    case "MCA":
    case "INTEGRATED_MCA":
      return {
        ...terms,
        feeFactor: shortest(plus(decimal(terms.feeFactor), over(decimal(markupPercentage), 100))),
      };
  }
}

/** A larger fee leaves less for the debts that a loan pays off, so its smallest amount may rise. */
function coveringDebts(terms: TermLoanTerms): TermLoanTerms {
  const payoffs = terms.existingDebts.flatMap((debt) =>
    debt.debtType === "EXTERNAL_DEBT" ? [debt.payoffCents] : [debt.principalCents, debt.interestCents],
  );
  const minLoanAmountCents = most(terms.minLoanAmountCents, coveringCents(sum(payoffs), terms.feePercentage));
  return { ...terms, minLoanAmountCents };
}

/** A decimal without zeros at its end: "3", "2.75". */
const shortest = (value: Parameters<typeof toFixedDecimals>[0]): string =>
  toFixedDecimals(value, 6).replace(/\.?0+$/, "");

/** The prices of the plans of an offer, at its largest amount. */
export function planPrices(terms: OfferTerms, pricedOn: BusinessDate): PlanPrice[] {
  const [price] = pricesAt(terms, pricedOn);
  const aprPercentage = price?.aprPercentage ?? 0;
  switch (terms.productType) {
    case "TERM_LOAN":
      return [{ planId: `${terms.durationDays}-days`, feePercentage: shortFee(terms.feePercentage), aprPercentage }];
    case "LOC_TERM_LOAN":
      return [{ planId: "draw", feePercentage: shortFee(terms.feePercentage), aprPercentage }];
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return terms.offerPricingPlans.map((plan) => ({
        planId: plan.id,
        feePercentage: shortFee(plan.transactionFeePercentage),
        aprPercentage: planApr(plan, terms.monthlyLimitAmountCents, pricedOn),
      }));
    case "MCA":
    case "INTEGRATED_MCA":
      return [
        {
          planId: "advance",
          feePercentage: shortest(times(minus(decimal(terms.feeFactor), whole(1)), 100)),
          aprPercentage,
        },
      ];
  }
}

const shortFee = (fee: Decimal): string => shortest(decimal(fee));

/** The APR of every amount and plan that decides whether an offer is lawful, the largest amount first. */
function pricesAt(terms: OfferTerms, fundedOn: BusinessDate): { amountCents: Cents; aprPercentage: number }[] {
  switch (terms.productType) {
    case "TERM_LOAN":
      return [terms.maxLoanAmountCents, terms.minLoanAmountCents].map((loanAmountCents) => ({
        amountCents: loanAmountCents,
        aprPercentage: quoteTermLoan(terms, { loanAmountCents, fundedOn }, plainWorksheet).aprPercentage,
      }));
    case "LOC_TERM_LOAN": {
      const amountCents = terms.approvedLimitCents;
      const quote = quoteDraw(terms, { amountCents, fundedOn }, plainWorksheet);
      return [{ amountCents, aprPercentage: quote.aprWithMaintenancePercentage }];
    }
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return terms.offerPricingPlans.map((plan) => ({
        amountCents: terms.monthlyLimitAmountCents,
        aprPercentage: planApr(plan, terms.monthlyLimitAmountCents, fundedOn),
      }));
    case "MCA": {
      const advanceAmountCents = terms.maxAdvanceAmountCents;
      const { aprPercentage } = quoteCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
      return [{ amountCents: advanceAmountCents, aprPercentage }];
    }
    case "INTEGRATED_MCA": {
      const advanceAmountCents = terms.maxAdvanceAmountCents;
      const { aprPercentage } = quoteIntegratedCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
      return [{ amountCents: advanceAmountCents, aprPercentage }];
    }
  }
}
