import type { BusinessDate } from "../calendar/business-date.ts";
import { stateProductRow } from "../disclosures/state-product-matrix.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import type { AdvanceQuote } from "../mechanics/sales-share/quote.ts";
import type { RepaymentFrequency } from "../mechanics/sales-share/repayment-frequency.ts";
import { type Cents, cents, most, noCents } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { quoteCashAdvance } from "../products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "../products/integrated-cash-advance/quote.ts";
import type { ProductType } from "../products/product-type.ts";
import { capacityOf, noRulings } from "./decide.ts";
import { type CreditModelInputs, unknownInputs } from "./inputs.ts";
import { isLawful } from "./policy/apr-caps.ts";
import type { Policy } from "./policy/policy.ts";
import { eligibilityRules } from "./rules/eligibility.ts";
import { ratingRules } from "./rules/rating.ts";
import { runRules } from "./rules/rule.ts";
import { type OfferTerms, sizeProduct } from "./sizing/size-product.ts";
import type { Sized } from "./sizing/sizing.ts";

/** The months over which a platform averages the figures that it sends. */
const averagedMonths = 6;

/** How long a prequalification is valid. */
export const prequalificationDays = 90;

/** What a platform knows of a business before it applies. Averages are of the last six full months. */
export type PrequalificationSignals = {
  monthsOnPlatform?: number | undefined;
  monthsInBusiness?: number | undefined;
  averageMonthlySalesCents?: Cents | undefined;
  averageMonthlyCardSalesCents?: Cents | undefined;
  averageMonthlyInvoicesCents?: Cents | undefined;
  averageMonthlyBillsCents?: Cents | undefined;
  averageBalanceCents?: Cents | undefined;
  state?: string | undefined;
  naicsCode?: string | undefined;
};

/** Why a business is not prequalified, in coarse words for its platform. The business is never told. */
export const prequalificationReasons = ["STATE", "INDUSTRY", "TIME_IN_BUSINESS", "SALES", "BALANCE", "PRICE"] as const;
export type PrequalificationReason = (typeof prequalificationReasons)[number];

/** What both advances have; the estimates are those of the quote. */
type AdvanceEstimates = {
  advanceAmountCents: Cents;
  repaymentPercentage: string;
  feeFactor: string;
  estimatedAverageMonthlySalesInCents: Cents;
  estimatedAverageMonthlySalesMonths: number;
  totalRepaymentInCents: Cents;
  estimatedMonthlyPaymentInCents: Cents;
  estimatedPaymentPerPeriodInCents: Cents;
  financeChargeInCents: Cents;
  estimatedApr: string;
};

/** The terms by product, under their names on the wire. */
export type PrequalifiedTerms =
  | { prequalAmountCents: Cents }
  | { prequalLimitCents: Cents }
  | (AdvanceEstimates & { repaymentFrequency: RepaymentFrequency; estimatedTerm: string })
  | (AdvanceEstimates & { estimatedTermDays: number });

export type Prequalification = {
  isPrequalified: boolean;
  prequalifiedAmountCents: Cents | null;
  terms: PrequalifiedTerms | null;
  reasons: PrequalificationReason[];
  /** Whether a price may be shown to the business; if not, only the amount. */
  showPrice: boolean;
};

/** The rules that signals can answer. The others wait for the application. */
const reasonOfRule: Readonly<Record<string, PrequalificationReason>> = {
  ELIG_STATE: "STATE",
  ELIG_INDUSTRY: "INDUSTRY",
  ELIG_AGE: "TIME_IN_BUSINESS",
  RATE_PLATFORM_AGE: "TIME_IN_BUSINESS",
  ELIG_CASH: "BALANCE",
};
const answerableRules = [...eligibilityRules, ...ratingRules].filter(({ id }) => id in reasonOfRule);

/**
 * How much of a product a business can expect, from what its platform knows. It is sized as for a medium risk. What is not known neither
 * disqualifies nor limits, except the sales, without which there is nothing to size from. A rule that would need an exception disqualifies,
 * because nobody has approved one.
 */
export function prequalify(
  product: ProductType,
  signals: PrequalificationSignals,
  policy: Policy,
  today: BusinessDate,
): Prequalification {
  const showPrice = stateProductRow(signals.state ?? null, product)?.mayShowPriceAlone ?? false;
  const refused = (reasons: readonly PrequalificationReason[]): Prequalification => ({
    isPrequalified: false,
    prequalifiedAmountCents: null,
    terms: null,
    reasons: prequalificationReasons.filter((reason) => reasons.includes(reason)),
    showPrice,
  });
  const inputs = inputsFrom(signals, today);
  const failed = runRules(answerableRules, inputs, policy, product).filter(
    ({ outcome }) => outcome === "FAIL" || outcome === "REVIEW",
  );
  if (failed.length > 0) return refused(failed.flatMap(({ id }) => reasonOfRule[id] ?? []));

  const sizes = sizeProduct(product, capacityFrom(product, inputs, policy), policy.sizing);
  const [best] = sizes
    .flatMap(({ offer, amountCents }) => (typeof offer === "string" ? [] : [{ terms: offer.terms, amountCents }]))
    .toSorted((a, b) => b.amountCents - a.amountCents);
  if (!best) return refused(sizes.map(reasonOfSize));
  return {
    isPrequalified: true,
    prequalifiedAmountCents: best.amountCents,
    terms: termsOf(best.terms, best.amountCents, today),
    reasons: [],
    showPrice,
  };
}

