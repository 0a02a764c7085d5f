import { accounts, type Customer } from "../apps/demo-platform/src/customers.ts";
import { canSkipClosing, skipClosing, skipStep } from "../apps/portal/src/app/dev-skips.ts";
import { answersToDecline, coOwnerSamples, stepSamples } from "../apps/portal/src/onboarding/test-business/samples.ts";
import type { PortalSession } from "../apps/portal/src/shared/session/portal-session.tsx";
import {
  completeCoOwnerStep,
  getCoOwnerStep,
  getCoOwnerWorkflow,
} from "../packages/contracts/src/calls/co-owner-steps.ts";
import { createCoOwnerV2, listCoOwnersV2 } from "../packages/contracts/src/calls/co-owners.ts";
import { getOffersWorkflow } from "../packages/contracts/src/calls/offers.ts";
import { getCreditReportsStatus, getWorkflow } from "../packages/contracts/src/calls/onboarding.ts";
import { getServicingWorkflow } from "../packages/contracts/src/calls/servicing.ts";
import type { CoOwnerDetailsV2 } from "../packages/contracts/src/onboarding/co-owner.ts";
import type { PartnerClock } from "../packages/contracts/src/partner/clock/clock.ts";
import { onboardingStepOf } from "../packages/lending/src/onboarding/steps.ts";
import { type DemoAddresses, enterAsCoOwner, send, signIn } from "./demo-sessions.ts";
import { until } from "./processes.ts";

type Step = keyof typeof stepSamples;
type Answers = { [S in Step]?: object };
type Samples = Partial<Record<string, (data: never) => object>>;
type Stage = {
  customerId: string;
  /** The step at which the person stops. Without one the application is sent. */
  stopsAt?: Step;
  /** What the person answers other than the sample. */
  answers?: Answers;
  /** Whom the person names as an owner as well. They complete their part of the application, but do not sign. */
  coOwner?: CoOwnerDetailsV2;
  /** The first offer is chosen, and signed by its owner or also funded. */
  closedTo?: "SIGNED_BY_OWNER" | "FUNDED";
  /** Staff would have to decide about the application. */
  isLeftToStaff?: true;
  /** By how many days the clock of the business is advanced after the offers, or while staff would have to decide. */
  daysLater?: number;
};

const stages: readonly Stage[] = [
  { customerId: "riverbend-cycles", stopsAt: "COLLECT_PLAID" },
  // The EIN belongs to another business, so the owner is asked to confirm the details.
  { customerId: "marigold-catering", answers: { COLLECT_RAILZ: { tin: "99-0000021" } } },
  {
    customerId: "copper-kettle",
    answers: { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN", "LOC_TERM_LOAN", "MCA"] } },
  },
  {
    customerId: "lantern-books",
    answers: {
      SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
      COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { ownershipPercentage: 70 },
    },
    coOwner: { firstName: "Teo", lastName: "Diallo", email: "teo@lanternbooks.example", ownershipPercentage: 30 },
    closedTo: "SIGNED_BY_OWNER",
  },
  {
    customerId: "quarry-brewing",
    answers: { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } },
    closedTo: "FUNDED",
  },
  { customerId: "tall-pines", answers: { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } }, daysLater: 31 },
  {
    customerId: "blue-door-diner",
    // Nobody overrules it, so it is denied on the last day for a decision.
    answers: answersToDecline,
    isLeftToStaff: true,
    daysLater: 29,
  },
];

/**
 * Brings accounts of the demo platform to different stages of an application, by the calls of the portal and of the partner API. `say` is
 * told where each account is. It may run at every start: it continues where an earlier run was interrupted, and leaves alone what a person
 * has done with an account since.
 */
export async function seedDemoAccounts(addresses: DemoAddresses, say: (line: string) => void): Promise<void> {
  await Promise.all(
    stages.map(async (stage) => {
      const customer = accounts.find(({ id }) => id === stage.customerId);
      if (!customer) throw new Error(`the demo platform has no customer ${stage.customerId}`);
      say(`${customer.name} is at ${await reach(addresses, customer, stage)}`);
    }),
  );
}

