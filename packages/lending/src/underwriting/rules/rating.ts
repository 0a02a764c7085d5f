import { subtract, sum } from "../../money/cents.ts";
import { debtServiceCoverage } from "../cash-flow/debt-service-coverage.ts";
import type { DenialReason } from "../denial-reasons.ts";
import { type Finding, type Rule, type RuleResult, rule } from "./rule.ts";
import { dollars, monthsText } from "./wording.ts";

export const riskRatings = ["LOW", "MEDIUM", "HIGH"] as const;
export type RiskRating = (typeof riskRatings)[number];
/** A credit result: a rating, or no credit. */
export type CreditResult = RiskRating | "FAIL";

type Factor = {
  value: number;
  bands: readonly number[];
  /** Whether a larger value is better. */
  isMoreBetter: boolean;
  reason: DenialReason;
  /** Below the worst band: FAIL, or the points of the worst band. */
  belowWorst: "FAIL" | "WORST";
  staff: string;
  applicant: string | null;
};

/** Who fails a factor, or whose value is not known, has these points if staff let them pass. */
const worstPoints = (bands: readonly number[]): number => bands.length - 1;

/** The points of a factor: the position of the first band that contains the value. */
function factor({ value, bands, isMoreBetter, reason, belowWorst, staff, applicant }: Factor): Finding {
  const at = bands.findIndex((worst) => (isMoreBetter ? value >= worst : value <= worst));
  const threshold = bands.at(-1) ?? null;
  const found = { value, threshold, reason, exception: null, staff, applicant };
  if (at >= 0) return { ...found, outcome: "PASS", points: at };
  return { ...found, outcome: belowWorst === "WORST" ? "PASS" : "FAIL", points: worstPoints(bands) };
}

const missing = (bands: readonly number[], staff: string): Finding => ({
  outcome: "NOT_AVAILABLE",
  value: null,
  threshold: bands.at(-1) ?? null,
  reason: "UNABLE_TO_VERIFY_INFORMATION",
  exception: null,
  points: worstPoints(bands),
  staff,
  applicant: null,
});

/**
 * The factors of the credit rating. Score, age and balance never fail here: whoever is below the worst band has passed the eligibility rule
 * or has an approved exception.
 */
