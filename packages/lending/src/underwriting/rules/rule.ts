import type { ProductType } from "../../products/product-type.ts";
import type { DenialReason } from "../denial-reasons.ts";
import type { PolicyException } from "../exceptions.ts";
import type { CreditModelInputs, InputName } from "../inputs.ts";
import type { Policy } from "../policy/policy.ts";

export type RuleValue = string | number | boolean | null | readonly (string | number | null)[];

/** NOT_AVAILABLE: an input is missing. It leads to a review and never passes in silence. */
export type RuleOutcome = "PASS" | "FAIL" | "REVIEW" | "NOT_AVAILABLE";

/** What a rule finds. */
export type Finding = {
  outcome: RuleOutcome;
  value: RuleValue;
  threshold: RuleValue;
  /** The reason for a denial if the rule is not passed. Null: staff state it. */
  reason: DenialReason | null;
  /** The exception that would let the rule pass. */
  exception: PolicyException | null;
  /** The points of a credit factor. Null for rules that only pass or fail. */
  points: number | null;
  /** For staff: value and threshold in a sentence. */
  staff: string;
  /** For the applicant: the policy in general words. Null where the rule is no policy about applicants. */
  applicant: string | null;
};

/** A row of the rule table. `inputs` names everything that `check` reads. */
export type Rule = {
  id: string;
  inputs: readonly InputName[];
  /** Staff may pass an applicant who fails the rule. */
  isOverridable: boolean;
  appliesTo(product: ProductType, policy: Policy): boolean;
  check(inputs: CreditModelInputs, policy: Policy, product: ProductType): Finding;
};

/** A rule that can read only the inputs that it names. */
export function rule<const Names extends readonly InputName[]>(given: {
  id: string;
  inputs: Names;
  isOverridable: boolean;
  appliesTo?: (product: ProductType, policy: Policy) => boolean;
  check(inputs: Pick<CreditModelInputs, Names[number]>, policy: Policy, product: ProductType): Finding;
}): Rule {
  return { ...given, appliesTo: given.appliesTo ?? (() => true) };
}

/** The stored result of a rule: what it read, what it found, and how far the value is from the threshold. */
export type RuleResult = Finding & {
  id: string;
  inputs: { [Name in InputName]?: unknown };
  isOverridable: boolean;
  /** Distance from the threshold in relation to it, with six decimals. 1 for rules of yes or no. */
  distance: number;
};

export const runRules = (
  rules: readonly Rule[],
  inputs: CreditModelInputs,
  policy: Policy,
  product: ProductType,
): RuleResult[] =>
  rules
    .filter((one) => one.appliesTo(product, policy))
    .map(({ id, inputs: names, isOverridable, check }) => {
      const finding = check(inputs, policy, product);
      const read = Object.fromEntries(names.map((name) => [name, inputs[name]]));
      return { id, inputs: read, isOverridable, ...finding, distance: distanceOf(finding) };
    });

/** How far a value is from its threshold, in relation to the threshold. */
export function distanceOf({ value, threshold }: Pick<Finding, "value" | "threshold">): number {
  if (typeof value !== "number" || typeof threshold !== "number" || threshold === 0) return 1;
  return Math.round((Math.abs(value - threshold) / Math.abs(threshold)) * 1_000_000) / 1_000_000;
}