async function reach(addresses: DemoAddresses, customer: Customer, stage: Stage): Promise<string> {
  const { stopsAt, isLeftToStaff = false, daysLater, closedTo } = stage;
  const ask = await signIn(addresses, customer);
  const onboardingStep = async () => (await ask(getWorkflow, { query: {} })).currentStep;
  const offersStep = async () => (await ask(getOffersWorkflow, {})).currentStep;
  if (stage.coOwner) {
    await answerSteps(ask, "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", answersOf(customer, stage));
    await nameOnce(ask, stage.coOwner);
  }
  await answerSteps(ask, stopsAt ?? null, answersOf(customer, stage));
  if (stage.coOwner && (await offersStep()) === "OFFERS_PENDING") await answerAsCoOwner(addresses, stage.coOwner.email);
  if (stopsAt) return onboardingStep();

  const isAnswered = async () =>
    ![null, "OFFERS_PENDING"].includes(await offersStep()) ||
    (await onboardingStep()) === "REQUEST_ADDITIONAL_USER_INPUT";
  const hasReports = async () => (await ask(getCreditReportsStatus, {})).complete;
  await until(`${customer.name} can go on`, isLeftToStaff ? hasReports : isAnswered);
  if (daysLater) await advanceOnce(addresses, customer, daysLater);
  await until(`${customer.name} is answered`, isAnswered);
  if (closedTo) await closeOffer(ask, closedTo);
  const step = await offersStep();
  return step && step !== "OFFERS_PENDING" ? step : onboardingStep();
}

/** Answers the steps of onboarding from the current one on. A person who has passed the last one is not overtaken. */
async function answerSteps(ask: PortalSession["ask"], stopsAt: Step | null, answers: Answers): Promise<void> {
  /** The step to answer; null if there is none. */
  const nextStep = async () => {
    const { currentStep, doneSteps } = await ask(getWorkflow, { query: {} });
    const isPassed = doneSteps.some((done) => onboardingStepOf(done) === stopsAt);
    const step = onboardingStepOf(currentStep);
    return !isPassed && step && step in stepSamples && step !== stopsAt ? currentStep : null;
  };
  for (let step = await nextStep(); step; step = await nextStep()) {
    try {
      await skipStep(step, ask, answers);
    } catch (error) {
      // A person or another run may have completed the step meanwhile.
      if ((await nextStep()) === step) throw error;
    }
  }
}

/** Names a co-owner, unless an earlier run or the person has named one. */
async function nameOnce(ask: PortalSession["ask"], coOwner: CoOwnerDetailsV2): Promise<void> {
  if ((await ask(listCoOwnersV2, {})).secondaryOwners.length === 0) await ask(createCoOwnerV2, { body: coOwner });
}

/** Completes the application of a co-owner, from the link in the email of the invitation. */
async function answerAsCoOwner(addresses: DemoAddresses, email: string): Promise<void> {
  const ask = await enterAsCoOwner(addresses, email);
  const sampleOf = (step: string) => (coOwnerSamples as Samples)[onboardingStepOf(step) ?? ""];
  let { currentStep } = await ask(getCoOwnerWorkflow, {});
  for (let sample = sampleOf(currentStep); sample; sample = sampleOf(currentStep)) {
    const { existingData } = await ask(getCoOwnerStep, { params: { id: currentStep } });
    const body = { completedStep: currentStep, data: { ...sample(existingData as never) } };
    ({ currentStep } = await ask(completeCoOwnerStep, { body }));
  }
}

/** Goes on from an open offer, step by step. A person who has a product is left alone. */
async function closeOffer(ask: PortalSession["ask"], closedTo: NonNullable<Stage["closedTo"]>): Promise<void> {
  const next = async () => {
    if ((await ask(getServicingWorkflow, {})).currentStep !== null) return null;
    const { currentStep } = await ask(getOffersWorkflow, {});
    const isThere = closedTo === "SIGNED_BY_OWNER" && currentStep === "OFFER_ACCEPTED";
    return canSkipClosing(currentStep) && !isThere ? currentStep : null;
  };
  for (let step = await next(); step; step = await next()) await skipClosing(ask);
}

const answersOf = ({ name, user }: Customer, { answers }: Stage): Answers => ({
  COLLECT_PERSONAL_DETAILS: {
    primaryBusinessOwnerFirstName: user.firstName,
    primaryBusinessOwnerLastName: user.lastName,
    primaryBusinessOwnerEmail: user.email,
  },
  COLLECT_BUSINESS_DETAILS: { businessName: name },
  ...answers,
});

/** Advances the clock of a business, unless it has been advanced before. */
async function advanceOnce({ apiUrl, secretKey }: DemoAddresses, { id }: Customer, days: number): Promise<void> {
  const path = `/api/platform/v1/sandbox/businesses/${encodeURIComponent(`platform:${id}`)}/clock`;
  const authorization = `Bearer ${secretKey}`;
  const clock = () => send<PartnerClock>(new URL(path, apiUrl), { headers: { authorization } });
  if (!(await clock()).frozen)
    await send(new URL(`${path}/advance`, apiUrl), {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": `demo-account-${id}` },
      body: JSON.stringify({ days }),
    });
  await until(`the clock of ${id} is advanced`, async () => (await clock()).advancingTo === null);
}
