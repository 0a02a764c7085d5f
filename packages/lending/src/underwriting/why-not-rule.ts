import type { Decision, StaffRulings } from "./decide.ts";
import { mostExceptions, type PolicyException } from "./exceptions.ts";
import { type CreditResult, type RiskRating, riskRatings } from "./rules/rating.ts";

export const rulingKinds = ["EXCEPTION", "RULE_PASSED", "RESULT_OVERRIDE", "DENIAL_CONFIRMED"] as const;

/** What a member of staff wants to decide about an application. */
export type Ruling =
  | { kind: "EXCEPTION"; code: PolicyException }
  | { kind: "RULE_PASSED"; code: string }
  | { kind: "RESULT_OVERRIDE"; code: RiskRating }
  | { kind: "DENIAL_CONFIRMED"; code: null };

export type WhyNotRuling =
  | "NOT_IN_REVIEW"
  | "NOT_RAISED"
  | "TOO_MANY_EXCEPTIONS"
  | "NOT_OVERRIDABLE"
  | "MORE_THAN_ONE_NOTCH"
  | "SAME_RESULT";

type Reviewed = Pick<Decision, "outcome" | "review" | "stages" | "modelResult">;

/** Why staff may not rule so about a decision. Null: they may. */
export function whyNotRule(decision: Reviewed, rulings: StaffRulings, ruling: Ruling): WhyNotRuling | null {
  if (ruling.kind === "RESULT_OVERRIDE") return whyNotOverride(decision, ruling.code);
  if (decision.outcome !== "REVIEW") return "NOT_IN_REVIEW";
  if (ruling.kind === "EXCEPTION") {
    if (!decision.review.exceptions.includes(ruling.code)) return "NOT_RAISED";
    return rulings.exceptions.length >= mostExceptions ? "TOO_MANY_EXCEPTIONS" : null;
  }
  if (ruling.kind === "DENIAL_CONFIRMED") return null;
  const rule = rulesOf(decision).find(({ id }) => id === ruling.code);
  if (!rule || rule.outcome === "PASS" || rule.exception !== null) return "NOT_RAISED";
  return rule.outcome === "FAIL" && !rule.isOverridable ? "NOT_OVERRIDABLE" : null;
}

const rulesOf = ({ stages }: Pick<Decision, "stages">) => stages.flatMap(({ rules }) => rules);

/** A rating moves by one notch. A failed one becomes HIGH, if every rule that failed may be overridden. */
function whyNotOverride(decision: Reviewed, wanted: RiskRating): WhyNotRuling | null {
  const { modelResult } = decision;
  if (modelResult === null) return "NOT_IN_REVIEW";
  if (modelResult === wanted) return "SAME_RESULT";
  const failed = rulesOf(decision).filter(({ outcome }) => outcome === "FAIL");
  if (failed.some(({ isOverridable }) => !isOverridable)) return "NOT_OVERRIDABLE";
  return Math.abs(notch(modelResult) - notch(wanted)) === 1 ? null : "MORE_THAN_ONE_NOTCH";
}

const notch = (result: CreditResult): number => (result === "FAIL" ? riskRatings.length : riskRatings.indexOf(result));

/** Amounts up to this one can be decided by one person, where the rules only ask for a review. */
const onePersonCents = 5_000_000;

/**
 * How many people a ruling takes. Exceptions, another rating and a failed rule that is passed take two. What the rules left to a review is
 * decided by one person up to an amount; if the amount is not known, by two. A denial is the model's decision, which one person confirms.
 */
export function peopleForRuling(
  { stages }: Pick<Decision, "stages">,
  { kind, code }: Ruling,
  amountRequestedCents: number | null,
): 1 | 2 {
  if (kind === "DENIAL_CONFIRMED") return 1;
  if (kind !== "RULE_PASSED") return 2;
  const isReviewed = rulesOf({ stages }).some(({ id, outcome }) => id === code && outcome !== "FAIL");
  return isReviewed && amountRequestedCents !== null && amountRequestedCents <= onePersonCents ? 1 : 2;
}
