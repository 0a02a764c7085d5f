import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { nextInquiry } from "@inlay/lending/identity/inquiry.ts";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { isSignerChangePending, lettersAwaitedUntil } from "../disclosures/public.ts";
import { beginReminders, endReminders } from "../notifications/public.ts";
import type { EventHandler, RecordedEvent } from "../workflows/public.ts";
import { lastInquiry, type Tenant } from "./inquiry.ts";
import { prepareOwnerEmail } from "./owner-email.ts";

/** Waits for the owner's next step after the choice of an offer: each completed step begins the days again. */
export const awaitClosing: EventHandler<"offer.selected" | "closing.step_completed"> =
  async (_app, { platformId, businessId, body: { applicationId } }) =>
  async (tx) => {
    if (businessId) await beginReminders(tx, { platformId, businessId }, { kind: "CLOSING", subjectId: applicationId });
  };

/** Reminds an owner who has chosen an offer and stopped before signing. While we have the next step to do, the owner is left in peace. */
export async function remindOfClosing(
  app: AppContext,
  { id, platformId, businessId, body }: RecordedEvent<"reminder.requested">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "CLOSING") return async () => {};
  const tenant = { platformId, businessId };
  const found = await inScope(app.pool, tenant, (tx) => readWaiting(tx, tenant, body.subjectId));
  if (!found) return (tx) => endReminders(tx, { kind: "CLOSING", subjectId: body.subjectId });
  if (found.isOurTurn) return async () => {};
  return prepareOwnerEmail(app, tenant, id, { template: "closing-unfinished", params: { openUntil: found.openUntil } });
}

/** The chosen offer whose owner has a step to do. Null: it is signed, expired, or not chosen any more. */
async function readWaiting(
  tx: Tx,
  { businessId }: Tenant,
  applicationId: string,
): Promise<{ isOurTurn: boolean; openUntil: string } | null> {
  const offer = await tx
    .selectFrom("loan_application as a")
    .innerJoin("offer as o", (join) => join.onRef("o.application_id", "=", "a.id").on("o.status", "=", "SELECTED"))
    .select(["o.id", "o.expires_at as expiresAt", "a.offer_step as step"])
    .where("a.id", "=", applicationId)
    .where("a.business_id", "=", businessId)
    .where("a.status", "=", "WAITING_FOR_ACCEPTANCE")
    .where("a.offer_step", "in", closingSteps)
    .executeTakeFirst();
  if (!offer) return null;
  const isOurTurn =
    (await isSignerChangePending(tx, businessId)) ||
    (offer.step === "COLLECT_PERSONA" && (await isIdentityDecidedByUs(tx, businessId))) ||
    (await lettersAwaitedUntil(tx, offer.id)) !== null;
  return { isOurTurn, openUntil: dateAt(offer.expiresAt) };
}

/** The owner has done their part of the identity check, and cannot begin another one. */
async function isIdentityDecidedByUs(tx: Tx, businessId: string): Promise<boolean> {
  const owner = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  const last = owner ? await lastInquiry(tx, owner.id) : null;
  const next = nextInquiry(last, dateAt(await businessNow(tx, businessId)));
  return next === "IDENTITY_SUBMITTED" || next === "IDENTITY_FAILED";
}
