import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { beginReminders, endReminders, spendInvitation } from "../notifications/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { coOwnerWaitedFor } from "./co-owner-waited-for.ts";
import { type Guest, invite } from "./invitations.ts";

const nothing = async () => {};

/**
 * Reminds a co-owner with a new link, which leads to the beginning or to where they stopped. The reminders end if the application does not
 * wait for them any more.
 */
export async function remindCoOwner(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"reminder.requested">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "CO_OWNER") return nothing;
  const tenant = { platformId, businessId };
  const ownerId = body.subjectId;
  const waited = await inScope(app.pool, tenant, (tx) => coOwnerWaitedFor(tx, ownerId));
  if (!waited) return (tx) => endReminders(tx, { kind: "CO_OWNER", subjectId: ownerId });
  const { email, userId, locale } = waited;
  const guest: Guest = userId ? { kind: "CONNECT_DIRECT", userId, email } : { kind: "SECONDARY_OWNER", ownerId, email };
  return async (tx) => {
    if (!(await spendInvitation(tx, tenant, email))) return;
    const by = { ...tenant, locale, actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
    await invite(tx, by, guest, { isReminder: true });
  };
}

/** Tells a co-owner at once that we need more from them, and begins the reminders. */
export async function remindOfInput(
  _: AppContext,
  { platformId, businessId, body }: RecordedEvent<"additional_input.raised">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return nothing;
  return async (tx) => {
    const input = await tx
      .selectFrom("additional_input")
      .select("owner_id")
      .where("id", "=", body.additionalInputId)
      .executeTakeFirst();
    if (!input?.owner_id) return;
    const reminder = { kind: "CO_OWNER", subjectId: input.owner_id, atOnce: true } as const;
    await beginReminders(tx, { platformId, businessId }, reminder);
  };
}
