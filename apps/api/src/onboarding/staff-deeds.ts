import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AdditionalInputRow } from "@inlay/contracts/staff/shapes.ts";
import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { ask, type Deed, type Order } from "../staff/public.ts";
import { raiseInput, releaseInput } from "./additional-input.ts";
import { reopenOnboarding } from "./reopen.ts";

/** Asking for more harms nobody and can be taken back, so one person is enough for either. */
const raise: Deed<{ subStep: AdditionalInput; request: string | null }> = {
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

const release: Deed<Record<string, never>> = {
  kind: "additional-input.release",
  action: "staff.additional-input.release",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { platformId, businessId, subjectId, memberId, requestId }: Order<object>) => {
    if (!businessId) throw new Error("what is asked of an owner concerns a business");
    return releaseInput(tx, { platformId, businessId, inputId: subjectId, memberId, requestId });
  },
};

/** Somebody was stopped for a reason, so one person finds that it no longer holds and a second one agrees. */
const reopen: Deed<{ ask: { subStep: AdditionalInput; request: string | null } | null }> = {
  kind: "onboarding.reopen",
  action: "staff.onboarding.reopen",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { platformId, subjectId, payload: { ask }, memberId, requestId }) =>
    reopenOnboarding(tx, { platformId, businessId: subjectId, ask, memberId, requestId }),
};

/** What our own people can do about what an owner is asked. */
export const onboardingDeeds = [raise, release, reopen] as unknown as Deed[];

/** Until then the steps themselves ask. */
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

async function listInputs(tx: Tx, businessId: string): Promise<AdditionalInputRow[]> {
  const rows = await tx
    .selectFrom("additional_input")
    .select(["id", "sub_step", "owner_id", "raised_by", "raised_at", "done_at", "released_at"])
    .where("business_id", "=", businessId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    subStep: row.sub_step as AdditionalInputRow["subStep"],
    ownerId: row.owner_id,

    raisedBy: row.raised_by as AdditionalInputRow["raisedBy"],
    raisedAt: row.raised_at.toISOString(),
    state: row.done_at ? "DONE" : row.released_at ? "RELEASED" : "OPEN",
  }));
}

export function onboardingStaffRoutes({ serve }: Doors, house: House): void {
  serve(staffCalls.listAdditionalInputs, async ({ tx, params: { businessId } }) => ({
    businessId,
    additionalInputs: await listInputs(tx, businessId),
  }));
  serve(staffCalls.raiseAdditionalInput, ({ tx, caller, params, body, requestId }) => {
    const payload = { subStep: body.subStep, request: body.request ?? null };
    return ask(tx, house, raise, { caller, subjectId: params.businessId, payload, reason: body.reason, requestId });
  });
  serve(staffCalls.releaseAdditionalInput, ({ tx, caller, params, body: { reason }, requestId }) =>
    ask(tx, house, release, { caller, subjectId: params.additionalInputId, payload: {}, reason, requestId }),
  );
  serve(staffCalls.reopenOnboarding, ({ tx, caller, params, body: { subStep, request, reason }, requestId }) => {
    const payload = { ask: subStep ? { subStep, request: request ?? null } : null };
    return ask(tx, house, reopen, { caller, subjectId: params.businessId, payload, reason, requestId });
  });
}
