import { accounts, type Customer } from "../apps/demo-platform/src/customers.ts";
import { skipStep } from "../apps/portal/src/app/dev-skips.ts";
import { answersToDecline, stepSamples } from "../apps/portal/src/onboarding/test-business/samples.ts";
import type { PortalSession } from "../apps/portal/src/shared/session/portal-session.tsx";
import type { Call } from "../packages/contracts/src/call.ts";
import { getOffersWorkflow } from "../packages/contracts/src/calls/offers.ts";
import { getCreditReportsStatus, getWorkflow } from "../packages/contracts/src/calls/onboarding.ts";
import { exchangeConnectToken } from "../packages/contracts/src/calls/people.ts";
import type { PartnerClock } from "../packages/contracts/src/partner/clock/clock.ts";
import { onboardingStepOf } from "../packages/lending/src/onboarding/steps.ts";
import { until } from "./processes.ts";

type Step = keyof typeof stepSamples;
type Answers = { [S in Step]?: object };
type Stage = {
  customerId: string;
  /** The step at which the person stops. Without one the application is sent. */
  stopsAt?: Step;
  /** What the person answers other than the sample. */
  answers?: Answers;
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
  { customerId: "tall-pines", answers: { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } }, daysLater: 31 },
  {
    customerId: "blue-door-diner",
    // Nobody overrules it, so it is denied on the last day for a decision.
    answers: answersToDecline,
    isLeftToStaff: true,
    daysLater: 29,
  },
];

export type DemoAddresses = { apiUrl: string; demoUrl: string; secretKey: string };

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
  const { stopsAt, isLeftToStaff = false, daysLater } = stage;
  const ask = await signIn(addresses, customer);
  const onboardingStep = async () => (await ask(getWorkflow, { query: {} })).currentStep;
  const offersStep = async () => (await ask(getOffersWorkflow, {})).currentStep;
  await answerSteps(ask, stopsAt ?? null, answersOf(customer, stage));
  if (stopsAt) return onboardingStep();

  const isAnswered = async () =>
    ![null, "OFFERS_PENDING"].includes(await offersStep()) ||
    (await onboardingStep()) === "REQUEST_ADDITIONAL_USER_INPUT";
  const hasReports = async () => (await ask(getCreditReportsStatus, {})).complete;
  await until(`${customer.name} can go on`, isLeftToStaff ? hasReports : isAnswered);
  if (daysLater) await advanceOnce(addresses, customer, daysLater);
  await until(`${customer.name} is answered`, isAnswered);
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

/** Opens the portal on the demo platform's page as a user of the customer, and returns a function that makes the portal's calls. */
async function signIn({ apiUrl, demoUrl }: DemoAddresses, { id }: Customer): Promise<PortalSession["ask"]> {
  const opened = await fetch(new URL("/financing-session", demoUrl), {
    method: "POST",
    headers: { cookie: `larkspur-customer=${id}` },
  });
  if (!opened.ok) throw new Error(`the demo platform answered ${opened.status}: ${await opened.text()}`);
  const connectToken = await opened.text();
  const askWith =
    (headers: Record<string, string>): PortalSession["ask"] =>
    (call, parts) => {
      const { params = {}, body } = parts as { params?: Record<string, string>; body?: object };
      const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
      return send(new URL(path, apiUrl), {
        method: call.method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    };
  const { sessionToken } = await askWith({})(exchangeConnectToken, { body: { connectToken } });
  return askWith({ authorization: `Bearer ${sessionToken}` });
}

async function send<T>(url: URL, init: RequestInit & { method?: Call["method"] }): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init.method ?? "GET"} ${url.pathname} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
