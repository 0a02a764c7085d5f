import * as calls from "@inlay/contracts/calls/co-owner-steps.ts";
import type { CoOwnerWorkflow } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { coOwnerPath } from "@inlay/lending/onboarding/co-owner-plan.ts";
import { onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import type { AppContext } from "../../context.ts";
import type { StepRequest } from "../../flow/public.ts";
import type { Router } from "../../http/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { hasCoOwnersReportCome } from "../../underwriting/public.ts";
import { completionsOf } from "../completions.ts";
import { coOwnerInputs, coOwnerSteps } from "./flow.ts";
import { loadCoOwner } from "./subject.ts";

/** The co-owner's onboarding calls. Every answer is about the caller and nobody else. */
export function coOwnerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const requestOf = async ({ tx, caller }: Pick<StepRequest, "tx" | "caller">): Promise<StepRequest> => ({
    tx,
    app,
    caller,
    settings: await settingsOf(tx, caller.platformId),
  });

  authenticatedRoute(calls.getCoOwnerWorkflow, async (context) => workflowFor(await requestOf(context)));
  authenticatedRoute(calls.getCoOwnerStep, async (context) =>
    coOwnerSteps.load(await requestOf(context), context.params.id),
  );
  authenticatedRoute(calls.saveCoOwnerStepDraft, async (context) => {
    await coOwnerSteps.saveDraft(await requestOf(context), context.params.id, context.body.fields);
    return { saved: true as const };
  });
  authenticatedRoute(calls.getCoOwnerCreditReportsStatus, async (context) => {
    const { ownerId, current } = await loadCoOwner(context, false);
    const complete = await hasCoOwnersReportCome(context.tx, ownerId);
    // Success: the report has come, and nothing is requested because of it.
    return { complete, success: complete && current === "WAITING_FOR_OFFERS" };
  });

  const completions = completionsOf(app, coOwnerSteps, coOwnerInputs);
  authenticatedRoute(calls.completeCoOwnerStep, completions.preparation, async (context) => {
    const { body, requestId, address, userAgent, ready } = context;
    const request = await requestOf(context);
    await completions.complete({ ...request, requestId, address, userAgent }, body, ready);
    return workflowFor(request);
  });
}

async function workflowFor(request: StepRequest): Promise<CoOwnerWorkflow> {
  const { current } = await loadCoOwner(request, false);
  return {
    currentStep: onboardingWireStep(current) as CoOwnerWorkflow["currentStep"],
    platformProgramName: request.settings.platformProgramName,
    steps: coOwnerPath.slice(1).map(onboardingWireStep) as CoOwnerWorkflow["steps"],
  };
}
