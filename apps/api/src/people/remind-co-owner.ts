import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { beginReminders, endReminders, spendInvitation } from "../notifications/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { type Guest, invite } from "./invitations.ts";

const nothing = async () => {};

type Waited = { email: string; userId: string | null; locale: "en" | "es" };

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

/** The co-owner, if an open application waits for them: they were asked, and have neither finished nor declined. */
export async function coOwnerWaitedFor(tx: Tx, ownerId: string): Promise<Waited | null> {
  const row = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .select(["o.email", "o.user_id", "u.locale"])
    .where("o.id", "=", ownerId)
    .where("o.onboarded_at", "is", null)
    .where("o.stopped_at", "is", null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("o.current_step", "<>", "WAITING_FOR_OFFERS"),
        exists(
          selectFrom("additional_input as i")
            .select("i.id")
            .whereRef("i.owner_id", "=", "o.id")
            .where("i.done_at", "is", null)
            .where("i.released_at", "is", null),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("invitation as v")
            .select("v.id")
            .whereRef("v.owner_id", "=", "o.id")
            .where("v.declined_at", "is not", null)
            .where("o.user_id", "is", null),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("loan_application as a")
          .select("a.id")
          .whereRef("a.business_id", "=", "o.business_id")
          .where("a.status", "in", unfinishedStates),
      ),
    )
    .executeTakeFirst();
  return row ? { email: row.email, userId: row.user_id, locale: row.locale === "es" ? "es" : "en" } : null;
}