/** Card sales are sales, and so are invoices where nothing else is known. A platform's own sales are its card sales, if it tells them apart. */
function inputsFrom(signals: PrequalificationSignals, today: BusinessDate): CreditModelInputs {
  const { averageMonthlySalesCents: sales, averageMonthlyCardSalesCents: cardSales } = signals;
  const { averageMonthlyInvoicesCents: invoices } = signals;
  return {
    ...unknownInputs(today),
    state: signals.state ?? null,
    naicsCodes: signals.naicsCode === undefined ? [] : [signals.naicsCode],
    businessAgeInMonths: signals.monthsInBusiness ?? null,
    platformBusinessAgeInMonths: signals.monthsOnPlatform ?? null,
    averageCashBalanceSixMonthsCents: signals.averageBalanceCents ?? null,
    averageMonthlyRevenueCents: most(sales ?? invoices ?? noCents, cardSales ?? noCents),
    averageMonthlyInvoicesCents: invoices ?? null,
    averageMonthlyVendorPaymentsCents: signals.averageMonthlyBillsCents ?? null,
    averageMonthlyCardSalesCents: cardSales ?? null,
    averageMonthlyChannelSalesCents: cardSales ?? sales ?? null,
  };
}

const borrowers = ["INDIVIDUAL", "ENTITY"] as const;

/** Cash flow, balance and the state do not bind as long as they are not known. Who the borrower is is not known, so a price must suit both. */
function capacityFrom(product: ProductType, inputs: CreditModelInputs, policy: Policy) {
  const { state, averageMonthlyRevenueCents: cashFlowCents } = inputs;
  const averageCashBalanceSixMonthsCents =
    inputs.averageCashBalanceSixMonthsCents ?? cents(policy.eligibility.maxExposureCents);
  const known = { ...inputs, cashFlowCents, averageCashBalanceSixMonthsCents };
  return {
    ...capacityOf(product, known, policy, "MEDIUM", noRulings),
    isLawful: (amountCents: Cents, aprPercentage: number) =>
      state === null ||
      borrowers.every((borrower) => isLawful(policy, { state, product, borrower }, amountCents, aprPercentage)),
  };
}

function reasonOfSize({ offer, binding }: Sized<OfferTerms>): PrequalificationReason {
  if (offer === "NO_LAWFUL_PRICE") return "PRICE";
  return binding === "BALANCE" ? "BALANCE" : "SALES";
}

function termsOf(terms: OfferTerms, amountCents: Cents, fundedOn: BusinessDate): PrequalifiedTerms {
  const request = { advanceAmountCents: amountCents, fundedOn };
  switch (terms.productType) {
    case "TERM_LOAN":
      return { prequalAmountCents: amountCents };
    case "LOC_TERM_LOAN":
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return { prequalLimitCents: amountCents };
    case "MCA": {
      const quote = quoteCashAdvance(terms, request, plainWorksheet);
      return {
        ...estimatesOf(terms, amountCents, quote),
        repaymentFrequency: terms.repaymentFrequency,
        estimatedTerm: plain(quote.estimatedTermMonths),
      };
    }
    case "INTEGRATED_MCA": {
      const quote = quoteIntegratedCashAdvance(terms, request, plainWorksheet);
      return { ...estimatesOf(terms, amountCents, quote), estimatedTermDays: quote.estimatedTermDays };
    }
  }
}

const estimatesOf = (
  { feeFactor, estimatedAverageMonthlySalesInCents }: Extract<OfferTerms, { productType: "MCA" | "INTEGRATED_MCA" }>,
  advanceAmountCents: Cents,
  quote: AdvanceQuote,
): AdvanceEstimates => ({
  advanceAmountCents,
  repaymentPercentage: plain(quote.repaymentPercentage),
  feeFactor: plain(feeFactor),
  estimatedAverageMonthlySalesInCents,
  estimatedAverageMonthlySalesMonths: averagedMonths,
  totalRepaymentInCents: quote.totalPaymentAmountCents,
  estimatedMonthlyPaymentInCents: quote.estimatedMonthlyPaymentCents,
  estimatedPaymentPerPeriodInCents: quote.estimatedPaymentPerPeriodCents,
  financeChargeInCents: quote.feeAmountCents,
  estimatedApr: quote.aprPercentage.toFixed(4),
});

/** A decimal without zeros at its end: "10" for "10.00". */
const plain = (value: Decimal): string => String(Number(value));
