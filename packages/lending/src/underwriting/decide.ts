import { type Cents, cents, noCents, subtract } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";
import type { DenialReason } from "./denial-reasons.ts";
import type { PolicyException } from "./exceptions.ts";
import { type CreditModelInputs, isOwnDebt } from "./inputs.ts";
import { isLawful } from "./policy/apr-caps.ts";
import type { Policy } from "./policy/policy.ts";
import { orderReasons, reasonOfLimit, reasonsOfPoints } from "./reasons.ts";
import { eligibilityRules } from "./rules/eligibility.ts";
import { type CreditResult, type RiskRating, ratingOf, ratingRules } from "./rules/rating.ts";
import { type RuleResult, runRules } from "./rules/rule.ts";
import { sizingDataRules } from "./rules/sizing-data.ts";
import { type OfferTerms, sizeProduct } from "./sizing/size-product.ts";
import type { Capacity, ExceptionLimits, Sized } from "./sizing/sizing.ts";

/** What staff have decided about an application. It is stored with the decision, so that the decision can be repeated. */
export type StaffRulings = {
  /** Exceptions that two people approved. */
  exceptions: readonly PolicyException[];
  /** Rules that staff passed or accepted, by id. */
  passedRules: readonly string[];
  /** The result that staff set instead of the model's. */
  creditModelExecutionResultOverride: RiskRating | null;
  /** A person has confirmed the denial. */
  isDenialConfirmed: boolean;
};

export const noRulings: StaffRulings = {
  exceptions: [],
  passedRules: [],
  creditModelExecutionResultOverride: null,
  isDenialConfirmed: false,
};

export type DecidedOffer = { terms: OfferTerms; amountCents: Cents; aprPercentage: number };

export type Decision = {
  product: ProductType;
  policyVersion: string;
  /** The stages that ran, each with its model's name and its rules. */
  stages: { model: string; rules: RuleResult[] }[];
  points: number | null;
  /** The model's own result, and the one that counts. Null: the stage did not run. */
  modelResult: CreditResult | null;
  creditResult: CreditResult | null;
  sizes: Sized<OfferTerms>[];
  /** REVIEW: staff have to decide something first. */
  outcome: "OFFERS" | "NO_OFFERS" | "REVIEW";
  /** What staff have to decide: rules by id, exceptions, or whether the denial is right. */
  review: { rules: string[]; exceptions: PolicyException[]; isDenialToConfirm: boolean };
  /** Why there are no offers, or why there would be none if the review ended without a decision. */
  reasons: DenialReason[];
  offers: DecidedOffer[];
  /** The offers are below what the owner asked for. */
  isCounterOffer: boolean;
};

/** Decides about one application. The same inputs, policy and rulings always give the same decision. */
export function decide(
  product: ProductType,
  given: CreditModelInputs,
  policy: Policy,
  rulings: StaffRulings = noRulings,
): Decision {
  const inputs = { ...given, refinancedDebts: refinancedBy(product, given) };
  const eligibility = runRules(eligibilityRules, inputs, policy, product);
  const stages = [{ model: `ELIGIBILITY_${product}_V1`, rules: eligibility }];
  const none: Omit<Decision, "outcome" | "review" | "reasons"> = {
    product,
    policyVersion: policy.version,
    stages,
    points: null,
    modelResult: null,
    creditResult: null,
    sizes: [],
    offers: [],
    isCounterOffer: false,
  };
  const ineligible = ending(eligibility, rulings);
  if (ineligible) return { ...none, ...ineligible };

  const factors = runRules(ratingRules, inputs, policy, product);
  const data = runRules(sizingDataRules, inputs, policy, product);
  const rated = ratingOf(
    factors.map((one) => (isPassedByStaff(one, rulings) ? { ...one, outcome: "PASS" } : one)),
    policy.rating.mostPoints,
  );
  const creditResult = rulings.creditModelExecutionResultOverride ?? rated.result;
  const ran = {
    ...none,
    stages: [...stages, { model: `CREDIT_${product}_V1`, rules: [...factors, ...data] }],
    points: rated.points,
    modelResult: rated.result,
    creditResult,
  };
  const open = ending([...factors.filter(() => creditResult === "FAIL"), ...data, ...unknownFactors(factors)], rulings);
  if (open) return { ...ran, ...open };
  if (creditResult === "FAIL") return { ...ran, ...denial(reasonsOfPoints(factors), rulings) };

  const barred = barredByException(creditResult, rulings.exceptions);
  if (barred) return { ...ran, ...denied([barred]) };
  const sizes = sizeProduct(product, capacityOf(product, inputs, policy, creditResult, rulings), policy.sizing);
  const offers = sizes.flatMap(({ offer, amountCents }) =>
    typeof offer === "string" ? [] : [{ terms: offer.terms, amountCents, aprPercentage: offer.aprPercentage }],
  );
  if (offers.length === 0) return { ...ran, sizes, ...denied(sizingReasons(sizes)) };
  const best = Math.max(...offers.map(({ amountCents }) => amountCents));
  return {
    ...ran,
    sizes,
    outcome: "OFFERS",
    review: nothingToReview,
    reasons: [],
    offers,
    isCounterOffer: inputs.amountRequestedCents !== null && best < inputs.amountRequestedCents,
  };
}

