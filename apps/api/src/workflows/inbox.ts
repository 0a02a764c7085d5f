import * as restate from "@restatedev/restate-sdk";
import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { bankAccountNotice, conflictNotice, mailConsentCopy, ownerWantedNotice } from "../notices/public.ts";
import { askAboutCoOwners, askForOtherAddress } from "../onboarding/public.ts";
import { invitationLetter, inviteChangedCoOwners, noteBouncedInvitation } from "../people/public.ts";
import { bouncedTask, conflictTask, endBouncedTask } from "../staff/public.ts";
import { letterAboutInputs, lookForMissing, lookWhetherComplete } from "../underwriting/public.ts";
import { discreetly } from "./story.ts";

export type EventRef = { id: string; platformId: string; businessId: string | null; stream: string };
export type Happening = EventRef & { kind: string; body: Record<string, unknown> };

/** Gets ready outside a transaction, then says what to write inside one. */
export type Reaction = (house: House, happening: Happening) => Promise<(tx: Tx) => Promise<void>>;

/** Who reacts to what. Everything else that happens is only remembered. */
const reactions: Record<string, Reaction[]> = {
  "user.primary_owner_conflict": [conflictNotice, conflictTask],
  "user.role_claimed": [ownerWantedNotice],
  "invitation.made": [invitationLetter, endBouncedTask],
  "invitation.bounced": [bouncedTask, askForOtherAddress],
  "additional_input.reminded": [letterAboutInputs],
  "additional_input.notice_given": [letterAboutInputs],
  "bank_account.added": [bankAccountNotice],
  "bank_account.changed": [bankAccountNotice],
  "mail.refused": [noteBouncedInvitation],
  "consent.given": [mailConsentCopy],
  "co_owner.declined": [askAboutCoOwners],
  "co_owner.named": [inviteChangedCoOwners],
  "co_owner.corrected": [inviteChangedCoOwners],
  // Whatever the rules about what was collected look at.
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
  // What else an application waits for.
  "report.updated": [lookWhetherComplete],
  "co_owner.onboarding_complete": [lookWhetherComplete],
  "co_owner.removed": [lookWhetherComplete],
  "onboarding.reopened": [lookWhetherComplete],
};

/**
 * Why durable: a reaction must follow its event even if everything stops in between. Key: the stream, so the events of a business
 * are taken in order, one at a time. Final: nothing; a reaction that fails is tried again and holds its own stream only.
 */
export const inbox = (house: House) =>
  restate.object({
    name: "inbox",
    handlers: {
      accept: async (ctx: restate.ObjectContext, event: EventRef): Promise<void> => {
        await ctx.run("react", () => discreetly(house, { eventId: event.id }, () => react(house, event)));
      },
    },
  });

export type Inbox = ReturnType<typeof inbox>;

/** One call carries many events of many streams; the engine fans them out, in order within each. */
export const mailroom = restate.service({
  name: "mailroom",
  handlers: {
    sort: async (ctx: restate.Context, events: EventRef[]): Promise<void> => {
      for (const event of events) {
        ctx
          .objectSendClient<Inbox>({ name: "inbox" }, event.stream)
          .accept(event, restate.rpc.sendOpts({ idempotencyKey: event.id }));
      }
    },
  },
});

/** Does what follows from one event, unless it was done. */
export async function react(house: House, event: EventRef): Promise<void> {
  const scope = { platformId: event.platformId, businessId: "whole platform" } as const;
  const found = await inScope(house.pool, scope, (tx) =>
    tx
      .selectFrom("event")
      .select(["kind", "body"])
      .where("id", "=", event.id)
      .where("reacted_at", "is", null)
      .executeTakeFirst(),
  );
  if (!found) return;
  const happening = { ...event, kind: found.kind, body: found.body as Record<string, unknown> };
  const writes = await Promise.all((reactions[found.kind] ?? []).map((reaction) => reaction(house, happening)));
  await inScope(house.pool, scope, async (tx) => {
    // The mark and what follows from it commit together; whoever comes second finds the mark and does nothing.
    const marked = await tx
      .updateTable("event")
      .set({ reacted_at: new Date() })
      .where("id", "=", event.id)
      .where("reacted_at", "is", null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    for (const write of writes) await write(tx);
  });
}
