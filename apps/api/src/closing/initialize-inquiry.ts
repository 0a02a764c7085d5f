import { Refusal } from "@inlay/contracts/errors.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { nextInquiry } from "@inlay/lending/identity/inquiry.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { IdentityRefused, type OpenedCheck } from "../providers/identity/port.ts";
import { nextAskedAt } from "./follow-inquiry.ts";
import { lastInquiry, ownerOf, type SigningOwner } from "./inquiry.ts";
import { readCoOwnerClosing } from "./read-co-owner-closing.ts";

/** What the browser opens, and the inquiry that was started for it; null if it goes on with an earlier one. */
type Prepared = { opened: OpenedCheck; started: { ownerId: string; attempt: number } | null };

/**
 * Starts the caller's identity verification at the vendor, or opens the one that is not finished. The key names the person and the attempt,
 * so that repeated and concurrent requests open one inquiry.
 */
export async function prepareInquiry(app: AppContext, caller: Person): Promise<Prepared> {
  const { businessId } = caller;
  const { owner, last, today } = await inScope(app.pool, caller, async (tx) => {
    const owner = await ownerOf(tx, caller);
    await refuseUnlessAsked(tx, businessId, owner);
    return { owner, last: await lastInquiry(tx, owner.id), today: dateAt(await businessNow(tx, businessId)) };
  });
  const next = nextInquiry(last, today);
  if (next === "IDENTITY_FAILED" || next === "IDENTITY_SUBMITTED") throw new Refusal(next);
  if (next === "RESUME" && last) return { opened: await resume(app, last.vendorInquiryId), started: null };
  const attempt = (last?.attempt ?? 0) + 1;
  const { id: personId, firstName, lastName, email, phoneNumber } = owner;
  const person = { businessId, personId, firstName, lastName, email, phoneNumber };
  const opened = await app.identity.start(`identity/${personId}/${attempt}`, person);
  return { opened, started: { ownerId: personId, attempt } };
}

/** The vendor refuses to open an inquiry that the person has submitted since its state was read. */
const resume = (app: AppContext, inquiryId: string): Promise<OpenedCheck> =>
  app.identity.resume(inquiryId).catch((error: unknown) => {
    if (error instanceof IdentityRefused) throw new Refusal("IDENTITY_SUBMITTED");
    throw error;
  });

/** An identity is verified only for an offer that waits for it. */
async function refuseUnlessAsked(tx: Tx, businessId: string, owner: SigningOwner): Promise<void> {
  if (!owner.isPrimary) {
    const { step } = await readCoOwnerClosing(tx, businessId, owner.id);
    if (step !== "COLLECT_PERSONA") throw new Refusal("STEP_NOT_CURRENT");
    return;
  }
  const waiting = await tx
    .selectFrom("loan_application")
    .select("id")
    .where("business_id", "=", businessId)
    .where("offer_step", "=", "COLLECT_PERSONA")
    .limit(1)
    .executeTakeFirst();
  if (!waiting) throw new Refusal("STEP_NOT_CURRENT");
}

/** Saves a started inquiry, and when the vendor is asked about it. */
export async function initializeInquiry(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  { opened, started }: Prepared,
  requestId: string,
): Promise<OpenedCheck> {
  const nextActionAt = nextAskedAt(await businessNow(tx, businessId), "FIRST");
  if (!started) {
    await tx
      .updateTable("identity_inquiry")
      .set({ next_action_at: nextActionAt })
      .where("vendor_inquiry_id", "=", opened.inquiryId)
      .where("status", "not in", ["APPROVED", "FAILED"])
      .execute();
    return opened;
  }
  const { ownerId, attempt } = started;
  const id = uuidv7();
  const inserted = await tx
    .insertInto("identity_inquiry")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      owner_id: ownerId,
      attempt,
      vendor_inquiry_id: opened.inquiryId,
      status: "CREATED",
      next_action_at: nextActionAt,
    })
    .onConflict((conflict) => conflict.columns(["owner_id", "attempt"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n)
    await record(tx, {
      platformId,
      businessId,
      kind: "identity_inquiry.started",
      action: "identity.verify",
      body: { inquiryId: id, ownerId },
      object: { kind: "identity inquiry", id },
      after: { attempt },
      actor: { kind: "USER", id: userId },
      requestId,
    });
  return opened;
}
