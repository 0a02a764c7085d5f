import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";

const pollMs = 1_000;
/** The polling interval after the first polls. */
export const pollEveryMs = 5_000;
/** The number of polls if the server does not state one. */
const defaultPolls = 15;

type SurveyFacts = Pick<
  Workflow,
  "onboardingSurveyEnabled" | "onboardingSurveyComplete" | "hasSeenWaitingForOffersBefore"
>;

/** The survey is shown once, on the first visit, whether it was answered or skipped. */
export const showsSurvey = (workflow: SurveyFacts): boolean =>
  workflow.onboardingSurveyEnabled && !workflow.onboardingSurveyComplete && !workflow.hasSeenWaitingForOffersBefore;

/** How many times the page polls for the credit reports before it lets the person leave. */
export const pollsFor = (waiting: Pick<WaitingForOffers, "creditReportPolls"> | null): number =>
  waiting?.creditReportPolls ?? defaultPolls;

/** The time until the next poll for the credit reports: a second for the first polls, longer later, none when they are complete. */
export function pollAfterMs({ isComplete, asked, polls }: { isComplete: boolean; asked: number; polls: number }) {
  if (isComplete) return false;
  return asked >= polls ? pollEveryMs : pollMs;
}

/** The time until the next poll for a decision: most are made within minutes, the others take hours. */
export function decisionPollAfterMs(waitedMs: number): number {
  if (waitedMs < 2 * 60_000) return pollEveryMs;
  return waitedMs < 15 * 60_000 ? 15_000 : 60_000;
}