/** Only a term loan pays off other lenders, and a product of our own is paid off by one of its type. */
const refinancedBy = (product: ProductType, { refinancedDebts }: CreditModelInputs) =>
  refinancedDebts.filter((debt) => (isOwnDebt(debt) ? debt.productType === product : product === "TERM_LOAN"));

type Ending = Pick<Decision, "outcome" | "review" | "reasons">;
const nothingToReview: Decision["review"] = { rules: [], exceptions: [], isDenialToConfirm: false };
const denied = (reasons: DenialReason[]): Ending => ({ outcome: "NO_OFFERS", review: nothingToReview, reasons });
/** A denial that staff could avert waits until a person has confirmed it. */
const denial = (reasons: DenialReason[], { isDenialConfirmed }: StaffRulings): Ending =>
  isDenialConfirmed
    ? denied(reasons)
    : { outcome: "REVIEW", review: { ...nothingToReview, isDenialToConfirm: true }, reasons };

/** Whether staff let an applicant pass who did not pass the rule. */
export const isPassedByStaff = (one: RuleResult, { passedRules, exceptions }: StaffRulings): boolean =>
  (one.exception !== null && exceptions.includes(one.exception)) ||
  (passedRules.includes(one.id) && (one.isOverridable || one.outcome !== "FAIL"));

/** How the rules of a stage end the decision. Null: they are passed. */
function ending(results: readonly RuleResult[], rulings: StaffRulings): Ending | null {
  const left = results.filter((one) => one.outcome !== "PASS" && !isPassedByStaff(one, rulings));
  const failed = left.filter(({ outcome }) => outcome === "FAIL");
  if (failed.some(({ isOverridable }) => !isOverridable)) return denied(orderReasons(failed));
  if (failed.length > 0) return denial(orderReasons(failed), rulings);
  if (left.length === 0) return null;
  if (rulings.isDenialConfirmed) return denied(reasonsOrUnverified(left));
  return {
    outcome: "REVIEW",
    review: {
      rules: left.filter(({ exception }) => exception === null).map(({ id }) => id),
      exceptions: [...new Set(left.flatMap(({ exception }) => exception ?? []))],
      isDenialToConfirm: false,
    },
    reasons: reasonsOrUnverified(left),
  };
}

function reasonsOrUnverified(results: readonly RuleResult[]): DenialReason[] {
  const reasons = orderReasons(results);
  return reasons.length > 0 ? reasons : ["UNABLE_TO_VERIFY_INFORMATION"];
}

const unknownFactors = (factors: readonly RuleResult[]) =>
  factors.filter(({ outcome }) => outcome === "NOT_AVAILABLE" || outcome === "REVIEW");

/** Some exceptions are for good ratings only. */
function barredByException(rating: RiskRating, exceptions: readonly PolicyException[]): DenialReason | null {
  if (exceptions.includes("TPE_1") && rating !== "LOW") return "GUARANTY_REQUIRED";
  return exceptions.includes("TPE_6") && rating === "HIGH" ? "UNSUPPORTED_INDUSTRY" : null;
}

/** What exceptions allow: half of the amount without a guarantee or with a low balance, little and short for a young business. */
function exceptionLimits(exceptions: readonly PolicyException[]): ExceptionLimits {
  const halves = exceptions.filter((one) => one === "TPE_1" || one === "TPE_7").length;
  const isYoung = exceptions.includes("TPE_2");
  return {
    sharePercentage: 100 / 2 ** halves,
    maxCents: isYoung ? cents(2_500_000) : null,
    maxDurationDays: isYoung ? 180 : null,
  };
}

/** What a product is sized from, by the inputs and what staff decided. */
export function capacityOf(
  product: ProductType,
  inputs: CreditModelInputs,
  policy: Policy,
  rating: RiskRating,
  { exceptions }: StaffRulings,
): Capacity {
  const { state, borrower } = inputs;
  return {
    rating,
    decidedOn: inputs.decidedOn,
    cashFlowCents: inputs.cashFlowCents ?? noCents,
    minDebtServiceCoverage: policy.sizing.minDebtServiceCoverage[rating],
    monthlyDebtCents: inputs.monthlyDebtCents,
    refinancedDebts: inputs.refinancedDebts,
    averageMonthlyRevenueCents: inputs.averageMonthlyRevenueCents ?? noCents,
    averageBalanceCents: inputs.averageCashBalanceSixMonthsCents ?? noCents,
    averageMonthlyInvoicesCents: inputs.averageMonthlyInvoicesCents,
    averageMonthlyVendorPaymentsCents: inputs.averageMonthlyVendorPaymentsCents,
    averageMonthlyCardSalesCents: inputs.averageMonthlyCardSalesCents,
    averageMonthlyChannelSalesCents: inputs.averageMonthlyChannelSalesCents,
    roomCents: subtract(cents(policy.eligibility.maxExposureCents), inputs.ourExposureCents),
    exceptions: exceptionLimits(exceptions),
    isLawful: (amountCents, aprPercentage) =>
      state !== null && isLawful(policy, { state, product, borrower }, amountCents, aprPercentage),
  };
}

function sizingReasons(sizes: readonly Sized<OfferTerms>[]): DenialReason[] {
  const reasons = sizes.map(({ offer, binding }) =>
    offer === "NO_LAWFUL_PRICE" ? "NO_LAWFUL_PRICE" : reasonOfLimit[binding],
  );
  return [...new Set<DenialReason>(reasons)];
}
