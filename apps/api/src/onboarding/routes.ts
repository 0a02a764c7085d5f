import type { Parsed } from "@inlay/contracts/call.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import {
  answerOnboardingSurvey,
  completeStep as completeStepCall,
  getCreditReportsStatus,
  getStep,
  getWorkflow,
  listConsents,
  resolveAddress,
  saveStepDraft,
  suggestAddresses,
} from "@inlay/contracts/calls/onboarding.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { onboardingStepOf, onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { fingerprintOf, type Person, type Router } from "../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../platforms/public.ts";
import { SuggestionsUnavailable } from "../providers/address-suggest/port.ts";
import { coOwnerRoutes } from "./co-owner/routes.ts";
import { completeInput, prepareInput, type SentInput } from "./complete-input.ts";
import { completeStep, loadStep, prepareStep, saveDraft } from "./complete-step.ts";
import { consentsOf } from "./consents/consents.ts";
import { gateFor, type Progress, progressOf } from "./progress.ts";
import { answerSurvey } from "./waiting/survey.ts";
import { creditReportsStatus, noteWaitingSeen } from "./waiting/waiting.ts";

export function onboardingRoutes(router: Router, app: AppContext): void {
  const { authenticatedRoute } = router;
  const { config, addresses } = app;
  const fingerprint = (data: unknown) => fingerprintOf(config.SESSION_SECRET, data);

  authenticatedRoute(getWorkflow, async ({ tx, caller }) => {
    const workflow = await workflowFor(tx, caller);
    const isFirstWait = workflow.currentStep === "WAITING_FOR_OFFERS" && !workflow.hasSeenWaitingForOffersBefore;
    if (isFirstWait) await noteWaitingSeen(tx, caller.businessId);
    return workflow;
  });

  authenticatedRoute(getStep, async ({ tx, caller, params, query }) => {
    const settings = await settingsOf(tx, caller.platformId);
    const productSubset = query.productSubsetDuringOnboarding ?? null;
    return loadStep({ tx, app, caller, settings, productSubset }, params.id);
  });

  authenticatedRoute(
    completeStepCall,
    ({ caller, body }) =>
      isInput(body)
        ? prepareInput(app, caller, sentInput(body))
        : prepareStep(app, caller, body.completedStep, body.data ?? body.payload),
    async ({ tx, caller, query, body, requestId, address, userAgent, ready }) => {
      const settings = await settingsOf(tx, caller.platformId);
      const productSubset = query.productSubsetDuringOnboarding ?? null;
      const context = { tx, app, caller, settings, productSubset, requestId, address, userAgent, ready };
      if (isInput(body)) await completeInput(context, sentInput(body), fingerprint);
      else await completeStep(context, { step: body.completedStep, data: body.data ?? body.payload }, fingerprint);
      return workflowFor(tx, caller);
    },
  );

  authenticatedRoute(saveStepDraft, async ({ tx, caller, params, body }) => {
    await saveDraft({ tx, caller }, params.id, body.fields);
    return { saved: true as const };
  });

  // The vendor is called before the transaction begins. If it is unavailable, the person types the address without suggestions.
  authenticatedRoute(
    suggestAddresses,
    ({ body }) => unlessUnavailable(() => addresses.suggest(body.input, body.session)),
    async ({ ready }) => ({ isAvailable: ready !== null, suggestions: ready ?? [] }),
  );
  authenticatedRoute(
    resolveAddress,
    ({ body }) => unlessUnavailable(() => addresses.resolve(body.id, body.session)),
    async ({ ready }) => ({ address: ready }),
  );

  authenticatedRoute(getCreditReportsStatus, async ({ tx, caller }) =>
    creditReportsStatus(tx, caller.businessId, await flowStateOf(tx, caller)),
  );
  authenticatedRoute(answerOnboardingSurvey, async ({ tx, caller, body, requestId }) => {
    await answerSurvey(tx, caller, body, requestId);
    return { saved: true as const };
  });
  authenticatedRoute(listConsents, ({ tx, caller }) => consentsOf(tx, caller));

  coOwnerRoutes(router, app);

  authenticatedRoute(getOffersWorkflow, async ({ tx, caller }) => ({
    currentStep: (await flowStateOf(tx, caller)).offerStep,
  }));
}

type Sent = Parsed<typeof completeStepCall, "body">;
const isInput = ({ completedStep }: Sent) => onboardingStepOf(completedStep) === "REQUEST_ADDITIONAL_USER_INPUT";
const sentInput = ({ subStep, inputId, data, payload }: Sent): SentInput => ({
  subStep,
  inputId,
  data: data ?? payload,
});

async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SuggestionsUnavailable) return null;
    throw error;
  }
}

/** The caller's current step. Data given in earlier steps is shown only to the primary owner, by each step's own call. */
async function workflowFor(tx: Tx, { platformId, businessId, roles }: Person): Promise<Workflow> {
  const settings = await settingsOf(tx, platformId);
  const progress = await flowStateOf(tx, { platformId, businessId });
  const gate = gateFor(roles);
  const counted = progress.plan.filter((step) => step !== "START_FLOW");
  return {
    currentStep: gate ?? onboardingWireStep(progress.current),
    platformProgramName: settings.platformProgramName,
    styleConfigurations: await styleConfigurationsOf(tx, platformId),
    existingData: {},
    steps: counted.map(onboardingWireStep),
    // Only the primary owner sees which steps are done.
    doneSteps: gate ? [] : counted.filter((step) => progress.done.has(step)).map(onboardingWireStep),
    integrationType: settings.integrationType,
    testBusiness: progress.isTestBusiness,
    onboardingSurveyEnabled: settings.onboardingSurveyEnabled,
    onboardingSurveyComplete: progress.isSurveyComplete,
    hasSeenWaitingForOffersBefore: progress.hasSeenWaitingForOffers,
  };
}

async function flowStateOf(
  tx: Tx,
  { platformId, businessId }: Pick<Person, "platformId" | "businessId">,
): Promise<Progress> {
  const progress = (await progressOf(tx, await settingsOf(tx, platformId), [businessId])).get(businessId);
  if (!progress) throw new Error("a business in scope has no onboarding progress");
  return progress;
}
