import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { bankAccountEmail, conflictEmail, emailConsentCopy, ownerWantedEmail } from "../notifications/public.ts";
import { askAboutCoOwners, askForOtherAddress } from "../onboarding/public.ts";
import { invitationEmail, inviteChangedCoOwners, noteBouncedInvitation } from "../people/public.ts";
import { bouncedTask, conflictTask, endBouncedTask } from "../staff/public.ts";
import { emailAboutInputs, lookForMissing, lookWhetherComplete } from "../underwriting/public.ts";
import { redactErrors } from "./define-workflow.ts";

export type EventRef = { id: string; platformId: string; businessId: string | null; stream: string };
export type RecordedEvent = EventRef & { kind: string; body: Record<string, unknown> };

/** Prepares outside a transaction and returns the writes to make inside one. */
export type EventHandler = (app: AppContext, event: RecordedEvent) => Promise<(tx: Tx) => Promise<void>>;

/** The handlers of each event kind. Events of other kinds are only stored. */
const handlersByKind: Record<string, EventHandler[]> = {
  "user.primary_owner_conflict": [conflictEmail, conflictTask],
  "user.role_claimed": [ownerWantedEmail],
  "invitation.made": [invitationEmail, endBouncedTask],
  "invitation.bounced": [bouncedTask, askForOtherAddress],
  "additional_input.reminded": [emailAboutInputs],
  "additional_input.notice_given": [emailAboutInputs],
  "bank_account.added": [bankAccountEmail],
  "bank_account.changed": [bankAccountEmail],
  "email.refused": [noteBouncedInvitation],
  "consent.given": [emailConsentCopy],
  "co_owner.declined": [askAboutCoOwners],
  "co_owner.named": [inviteChangedCoOwners],
  "co_owner.corrected": [inviteChangedCoOwners],
  // Events that can change what is missing from an application.
  "bank_item.updated": [lookForMissing],
  "bank_item.read": [lookForMissing, lookWhetherComplete],
  "bank_item.grown_old": [lookForMissing],
  "bank_account.removed": [lookForMissing],
  "bank_account.made_primary": [lookForMissing],
  "payment_order.failed_payment": [lookForMissing],
  "document.rejected": [lookForMissing],
  "document.ready": [lookForMissing, lookWhetherComplete],
  "accounting_connection.updated": [lookForMissing],
  "accountant.waited_for": [lookForMissing],
  "additional_input.done": [lookForMissing, lookWhetherComplete],
  "additional_input.released": [lookForMissing, lookWhetherComplete],
  // Other events that can complete an application.
  "report.updated": [lookWhetherComplete],
  "co_owner.onboarding_complete": [lookWhetherComplete],
  "co_owner.removed": [lookWhetherComplete],
  "onboarding.reopened": [lookWhetherComplete],
};

/**
 * Why durable: an event must be handled even if the process stops in between. Key: the stream, so the events of a business are handled in
 * order, one at a time. Final: nothing; a handler that fails is retried and blocks only its own stream.
 */
export const eventHandlers = (app: AppContext) =>
  restate.object({
    name: "event-handlers",
    handlers: {
      handle: async (ctx: restate.ObjectContext, ref: EventRef): Promise<void> => {
        await ctx.run("handle", () => redactErrors(app, { eventId: ref.id }, () => handleEvent(app, ref)));
      },
    },
  });

export type EventHandlers = ReturnType<typeof eventHandlers>;

/** Receives events of many streams in one call. Restate distributes them, in order within each stream. */
export const eventDispatcher = restate.service({
  name: "event-dispatcher",
  handlers: {
    dispatch: async (ctx: restate.Context, events: EventRef[]): Promise<void> => {
      for (const ref of events) {
        ctx
          .objectSendClient<EventHandlers>({ name: "event-handlers" }, ref.stream)
          .handle(ref, restate.rpc.sendOpts({ idempotencyKey: ref.id }));
      }
    },
  },
});

/** Runs the handlers of an event unless it is already handled. */
export async function handleEvent(app: AppContext, ref: EventRef): Promise<void> {
  const scope = { platformId: ref.platformId, businessId: "whole platform" } as const;
  const found = await inScope(app.pool, scope, (tx) =>
    tx
      .selectFrom("event")
      .select(["kind", "body"])
      .where("id", "=", ref.id)
      .where("handled_at", "is", null)
      .executeTakeFirst(),
  );
  if (!found) return;
  const event = { ...ref, kind: found.kind, body: found.body as Record<string, unknown> };
  const writes = await Promise.all((handlersByKind[found.kind] ?? []).map((handler) => handler(app, event)));
  await inScope(app.pool, scope, async (tx) => {
    // The mark and the writes commit together. A concurrent run finds the mark and does nothing.
    const marked = await tx
      .updateTable("event")
      .set({ handled_at: new Date() })
      .where("id", "=", ref.id)
      .where("handled_at", "is", null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    for (const write of writes) await write(tx);
  });
}
