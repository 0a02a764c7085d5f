import type { CoOwnerAdditionalInput, OnboardingStep } from "./steps.ts";

/** A co-owner's own, shorter way: the same for every co-owner. Waiting is never done; it is where the way ends. */
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
  /** What was asked of this co-owner after their consent and is not answered yet. */
  openInputs: readonly CoOwnerAdditionalInput[];
  /** Nothing goes on for this co-owner, or for the whole business, until one of our people says so. */
  isStopped: boolean;
};

/**
 * How far somebody has come by what they did themselves. That is all that the other owners learn of it: what was found out about a person
 * afterwards moves them to additional input or stops them, and is nobody else's.
 */
export const coOwnerProgress = (done: ReadonlySet<string>): PathStep =>
  coOwnerPath.find((step) => !done.has(step)) ?? "WAITING_FOR_OFFERS";

/** The first step that is not done; a stop comes before it, because nobody is asked for anything in vain. */
export function currentCoOwnerStep({ openInputs, isStopped }: CoOwnerFacts, done: ReadonlySet<string>): CoOwnerStep {
  if (isStopped) return "ONBOARDING_ERROR";
  const step = coOwnerProgress(done);
  return step === "WAITING_FOR_OFFERS" && openInputs.length > 0 ? "REQUEST_ADDITIONAL_USER_INPUT" : step;
}
