import { addMonths } from "../../calendar/business-date.ts";
import type { DenialReason } from "../denial-reasons.ts";
import { isOffered } from "../policy/apr-caps.ts";
import { type Finding, type Rule, rule } from "./rule.ts";
import { dollars, monthsText } from "./wording.ts";

type Words = Pick<Finding, "value" | "threshold" | "staff"> & Partial<Pick<Finding, "applicant">>;
const base = { reason: null, exception: null, points: null, applicant: null } as const;
const pass = (words: Words): Finding => ({ ...base, ...words, outcome: "PASS" });
const fail = (reason: Finding["reason"], words: Words): Finding => ({ ...base, ...words, outcome: "FAIL", reason });
const review = (words: Words & Partial<Finding>): Finding => ({ ...base, ...words, outcome: "REVIEW" });
const unknown = (words: Omit<Words, "value"> & Partial<Finding>): Finding => ({
  ...base,
  value: null,
  ...words,
  outcome: "NOT_AVAILABLE",
});

const startsWithAny = (codes: readonly string[], prefixes: readonly string[]) =>
  codes.some((code) => prefixes.some((prefix) => code.startsWith(prefix)));

/** Why the credit of one guarantor does not suffice. Null: it does. */
export function reasonOfCredit(
  score: number | null,
  tradelines: number | null,
  minScore: number,
  minTradelines: number,
): DenialReason | null {
  if (score === null && tradelines === null) return "NO_CREDIT_FILE";
  if (score === null || (tradelines !== null && tradelines < minTradelines)) return "LIMITED_CREDIT_EXPERIENCE";
  return score < minScore ? "CREDIT_SCORE_BELOW_MINIMUM" : null;
}

