import { createHash, randomBytes } from "node:crypto";
import { refuseReminders } from "@inlay/contracts/calls/reminders.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { ReminderKind } from "@inlay/lending/onboarding/reminder-days.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import { pageOrigin, type Router } from "../http/public.ts";

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * Adds the token of a link by which the recipient refuses further reminders to the page that the link opens. Only the token's hash is stored;
 * it does not expire, because refusing is harmless.
 */
export function addRefusalLink(page: URL): { url: string; save: (tx: Tx, reminderId: string) => Promise<void> } {
  const token = randomBytes(32).toString("base64url");
  page.searchParams.set("refuseReminders", "yes");
  // A browser never sends what follows the hash sign to a server.
  page.hash = token;
  const save = async (tx: Tx, reminderId: string) => {
    await tx
      .updateTable("reminder")
      .set({ token_hash: hashOf(token) })
      .where("id", "=", reminderId)
      .execute();
  };
  return { url: page.href, save };
}

type Found = { id: string; platformId: string; businessId: string };

export function reminderRoutes({ publicRoute }: Router, app: AppContext): void {
  const { origin: portalOrigin } = new URL(app.config.PORTAL_URL);
  publicRoute(refuseReminders, async ({ request, body, requestId }) => {
    // Only the button of our own page refuses, because email scanners open links too.
    if (pageOrigin(request, portalOrigin) === null) throw new Refusal("ORIGIN_NOT_ALLOWED");
    const found = await inNoScope(app.pool, async (tx) => {
      const { rows } = await sql<Found>`
        select id, platform_id as "platformId", business_id as "businessId" from app.find_reminder(${hashOf(body.token)})`.execute(
        tx,
      );
      return rows[0];
    });
    if (!found) throw new Refusal("REMINDER_LINK_INVALID");
    await inScope(app.pool, found, (tx) => refuse(tx, found, requestId));
    return { refused: true as const };
  });
}

async function refuse(tx: Tx, { id, platformId, businessId }: Found, requestId: string): Promise<void> {
  const refused = await tx
    .updateTable("reminder")
    .set({ refused_at: sql<Date>`app.business_now(business_id)` })
    .where("id", "=", id)
    .where("refused_at", "is", null)
    .returning(["kind", "subject_id"])
    .executeTakeFirst();
  if (!refused) return;
  const { kind, subject_id: subjectId } = refused;
  await record(tx, {
    platformId,
    businessId,
    kind: "reminder.refused",
    body: { reminderId: id, reminder: kind as ReminderKind, subjectId },
    action: "reminder.refuse",
    object: { kind: "reminder", id },
    actor: { kind: "USER", id: subjectId },
    requestId,
  });
}
