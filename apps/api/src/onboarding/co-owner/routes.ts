import * as calls from "@inlay/contracts/calls/onboarding.ts";
import type { AppContext } from "../../context.ts";
import { fingerprintOf, type Router } from "../../http/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import {
  completeCoOwnerStep,
  coOwnerState,
  coOwnersReportStatus,
  coOwnerWorkflowFrom,
  loadCoOwnerStep,
  prepareCoOwnerStep,
  saveCoOwnerDraft,
} from "./flow.ts";

/** The co-owner's onboarding calls. Every answer is about the caller and nobody else. */
export function coOwnerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const fingerprint = (data: unknown) => fingerprintOf(app.config.SESSION_SECRET, data);

  authenticatedRoute(calls.getCoOwnerWorkflow, async ({ tx, caller }) => {
    const { platformProgramName } = await settingsOf(tx, caller.platformId);
    return coOwnerWorkflowFrom(await coOwnerState(tx, caller), platformProgramName);
  });
  authenticatedRoute(calls.getCoOwnerStep, async ({ tx, caller, params }) => {
    const settings = await settingsOf(tx, caller.platformId);
    return loadCoOwnerStep({ tx, caller, settings }, params.id);
  });
  authenticatedRoute(calls.saveCoOwnerStepDraft, async ({ tx, caller, params, body }) => {
    await saveCoOwnerDraft(tx, caller, params.id, body.fields);
    return { saved: true as const };
  });
  authenticatedRoute(calls.getCoOwnerCreditReportsStatus, ({ tx, caller }) => coOwnersReportStatus(tx, caller));
  authenticatedRoute(
    calls.completeCoOwnerStep,
    ({ caller, body }) => prepareCoOwnerStep(app, caller, { ...body, data: body.data ?? body.payload }),
    async ({ tx, caller, body, requestId, address, userAgent, ready }) => {
      const settings = await settingsOf(tx, caller.platformId);
      const context = { tx, app, caller, settings, requestId, address, userAgent, ready };
      await completeCoOwnerStep(context, { ...body, data: body.data ?? body.payload }, fingerprint);
      return coOwnerWorkflowFrom(await coOwnerState(tx, caller), settings.platformProgramName);
    },
  );
}
