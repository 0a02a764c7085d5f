import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import {
  completeStep as completeStepCall,
  getStep,
  getWorkflow,
  resolveAddress,
  saveStepDraft,
  suggestAddresses,
} from "@inlay/contracts/calls/onboarding.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { type Doors, fingerprintOf, type Person } from "../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../partners/public.ts";
import { SuggestionsUnavailable } from "../providers/address-suggest/port.ts";
import { completeStep, loadStep, saveDraft } from "./complete-step.ts";
import { gateFor, progressOf } from "./progress.ts";

export function onboardingRoutes({ serve }: Doors, { config, addresses }: House): void {
  const fingerprint = (data: unknown) => fingerprintOf(config.SESSION_SECRET, data);

  serve(getWorkflow, ({ tx, caller }) => workflowFor(tx, caller));

  serve(getStep, async ({ tx, caller, params, query }) => {
    const settings = await settingsOf(tx, caller.platformId);
    return loadStep({ tx, caller, settings, productSubset: query.productSubsetDuringOnboarding ?? null }, params.id);
  });

  serve(completeStepCall, async ({ tx, caller, query, body, requestId }) => {
    const settings = await settingsOf(tx, caller.platformId);
    const context = { tx, caller, settings, productSubset: query.productSubsetDuringOnboarding ?? null };
    const completed = { step: body.completedStep, data: body.data ?? body.payload, requestId };
    await completeStep(context, completed, fingerprint);
    return workflowFor(tx, caller);
  });

  serve(saveStepDraft, async ({ tx, caller, params, body }) => {
    await saveDraft({ tx, caller }, params.id, body.fields);
    return { saved: true as const };
  });

  // The vendor is asked before the transaction begins, and its silence is no reason to stop a person.
  serve(
    suggestAddresses,
    ({ body }) => unlessUnavailable(() => addresses.suggest(body.input, body.session)),
    async ({ ready }) => ({ isAvailable: ready !== null, suggestions: ready ?? [] }),
  );
  serve(
    resolveAddress,
    ({ body }) => unlessUnavailable(() => addresses.resolve(body.id, body.session)),
    async ({ ready }) => ({ address: ready }),
  );

  // No application exists before consent, and nothing creates one yet; so there is no offer step to name.
  serve(getOffersWorkflow, async () => ({ currentStep: null }));
}

async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SuggestionsUnavailable) return null;
    throw error;
  }
}

/** Where the person stands. What was given earlier is told to the primary owner alone, by each step's own call. */
async function workflowFor(tx: Tx, { platformId, businessId, roles }: Person): Promise<Workflow> {
  const settings = await settingsOf(tx, platformId);
  const progress = (await progressOf(tx, settings, [businessId])).get(businessId);
  if (!progress) throw new Error("a business that is in scope has no progress");
  return {
    currentStep: gateFor(roles) ?? onboardingWireStep(progress.current),
    platformProgramName: settings.platformProgramName,
    styleConfigurations: await styleConfigurationsOf(tx, platformId),
    existingData: {},
    steps: progress.plan.filter((step) => step !== "START_FLOW").map(onboardingWireStep),
    integrationType: settings.integrationType,
    testBusiness: progress.isTestBusiness,
    onboardingSurveyEnabled: settings.onboardingSurveyEnabled,
    onboardingSurveyComplete: progress.isSurveyComplete,
    hasSeenWaitingForOffersBefore: progress.hasSeenWaitingForOffers,
  };
}
