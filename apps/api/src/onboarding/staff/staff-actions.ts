import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { raiseInput, releaseInput } from "../../additional-inputs/public.ts";
import { type ActionRequest, requestAction, type StaffAction, subjectOfTask } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { claimantsOf } from "../../people/public.ts";
import { answerCorrection } from "../corrections/answer-correction.ts";
import { correctionsOf } from "../corrections/corrections.ts";
import { listInputs } from "./list-inputs.ts";
import { resolveOwnerConflict } from "./owner-conflict.ts";
import { reopenOnboarding } from "./reopen.ts";
import { askCoOwnerAgain, unverifiedTask, waiveCoOwnerVerification } from "./unverified-co-owner.ts";

/** Raising and releasing an input are harmless and reversible, so one staff member is enough for either. */
const raise: StaffAction<{ subStep: AdditionalInput; request: string | null }> = {
  kind: "additional-input.raise",
  action: "staff.additional-input.raise",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, subjectId, payload: { subStep, request }, memberId, requestId }) => {
    await refuseBeforeConsent(tx, subjectId);
    await raiseInput(tx, {
      platformId,
      businessId: subjectId,
      subStep,
      by: { kind: "STAFF", id: memberId },
      requestId,
      ...(request !== null && { payload: { request } }),
    });
  },
};

const release: StaffAction<Record<string, never>> = {
  kind: "additional-input.release",
  action: "staff.additional-input.release",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { platformId, businessId, subjectId, memberId, requestId }: ActionRequest<object>) => {
    if (!businessId) throw new Error("an additional input must belong to a business");
    return releaseInput(tx, { platformId, businessId, inputId: subjectId, memberId, requestId });
  },
};

/** A stop has a reason, so one staff member requests the reopening and a second one approves it. */
const reopen: StaffAction<{ ask: { subStep: AdditionalInput; request: string | null } | null }> = {
  kind: "onboarding.reopen",
  action: "staff.onboarding.reopen",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { platformId, subjectId, payload: { ask }, memberId, requestId }) =>
    reopenOnboarding(tx, { platformId, businessId: subjectId, ask, memberId, requestId }),
};

/** Staff actions on additional inputs, stopped onboarding and unverified co-owners. */
export const onboardingStaffActions = [
  raise,
  release,
  reopen,
  answerCorrection,
  resolveOwnerConflict,
  askCoOwnerAgain,
  waiveCoOwnerVerification,
] as unknown as StaffAction[];

/** Before consent the steps themselves collect the data. */
async function refuseBeforeConsent(tx: Tx, businessId: string): Promise<void> {
  const consented = await tx
    .selectFrom("onboarding_step")
    .select("step")
    .where("business_id", "=", businessId)
    .where("step", "=", "COLLECT_CONSENT")
    .executeTakeFirst();
  if (!consented)
    throw new Refusal("WRONG_STATE", { context: { status: "BEFORE_CONSENT", allowedFrom: ["AFTER_CONSENT"] } });
}

export function onboardingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.listAdditionalInputs, async ({ tx, params: { businessId } }) => ({
    businessId,
    additionalInputs: await listInputs(tx, businessId),
  }));
  authenticatedRoute(staffCalls.raiseAdditionalInput, ({ tx, caller, params, body, requestId }) => {
    const payload = { subStep: body.subStep, request: body.request ?? null };
    return requestAction(tx, app, raise, {
      caller,
      subjectId: params.businessId,
      payload,
      reason: body.reason,
      requestId,
    });
  });
  authenticatedRoute(staffCalls.releaseAdditionalInput, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, release, { caller, subjectId: params.additionalInputId, payload: {}, reason, requestId }),
  );
  authenticatedRoute(staffCalls.listCorrections, async ({ tx, params: { businessId } }) => ({
    businessId,
    corrections: await correctionsOf(tx, businessId),
  }));
  authenticatedRoute(
    staffCalls.answerCorrection,
    ({ tx, caller, params: { correctionId }, body: { subStep = null, message, reason }, requestId }) =>
      requestAction(tx, app, answerCorrection, {
        caller,
        subjectId: correctionId,
        payload: { subStep, message },
        reason,
        requestId,
      }),
  );
  authenticatedRoute(
    staffCalls.reopenOnboarding,
    ({ tx, caller, params, body: { subStep, request, reason }, requestId }) => {
      const payload = { ask: subStep ? { subStep, request: request ?? null } : null };
      return requestAction(tx, app, reopen, { caller, subjectId: params.businessId, payload, reason, requestId });
    },
  );

  for (const [call, action] of [
    [staffCalls.askCoOwnerAgain, askCoOwnerAgain],
    [staffCalls.waiveCoOwnerVerification, waiveCoOwnerVerification],
  ] as const)
    authenticatedRoute(call, async ({ tx, caller, params, body: { reason }, requestId }) => {
      const subjectId = await subjectOfTask(tx, params.taskId, unverifiedTask);
      return requestAction(tx, app, action, { caller, subjectId, payload: {}, reason, requestId });
    });

  authenticatedRoute(staffCalls.getOwnerConflict, async ({ tx, params }) => ({
    businessId: params.businessId,
    claimants: (await claimantsOf(tx, params.businessId)).map((claimant) => ({
      ...claimant,
      claimedAt: claimant.claimedAt.toISOString(),
    })),
  }));
  authenticatedRoute(
    staffCalls.resolveOwnerConflict,
    ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
      requestAction(tx, app, resolveOwnerConflict, {
        caller,
        subjectId: params.businessId,
        payload,
        reason,
        requestId,
      }),
  );
}