export const ratingRules: readonly Rule[] = [
  rule({
    id: "RATE_FICO",
    inputs: ["ficoScores"],
    isOverridable: true,
    appliesTo: (product) => product !== "INTEGRATED_MCA",
    check: ({ ficoScores }, { rating: { ficoScore: bands } }) => {
      const scores = ficoScores.filter((score) => score !== null);
      // Somebody whom staff let pass without a score has the points of the lowest one.
      const value = scores.length < ficoScores.length ? 0 : Math.min(...scores);
      if (ficoScores.length === 0) return missing(bands, "No credit report was pulled.");
      return factor({
        value,
        bands,
        isMoreBetter: true,
        reason: "CREDIT_SCORE_BELOW_MINIMUM",
        belowWorst: "WORST",
        staff: value === 0 ? "A guarantor has no score." : `The lowest score of the guarantors is ${value}.`,
        applicant: "We look at the credit history of the owners.",
      });
    },
  }),
  rule({
    id: "RATE_PLATFORM_AGE",
    inputs: ["platformBusinessAgeInMonths"],
    isOverridable: false,
    appliesTo: (product) => product === "INTEGRATED_MCA",
    check: ({ platformBusinessAgeInMonths: value }, { rating: { platformAgeInMonths: bands } }) =>
      value === null
        ? missing(bands, "The time on the platform is not known.")
        : factor({
            value,
            bands,
            isMoreBetter: true,
            reason: "TIME_IN_BUSINESS",
            belowWorst: "FAIL",
            staff: `On the platform for ${monthsText(value)}.`,
            applicant: `We look for at least ${monthsText(bands.at(-1) ?? 0)} on the platform.`,
          }),
  }),
  rule({
    id: "RATE_AGE",
    inputs: ["businessAgeInMonths"],
    isOverridable: true,
    check: ({ businessAgeInMonths }, { rating: { businessAgeInMonths: bands } }) =>
      factor({
        // Without a known age, the eligibility rule was passed by the time on the platform.
        value: businessAgeInMonths ?? 0,
        bands,
        isMoreBetter: true,
        reason: "TIME_IN_BUSINESS",
        belowWorst: "WORST",
        staff: `In business for ${businessAgeInMonths === null ? "an unknown time" : monthsText(businessAgeInMonths)}.`,
        applicant: "We look at the time in business.",
      }),
  }),
  rule({
    id: "RATE_BALANCE",
    inputs: ["averageCashBalanceSixMonthsCents"],
    isOverridable: true,
    check: ({ averageCashBalanceSixMonthsCents: value }, { rating: { averageBalanceCents: bands } }) =>
      value === null
        ? missing(bands, "No balances are known.")
        : factor({
            value,
            bands,
            isMoreBetter: true,
            reason: "CASH_FLOW_INSUFFICIENT",
            belowWorst: "WORST",
            staff: `The average balance of six months is ${dollars(value)}.`,
            applicant: "We look at the average bank balance.",
          }),
  }),
  rule({
    id: "RATE_NSF",
    inputs: ["nsfCount"],
    isOverridable: true,
    check: ({ nsfCount: value }, { rating: { nsfCount: bands } }) =>
      value === null
        ? missing(bands, "Returned payments are not known.")
        : factor({
            value,
            bands,
            isMoreBetter: false,
            reason: "CASH_FLOW_INSUFFICIENT",
            belowWorst: "FAIL",
            staff: `${value} payments were returned for insufficient funds in 90 days; at most ${bands.at(-1)} are allowed.`,
            applicant: `We look for at most ${bands.at(-1)} returned payments in 90 days.`,
          }),
  }),
  rule({
    id: "RATE_OVERDRAFT",
    inputs: ["overdraftCount"],
    isOverridable: true,
    check: ({ overdraftCount: value }, { rating: { overdraftCount: bands } }) =>
      value === null
        ? missing(bands, "Overdrafts are not known.")
        : factor({
            value,
            bands,
            isMoreBetter: false,
            reason: "CASH_FLOW_INSUFFICIENT",
            belowWorst: "FAIL",
            staff: `The account was overdrawn ${value} times in 90 days; at most ${bands.at(-1)} times are allowed.`,
            applicant: `We look for at most ${bands.at(-1)} overdrafts in 90 days.`,
          }),
  }),
  rule({
    id: "RATE_DBT",
    inputs: ["monthlyAverageDbt"],
    isOverridable: true,
    check: ({ monthlyAverageDbt: value }, { rating: { monthlyAverageDbt: bands, pointsWithoutDbt } }) =>
      value === null
        ? {
            outcome: "PASS",
            value,
            threshold: bands.at(-1) ?? null,
            reason: "DELINQUENT_CREDIT_OBLIGATIONS",
            exception: null,
            points: pointsWithoutDbt,
            staff: "The bureau has no record of how bills are paid.",
            applicant: null,
          }
        : factor({
            value,
            bands,
            isMoreBetter: false,
            reason: "DELINQUENT_CREDIT_OBLIGATIONS",
            belowWorst: "FAIL",
            staff: `Bills are paid ${value} days late on average; at most ${bands.at(-1)} are allowed.`,
            applicant: "We look at how the business pays its bills.",
          }),
  }),
  rule({
    id: "RATE_GROWTH",
    inputs: ["revenueGrowthMonthlyCagr", "isGrowthHistoryShort"],
    isOverridable: true,
    check: ({ revenueGrowthMonthlyCagr: value, isGrowthHistoryShort }, { rating: { revenueGrowth: bands } }) =>
      value === null
        ? missing(bands, "There are too few months to compare.")
        : factor({
            value,
            bands,
            isMoreBetter: true,
            reason: "CASH_FLOW_INSUFFICIENT",
            // A short history may only show a season.
            belowWorst: isGrowthHistoryShort ? "WORST" : "FAIL",
            staff: `Revenue changes by ${(value * 100).toFixed(2)} % a month.`,
            applicant: "We look at whether revenue grows or shrinks.",
          }),
  }),
  rule({
    id: "RATE_SECTOR",
    inputs: ["sectorRiskRating"],
    isOverridable: true,
    check: ({ sectorRiskRating: value }) => {
      if (value === null) return missing([...riskRatings.keys()], "The risk of the industry is not known.");
      return {
        outcome: "PASS",
        value,
        threshold: null,
        reason: "INDUSTRY_RISK",
        exception: null,
        points: riskRatings.indexOf(value),
        staff: `The risk of the industry is ${value}.`,
        applicant: "We look at the risk of the industry.",
      };
    },
  }),
  rule({
    id: "RATE_DSCR",
    inputs: ["cashFlowCents", "monthlyDebtCents", "refinancedDebts"],
    isOverridable: true,
    check: ({ cashFlowCents, monthlyDebtCents, refinancedDebts }, { rating: { debtServiceCoverage: bands } }) => {
      const threshold = bands.at(-1) ?? null;
      if (cashFlowCents === null) return missing(bands, "The cash flow is not known.");
      const remaining = subtract(monthlyDebtCents, sum(refinancedDebts.map(({ monthlyCents }) => monthlyCents)));
      const coverage = remaining <= 0 ? null : debtServiceCoverage(cashFlowCents, remaining);
      const flow = `Cash flow is ${dollars(cashFlowCents)} a month`;
      if (coverage !== null && cashFlowCents > 0)
        return factor({
          value: coverage,
          bands,
          isMoreBetter: true,
          reason: "EXCESSIVE_OBLIGATIONS",
          belowWorst: "FAIL",
          staff: `${flow}, debt payments ${dollars(remaining)}: coverage ${coverage}; ${threshold} is needed.`,
          applicant: "We compare cash flow with the payments on other debts.",
        });
      const isEnough = cashFlowCents > 0;
      return {
        outcome: isEnough ? "PASS" : "FAIL",
        value: coverage,
        threshold,
        reason: "CASH_FLOW_INSUFFICIENT",
        exception: null,
        points: isEnough ? 0 : worstPoints(bands),
        staff: `${flow}${isEnough ? ", and there is no other debt" : ", which leaves nothing for payments"}.`,
        applicant: "We compare cash flow with the payments on other debts.",
      };
    },
  }),
];

/** The rating of a business from its factors. */
export function ratingOf(
  factors: readonly RuleResult[],
  mostPoints: { LOW: number; MEDIUM: number; HIGH: number },
): { points: number; result: CreditResult } {
  const points = factors.reduce((total, one) => total + (one.points ?? 0), 0);
  const isFailed = factors.some(({ outcome }) => outcome === "FAIL");
  const found = riskRatings.find((rating) => points <= mostPoints[rating]);
  return { points, result: isFailed ? "FAIL" : (found ?? "FAIL") };
}
