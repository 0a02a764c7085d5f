import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import { completeOffersStep, refreshOffers } from "@inlay/contracts/calls/offer-steps.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import { completeStep, getStep, getWorkflow } from "@inlay/contracts/calls/onboarding.ts";
import { upsertUserRoles } from "@inlay/contracts/calls/people.ts";
import {
  skipClosingStep,
  skipToExpiredOffers,
  skipToNoOffers,
  skipToOffers,
  skipToServicing,
} from "@inlay/contracts/calls/sandbox.ts";
import { getServicingWorkflow } from "@inlay/contracts/calls/servicing.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import { offerStepLifecycle } from "@inlay/lending/offers/offer-step.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { answersToDecline, inputSamples, stepSamples } from "../onboarding/test-business/samples.ts";
import type { PortalSession } from "../shared/session/portal-session.tsx";

type Ask = PortalSession["ask"];
type Samples = Record<string, ((data: never, ask: Ask) => object) | undefined>;
type Answers = Record<string, object | undefined>;

const inputStep = "REQUEST_ADDITIONAL_USER_INPUT";
const roleGate = "SELECT_USER_ROLES";

/** Whether the step of onboarding can be completed with sample data. */
export const canSkip = (name: string): boolean =>
  name === roleGate || name === inputStep || (onboardingStepOf(name) ?? "") in stepSamples;

/** Completes a step of onboarding with its sample, and with the answers that are given instead. */
export async function skipStep(name: string, ask: Ask, answers: Answers = {}): Promise<unknown> {
  if (name === roleGate) return ask(upsertUserRoles, { body: { userRoles: ["PRIMARY_OWNER"] } });
  const { existingData } = await ask(getStep, { params: { id: name }, query: {} });
  if (name === inputStep) {
    const { subSteps, screen } = existingData as unknown as RequestedInput;
    const sample = (inputSamples as Samples)[subSteps[0]?.subStep ?? ""];
    if (!subSteps[0] || !sample) throw new Error("No shortcut from here.");
    const { id: inputId, subStep } = subSteps[0];
    const data = { ...(await sample(screen as never, ask)) };
    return ask(completeStep, { query: {}, body: { completedStep: name, subStep, inputId, data } });
  }
  const step = onboardingStepOf(name) ?? "";
  const data = { ...(await (stepSamples as Samples)[step]?.(existingData as never, ask)), ...answers[step] };
  return ask(completeStep, { query: {}, body: { completedStep: name, data } });
}

/** Whether the step of the offers can be completed without its page: by the owner, then by the co-owners, then by staff who fund the loan. */
export const canSkipClosing = (at: OfferStep | null): boolean =>
  at !== null && ["DISPLAY_OFFERS", ...closingSteps, "OFFER_ACCEPTED"].includes(at);

/** Completes the step of the offers. */
export const skipClosing = (ask: Ask): Promise<unknown> => ask(skipClosingStep, {});

/** Completes what is open of onboarding. */
async function sendApplication(ask: Ask, answers: Answers = {}): Promise<void> {
  const currentStep = async () => (await ask(getWorkflow, { query: {} })).currentStep;
  for (let step: string = await currentStep(); canSkip(step); step = await currentStep())
    await skipStep(step, ask, answers);
}

/** A shortcut of the developer tools to a step of the offers, or to servicing. */
export type Skip = {
  text: string;
  /** The steps at which it is shown. Null: there are no offers yet. */
  from: readonly (OfferStep | null)[];
  start: (ask: Ask, at: OfferStep | null) => Promise<unknown>;
  to: OfferStep | "SERVICING";
  /** How often the step is asked for, and after which time each, once the server has started. */
  polls: number;
  pollAfterMs: number;
};

const undecided = [null, "OFFERS_PENDING"] as const;

export const skips: readonly Skip[] = [
  {
    text: "Skip to offers",
    from: undecided,
    start: async (ask) => {
      await sendApplication(ask);
      return ask(skipToOffers, {});
    },
    to: "DISPLAY_OFFERS",
    polls: 15,
    pollAfterMs: 1_000,
  },
  {
    text: "Skip to no offers",
    from: undecided,
    start: async (ask) => {
      await sendApplication(ask, answersToDecline);
      return ask(skipToNoOffers, {});
    },
    to: "NO_OFFERS_EXTENDED",
    polls: 10,
    pollAfterMs: 1_000,
  },
  {
    text: "Skip to expired offers",
    from: ["DISPLAY_OFFERS", ...closingSteps],
    start: async (ask) => {
      // Each product has an application of its own, and the page shows open offers as long as there is one.
      for (const { loanApplicationId, offers } of (await ask(getOffers, {})).offerGroups)
        if (offers.some(({ status }) => status === "WAITING_FOR_SELECTION" || status === "SELECTED"))
          await ask(skipToExpiredOffers, { body: { loanApplicationId } });
    },
    to: "OFFERS_EXPIRED",
    polls: 10,
    pollAfterMs: 1_000,
  },
  {
    text: "Skip to display offers",
    from: ["OFFERS_EXPIRED", ...closingSteps],
    start: (ask, at) =>
      at === "OFFERS_EXPIRED" ? ask(refreshOffers, {}) : ask(completeOffersStep, { body: { eventType: "WENT_BACK" } }),
    to: "DISPLAY_OFFERS",
    polls: 10,
    pollAfterMs: 1_000,
  },
  {
    text: "Skip to servicing",
    from: ["DISPLAY_OFFERS", ...closingSteps, "OFFER_ACCEPTED"],
    start: (ask) => ask(skipToServicing, {}),
    to: "SERVICING",
    polls: 40,
    pollAfterMs: 250,
  },
];

const reached = async (to: Skip["to"], ask: Ask): Promise<boolean> =>
  to === "SERVICING"
    ? (await ask(getServicingWorkflow, {})).currentStep !== null
    : (await ask(getOffersWorkflow, {})).currentStep === to;

/** Whether the applications are over, so that one more can be opened. Expired offers are not: they can be refreshed. */
export const isOver = (at: OfferStep | null): boolean => at !== null && offerStepLifecycle.isOver(at);

/** Takes a shortcut and waits until its step is reached. */
export async function take({ start, to, polls, pollAfterMs }: Skip, ask: Ask, at: OfferStep | null): Promise<void> {
  await start(ask, at);
  for (let poll = 0; poll < polls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollAfterMs));
    if (await reached(to, ask)) return;
  }
  const seconds = (polls * pollAfterMs) / 1_000;
  throw new Error(`The business is not at ${to} after ${seconds} seconds. Reload the page in a moment.`);
}
