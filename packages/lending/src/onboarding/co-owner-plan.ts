import type { CoOwnerAdditionalInput, OnboardingStep } from "./steps.ts";

/** The onboarding path of every co-owner. WAITING_FOR_OFFERS is the last step and is never completed. */
export const coOwnerPath = [
  "START_FLOW",
  "COLLECT_PERSONAL_DETAILS",
  "COLLECT_CONSENT",
  "WAITING_FOR_OFFERS",
] as const satisfies readonly OnboardingStep[];
type PathStep = (typeof coOwnerPath)[number];

export const coOwnerSteps = [
  ...coOwnerPath,
  "REQUEST_ADDITIONAL_USER_INPUT",
  "ONBOARDING_ERROR",
] as const satisfies readonly OnboardingStep[];
export type CoOwnerStep = (typeof coOwnerSteps)[number];

export type CoOwnerFacts = {
  /** The open requests for additional input from this co-owner after their consent. */
  openInputs: readonly CoOwnerAdditionalInput[];
  /** Onboarding of this co-owner, or of the whole business, is stopped until a staff member reopens it. */
  isStopped: boolean;
};

/**
 * A co-owner's progress by the steps they completed. The other owners see only this. Findings of later checks lead to additional input or
 * to a stop, and are confidential to the co-owner.
 */
export const coOwnerProgress = (done: ReadonlySet<string>): PathStep =>
  coOwnerPath.find((step) => !done.has(step)) ?? "WAITING_FOR_OFFERS";

/** The first step that is not done. A stop takes precedence, so that a stopped co-owner is not asked for more input. */
export function currentCoOwnerStep({ openInputs, isStopped }: CoOwnerFacts, done: ReadonlySet<string>): CoOwnerStep {
  if (isStopped) return "ONBOARDING_ERROR";
  const step = coOwnerProgress(done);
  return step === "WAITING_FOR_OFFERS" && openInputs.length > 0 ? "REQUEST_ADDITIONAL_USER_INPUT" : step;
}
