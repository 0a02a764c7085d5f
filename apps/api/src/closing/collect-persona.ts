import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { doesIdentityHold } from "@inlay/lending/identity/inquiry.ts";
import { businessNow } from "../db/business-now.ts";
import type { IdentityCheck } from "../providers/identity/port.ts";
import type { ClosingStepHandler, EventOf } from "./closing-step.ts";
import { saveVendorState } from "./follow-inquiry.ts";
import { lastInquiry, ownerOf, readOwnInquiry } from "./inquiry.ts";

/**
 * Asks the vendor about the owner's identity verification. An approved one completes the step. One that is undecided or has failed leaves
 * it, and the step then shows its status: staff decide about a failure, and it never denies credit by itself.
 */
export const collectPersona: ClosingStepHandler<EventOf<"PERSONA_COLLECTED">, IdentityCheck | null> = {
  prepare: (app, caller) => readOwnInquiry(app, caller),
  complete: async ({ tx, caller, requestId }, _, check) => {
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    if (check) await saveVendorState(tx, caller, check, by);
  },
  isSame: async ({ tx, caller }) => {
    const inquiry = await lastInquiry(tx, (await ownerOf(tx, caller)).id);
    return doesIdentityHold(inquiry?.approvedOn ?? null, dateAt(await businessNow(tx, caller.businessId)));
  },
};
