import * as calls from "@inlay/contracts/calls/onboarding.ts";
import type { House } from "../house.ts";
import { type Doors, fingerprintOf } from "../http/public.ts";
import { settingsOf } from "../partners/public.ts";
import {
  completeCoOwnerStep,
  coOwnerStanding,
  coOwnersReportStatus,
  coOwnerWorkflowFrom,
  loadCoOwnerStep,
  prepareCoOwnerStep,
  saveCoOwnerDraft,
} from "./co-owner-flow.ts";

/** A co-owner's own way. Every answer is about the person who asks and nobody else. */
export function coOwnerRoutes({ serve }: Doors, house: House): void {
  const fingerprint = (data: unknown) => fingerprintOf(house.config.SESSION_SECRET, data);

  serve(calls.getCoOwnerWorkflow, async ({ tx, caller }) => {
    const { platformProgramName } = await settingsOf(tx, caller.platformId);
    return coOwnerWorkflowFrom(await coOwnerStanding(tx, caller), platformProgramName);
  });
  serve(calls.getCoOwnerStep, async ({ tx, caller, params }) => {
    const settings = await settingsOf(tx, caller.platformId);
    return loadCoOwnerStep({ tx, caller, settings }, params.id);
  });
  serve(calls.saveCoOwnerStepDraft, async ({ tx, caller, params, body }) => {
    await saveCoOwnerDraft(tx, caller, params.id, body.fields);
    return { saved: true as const };
  });
  serve(calls.getCoOwnerCreditReportsStatus, ({ tx, caller }) => coOwnersReportStatus(tx, caller));
  serve(
    calls.completeCoOwnerStep,
    ({ caller, body }) => prepareCoOwnerStep(house, caller, { ...body, data: body.data ?? body.payload }),
    async ({ tx, caller, body, requestId, address, userAgent, ready }) => {
      const settings = await settingsOf(tx, caller.platformId);
      const context = { tx, house, caller, settings, requestId, address, userAgent, ready };
      await completeCoOwnerStep(context, { ...body, data: body.data ?? body.payload }, fingerprint);
      return coOwnerWorkflowFrom(await coOwnerStanding(tx, caller), settings.platformProgramName);
    },
  );
}
