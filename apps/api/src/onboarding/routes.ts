import { resolveAddress, suggestAddresses } from "@inlay/contracts/calls/addresses.ts";
import {
  applyAgain as applyAgainCall,
  applyForMore as applyForMoreCall,
  getApplyForMore,
  listCorrections,
  requestCorrection as requestCorrectionCall,
  withdrawApplication,
} from "@inlay/contracts/calls/loan-applications.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import {
  answerOnboardingSurvey,
  completeStep,
  getCreditReportsStatus,
  getStep,
  getWorkflow,
  listConsents,
  saveStepDraft,
} from "@inlay/contracts/calls/onboarding.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import { type OnboardingStep, onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import type { AppContext } from "../context.ts";
import type { StepRequest } from "../flow/public.ts";
import type { Router } from "../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../platforms/public.ts";
import { SuggestionsUnavailable } from "../providers/address-suggest/port.ts";
import { closeApplications } from "../underwriting/public.ts";
import { additionalInputs } from "./additional-inputs/flow.ts";
import { applyAgain } from "./closed/apply-again.ts";
import { applyForMore, readApplyForMore } from "./closed/apply-for-more.ts";
import { coOwnerRoutes } from "./co-owner/routes.ts";
import { completionsOf } from "./completions.ts";
import { consentsOf } from "./consents/consents.ts";
import { correctionsOf, requestCorrection } from "./corrections/corrections.ts";
import { currentProgress, gateFor, workflowStepFor } from "./progress.ts";
import type { OnboardingRequest } from "./step-handler.ts";
import { onboardingSteps } from "./steps/flow.ts";
import { loadOnboarding } from "./subject.ts";
import { answerSurvey } from "./waiting/survey.ts";
import { creditReportsStatus, noteWaitingSeen } from "./waiting/waiting.ts";

export function onboardingRoutes(router: Router, app: AppContext): void {
  const { authenticatedRoute } = router;
  const { addresses } = app;
  const requestOf = async (
    { tx, caller }: Pick<StepRequest, "tx" | "caller">,
    productSubset: OnboardingRequest["productSubset"] | undefined,
  ): Promise<OnboardingRequest> => ({
    tx,
    app,
    caller,
    settings: await settingsOf(tx, caller.platformId),
    productSubset: productSubset ?? null,
  });

  authenticatedRoute(getWorkflow, async ({ tx, caller, query }) => {
    const workflow = await workflowFor(await requestOf({ tx, caller }, query.productSubsetDuringOnboarding));
    const isFirstWait = workflow.currentStep === "WAITING_FOR_OFFERS" && !workflow.hasSeenWaitingForOffersBefore;
    if (isFirstWait) await noteWaitingSeen(tx, caller.businessId);
    return workflow;
  });

  authenticatedRoute(getStep, async (context) => {
    const request = await requestOf(context, context.query.productSubsetDuringOnboarding);
    return onboardingSteps.load(request, context.params.id);
  });

  authenticatedRoute(saveStepDraft, async (context) => {
    await onboardingSteps.saveDraft(await requestOf(context, null), context.params.id, context.body.fields);
    return { saved: true as const };
  });

  const completions = completionsOf(app, onboardingSteps, additionalInputs);
  authenticatedRoute(completeStep, completions.preparation, async (context) => {
    const { query, body, requestId, address, userAgent, ready } = context;
    const request = await requestOf(context, query.productSubsetDuringOnboarding);
    const completing = { ...request, inputId: body.inputId, requestId, address, userAgent };
    await completions.complete(completing, body, ready);
    return workflowFor(request);
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

  authenticatedRoute(getCreditReportsStatus, async ({ tx, caller: { platformId, businessId } }) => {
    const progress = await currentProgress(tx, await settingsOf(tx, platformId), businessId);
    return creditReportsStatus(tx, businessId, progress);
  });
  authenticatedRoute(answerOnboardingSurvey, async ({ tx, caller, body, requestId }) => {
    await answerSurvey(tx, caller, body, requestId);
    return { saved: true as const };
  });
  authenticatedRoute(withdrawApplication, async ({ tx, caller, body, requestId }) => {
    const by = { actor: { kind: "USER", id: caller.userId }, requestId } as const;
    const closing = { because: "LOAN_APPLICATION_WITHDRAWN", withdrawal: body } as const;
    if ((await closeApplications(tx, caller, closing, by)) === 0) throw new Refusal("NO_OPEN_APPLICATION");
    return { withdrawn: true as const };
  });
  authenticatedRoute(listCorrections, async ({ tx, caller }) => ({
    corrections: await correctionsOf(tx, caller.businessId),
  }));
  authenticatedRoute(requestCorrectionCall, ({ tx, caller, body, requestId }) =>
    requestCorrection(tx, caller, body, requestId),
  );
  authenticatedRoute(applyAgainCall, async ({ tx, caller, requestId }) => {
    const request = await requestOf({ tx, caller }, null);
    await applyAgain(tx, caller, await currentProgress(tx, request.settings, caller.businessId), requestId);
    return workflowFor(request);
  });
  authenticatedRoute(getApplyForMore, async ({ tx, caller, query }) =>
    readApplyForMore(await requestOf({ tx, caller }, query.productSubsetDuringOnboarding)),
  );
  authenticatedRoute(applyForMoreCall, async ({ tx, caller, query, body, requestId, address, userAgent }) => {
    const request = await requestOf({ tx, caller }, query.productSubsetDuringOnboarding);
    await applyForMore({ ...request, requestId, address, userAgent }, body.productType);
    return workflowFor(request);
  });
  authenticatedRoute(listConsents, ({ tx, caller }) => consentsOf(tx, caller));

  coOwnerRoutes(router, app);

  authenticatedRoute(getOffersWorkflow, async ({ tx, caller: { platformId, businessId } }) => ({
    currentStep:
      (await currentProgress(tx, await settingsOf(tx, platformId), businessId)).application?.offerStep ?? null,
  }));
}

async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SuggestionsUnavailable) return null;
    throw error;
  }
}

/** The caller's current step. Which steps are done, and what was answered, is shown only to the primary owner. */
async function workflowFor(request: OnboardingRequest): Promise<Workflow> {
  const { tx, caller, settings } = request;
  const { platformId, roles } = caller;
  const subject = await loadOnboarding(request, false);
  const { progress } = subject;
  const gate = gateFor(roles);
  const open = gate ? [] : await onboardingSteps.loadOpen(request, subject);
  const counted = progress.plan.filter((step) => step !== "START_FLOW");
  return {
    currentStep: workflowStepFor(roles, progress),
    platformProgramName: settings.platformProgramName,
    styleConfigurations: await styleConfigurationsOf(tx, platformId),
    existingData: Object.fromEntries(
      open.map(({ step, existingData }) => [onboardingWireStep(step as OnboardingStep), existingData]),
    ),
    steps: counted.map(onboardingWireStep),
    doneSteps: gate ? [] : counted.filter((step) => progress.done.has(step)).map(onboardingWireStep),
    integrationType: settings.integrationType,
    testBusiness: progress.isTestBusiness,
    onboardingSurveyEnabled: settings.onboardingSurveyEnabled,
    onboardingSurveyComplete: progress.isSurveyComplete,
    hasSeenWaitingForOffersBefore: progress.hasSeenWaitingForOffers,
  };
}