/** The rules of the eligibility stage, in the order in which reasons with the same distance are listed. */
export const eligibilityRules: readonly Rule[] = [
  rule({
    id: "ELIG_STATE",
    inputs: ["state", "borrower"],
    isOverridable: false,
    check: ({ state, borrower }, policy, product) => {
      const applicant = "We offer this product in some states only.";
      if (state === null)
        return unknown({
          threshold: "available",
          staff: "The state is not known.",
          reason: "UNABLE_TO_VERIFY_INFORMATION",
        });
      const staff = `The business is managed from ${state}.`;
      return isOffered(policy, { state, product, borrower })
        ? pass({ value: state, threshold: "available", staff, applicant })
        : fail("LOANS_UNAVAILABLE_IN_STATE", {
            value: state,
            threshold: "available",
            staff: `${staff} The product is not available there.`,
            applicant,
          });
    },
  }),
  rule({
    id: "ELIG_INDUSTRY",
    inputs: ["naicsCodes"],
    isOverridable: false,
    check: ({ naicsCodes }, { eligibility: { prohibitedNaics, restrictedNaics } }) => {
      const threshold = "supported";
      const applicant = "We do not finance some industries.";
      if (naicsCodes.length === 0)
        return unknown({ threshold, staff: "No industry code is known.", reason: "UNABLE_TO_VERIFY_INFORMATION" });
      const words = { value: naicsCodes, threshold, applicant };
      const codes = `The industry codes are ${naicsCodes.join(", ")}.`;
      if (startsWithAny(naicsCodes, prohibitedNaics))
        return fail("UNSUPPORTED_INDUSTRY", { ...words, staff: `${codes} One of them is not supported.` });
      if (startsWithAny(naicsCodes, restrictedNaics))
        return review({
          ...words,
          staff: `${codes} One of them is restricted.`,
          reason: "UNSUPPORTED_INDUSTRY",
          exception: "TPE_6",
        });
      return pass({ ...words, staff: codes });
    },
  }),
  rule({
    id: "ELIG_AGE",
    inputs: ["businessAgeInMonths", "platformBusinessAgeInMonths"],
    isOverridable: false,
    check: ({ businessAgeInMonths: age, platformBusinessAgeInMonths: onPlatform }, { eligibility }, product) => {
      const threshold = eligibility.minAgeMonths[product];
      const applicant = `We look for at least ${monthsText(threshold)} in business.`;
      const isLongOnPlatform =
        eligibility.platformAgeProducts.includes(product) && (onPlatform ?? 0) >= eligibility.minPlatformAgeMonths;
      if (age === null && !isLongOnPlatform)
        return unknown({ threshold, staff: "The age of the business is not known.", reason: "TIME_IN_BUSINESS" });
      const staff = `In business for ${age === null ? "an unknown time" : monthsText(age)}, on the platform for ${monthsText(onPlatform ?? 0)}; ${monthsText(threshold)} are needed.`;
      const words = { value: age, threshold, staff, applicant };
      if (isLongOnPlatform || (age ?? 0) >= threshold) return pass(words);
      return (age ?? 0) >= eligibility.exceptionAgeMonths
        ? review({ ...words, reason: "TIME_IN_BUSINESS", exception: "TPE_2" })
        : fail("TIME_IN_BUSINESS", words);
    },
  }),
  rule({
    id: "ELIG_FICO",
    inputs: ["ficoScores", "tradelinesCounts", "minimumFicoScoreRequiredOnPlatform"],
    isOverridable: true,
    appliesTo: (product) => product !== "INTEGRATED_MCA",
    check: ({ ficoScores, tradelinesCounts, minimumFicoScoreRequiredOnPlatform }, { eligibility }) => {
      const threshold = minimumFicoScoreRequiredOnPlatform ?? eligibility.minFicoScore;
      const applicant = "We look at the credit history of the owners.";
      if (ficoScores.length === 0)
        return unknown({ threshold, staff: "No credit report was pulled.", reason: "UNABLE_TO_VERIFY_INFORMATION" });
      // A co-owner's credit is not told to the others.
      const reasonOf = (at: number) =>
        reasonOfCredit(ficoScores[at] ?? null, tradelinesCounts[at] ?? null, threshold, eligibility.minTradelines);
      const lowest = Math.min(...ficoScores.map((score) => score ?? Number.POSITIVE_INFINITY));
      const value = Number.isFinite(lowest) ? lowest : null;
      const scores = ficoScores.map((score) => score ?? "none").join(", ");
      const words = { value, threshold, staff: `The scores are ${scores}; ${threshold} is needed.`, applicant };
      const primary = reasonOf(0);
      if (primary) return fail(primary, { ...words, value: ficoScores[0] ?? null });
      return ficoScores.some((_, at) => reasonOf(at) !== null) ? fail("GUARANTOR_CREDIT", words) : pass(words);
    },
  }),
  rule({
    id: "ELIG_CASH",
    inputs: ["averageCashBalanceSixMonthsCents"],
    isOverridable: false,
    check: ({ averageCashBalanceSixMonthsCents: value }, { eligibility }) => {
      const threshold = eligibility.minAverageBalanceCents;
      const applicant = `We look for an average bank balance of at least ${dollars(threshold)}.`;
      if (value === null)
        return unknown({ threshold, staff: "No balances are known.", reason: "UNABLE_TO_VERIFY_INFORMATION" });
      const staff = `The average balance of six months is ${dollars(value)}; ${dollars(threshold)} is needed.`;
      const words = { value, threshold, staff, applicant };
      if (value >= threshold) return pass(words);
      return value >= eligibility.exceptionAverageBalanceCents
        ? review({ ...words, reason: "CASH_FLOW_INSUFFICIENT", exception: "TPE_7" })
        : fail("CASH_FLOW_INSUFFICIENT", words);
    },
  }),
  rule({
    id: "ELIG_BANK_HISTORY",
    inputs: ["bankHistoryDays"],
    isOverridable: true,
    check: ({ bankHistoryDays: value }, { eligibility: { minBankHistoryDays: threshold } }) => {
      const staff = `Bank data covers ${value} days; ${threshold} are needed.`;
      const applicant = `We look at bank data of at least ${threshold} days.`;
      const words = { value, threshold, staff, applicant };
      return value >= threshold ? pass(words) : review({ ...words, reason: "UNABLE_TO_VERIFY_INFORMATION" });
    },
  }),
  rule({
    id: "ELIG_BK",
    inputs: ["lastBankruptcyDate", "hasOpenBankruptcy", "decidedOn"],
    isOverridable: true,
    check: ({ lastBankruptcyDate: value, hasOpenBankruptcy, decidedOn }, { eligibility: { bankruptcyMonths } }) => {
      const threshold = `none open and none in ${bankruptcyMonths} months`;
      const applicant = `We look for no bankruptcy in the last ${monthsText(bankruptcyMonths)}.`;
      const isRecent = value !== null && value > addMonths(decidedOn, -bankruptcyMonths);
      const staff = hasOpenBankruptcy
        ? "A bankruptcy is open."
        : value === null
          ? "No bankruptcy is on file."
          : `The last bankruptcy was filed on ${value}.`;
      const words = { value, threshold, staff, applicant };
      return hasOpenBankruptcy || isRecent ? fail("BANKRUPTCY", words) : pass(words);
    },
  }),
  rule({
    id: "ELIG_LIEN",
    inputs: ["lastLienAmountCents", "lastLienDate"],
    isOverridable: true,
    check: ({ lastLienAmountCents: value, lastLienDate }, { eligibility: { maxLienCents: threshold } }) => {
      const staff =
        value === null
          ? "No open tax lien is on file."
          : `An open tax lien of ${dollars(value)} was filed ${lastLienDate === null ? "on an unknown day" : `on ${lastLienDate}`}; at most ${dollars(threshold)} is allowed.`;
      const words = { value, threshold, staff, applicant: "We look at open tax liens." };
      return value !== null && value > threshold ? fail("COLLECTION_ACTION_OR_JUDGMENT", words) : pass(words);
    },
  }),
  rule({
    id: "ELIG_JUDGMENT",
    inputs: ["lastJudgmentAmountCents", "lastJudgmentDate", "decidedOn"],
    isOverridable: true,
    check: ({ lastJudgmentAmountCents: value, lastJudgmentDate, decidedOn }, { eligibility }) => {
      const { maxJudgmentCents: threshold, judgmentMonths } = eligibility;
      // A judgment without a date counts as recent.
      const isRecent = lastJudgmentDate === null || lastJudgmentDate > addMonths(decidedOn, -judgmentMonths);
      const staff =
        value === null
          ? "No open judgment is on file."
          : `An open judgment of ${dollars(value)} was filed ${lastJudgmentDate === null ? "on an unknown day" : `on ${lastJudgmentDate}`}; at most ${dollars(threshold)} in ${monthsText(judgmentMonths)} is allowed.`;
      const words = { value, threshold, staff, applicant: "We look at open judgments." };
      return value !== null && value > threshold && isRecent
        ? fail("COLLECTION_ACTION_OR_JUDGMENT", words)
        : pass(words);
    },
  }),
  rule({
    id: "ELIG_US",
    inputs: ["businessOwnersAreUsResidents"],
    isOverridable: true,
    check: ({ businessOwnersAreUsResidents: value }) => {
      const threshold = true;
      if (value === null) return unknown({ threshold, staff: "Residency was not stated." });
      // The law lets us look at residency only for our rights and remedies, so a person decides.
      return value
        ? pass({ value, threshold, staff: "All owners live in the United States." })
        : review({ value, threshold, staff: "An owner does not live in the United States." });
    },
  }),
  rule({
    id: "ELIG_PG",
    inputs: ["personalGuarantee"],
    isOverridable: false,
    appliesTo: (product, { eligibility }) => eligibility.guaranteedProducts.includes(product),
    check: ({ personalGuarantee: value }) => {
      const words = { value, threshold: true, applicant: "Owners guarantee this product personally." };
      return value
        ? pass({ ...words, staff: "All owners who must guarantee have agreed to." })
        : review({
            ...words,
            staff: "An owner who must guarantee has not agreed to.",
            reason: "GUARANTY_REQUIRED",
            exception: "TPE_1",
          });
    },
  }),
  rule({
    id: "ELIG_UCC",
    inputs: ["ucc1"],
    isOverridable: true,
    appliesTo: (product, { eligibility }) => eligibility.lienFreeProducts.includes(product),
    check: ({ ucc1: value }) => {
      const words = { value, threshold: false, applicant: "Other lenders' liens on all assets limit this product." };
      return value
        ? fail("COLLATERAL_POSITION", { ...words, staff: "Another creditor has a lien on all assets." })
        : pass({ ...words, staff: "No other creditor has a lien on all assets." });
    },
  }),
  rule({
    id: "ELIG_SELF",
    inputs: ["hasDefaultedWithUs", "isLateWithUs"],
    isOverridable: true,
    check: ({ hasDefaultedWithUs, isLateWithUs }) => {
      const words = { value: hasDefaultedWithUs || isLateWithUs, threshold: false, applicant: null };
      if (hasDefaultedWithUs)
        return fail("POOR_CREDIT_PERFORMANCE", { ...words, staff: "A product with us is or was in default." });
      return isLateWithUs
        ? fail("POOR_CREDIT_PERFORMANCE", { ...words, staff: "A product with us is late." })
        : pass({ ...words, staff: "Nothing with us is late or in default." });
    },
  }),
];
