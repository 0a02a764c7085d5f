import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import { getWorkflow } from "@inlay/contracts/calls/onboarding.ts";
import { onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import type { Doors } from "../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../partners/public.ts";
import { gateFor, progressOf } from "./progress.ts";

export function onboardingRoutes({ serve }: Doors): void {
  serve(getWorkflow, async ({ tx, caller }) => {
    const { platformId, businessId, roles } = caller;
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
  });

  // No application exists before consent, and nothing creates one yet; so there is no offer step to name.
  serve(getOffersWorkflow, async () => ({ currentStep: null }));
}
