import { type InquiryStatus, isInquiryDecided } from "@inlay/lending/identity/inquiry.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../approvals/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import type { WebhookHandler } from "../http/public.ts";
import { type IdentityCheck, IdentityUnavailable, type IdentityWebhook } from "../providers/identity/port.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { advance, type By, lockWaiting, system } from "./advance.ts";
import type { Tenant } from "./inquiry.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Covers lost webhooks: the vendor is asked an hour after the inquiry was opened, then once a day. */
export const nextAskedAt = (now: Date, which: "FIRST" | "LATER"): Date =>
  new Date(now.getTime() + (which === "FIRST" ? hourMs : dayMs));

/**
 * Saves what the vendor says about an inquiry. An approval of the primary owner completes the step of every application that waits for it. A
 * failure denies nothing: staff look at it, as they do at a review. The applications are locked before the inquiry, as everywhere.
 */
export async function saveVendorState(tx: Tx, tenant: Tenant, check: IdentityCheck, by: By): Promise<void> {
  const { platformId, businessId } = tenant;
  const waiting = await lockWaiting(tx, businessId, "COLLECT_PERSONA");
  const row = await tx
    .selectFrom("identity_inquiry as i")
    .innerJoin("business_owner as o", "o.id", "i.owner_id")
    .select(["i.id", "i.owner_id", "i.status", "i.attempt", "o.is_primary"])
    .where("i.vendor_inquiry_id", "=", check.inquiryId)
    .forUpdate("i")
    .executeTakeFirst();
  if (!row || row.status === check.status || !(await isLast(tx, row))) return;
  const now = await businessNow(tx, businessId);
  const { status } = check;
  await tx
    .updateTable("identity_inquiry")
    .set({
      status,
      approved_at: status === "APPROVED" ? now : null,
      retry_allowed_at: null,
      // An abandoned inquiry is asked about again when it is opened again.
      next_action_at: isInquiryDecided(status) || status === "EXPIRED" ? null : nextAskedAt(now, "FIRST"),
    })
    .where("id", "=", row.id)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "identity_inquiry.updated",
    action: "identity.follow",
    body: { inquiryId: row.id, ownerId: row.owner_id, status, previousStatus: row.status as InquiryStatus },
    object: { kind: "identity inquiry", id: row.id },
    before: { status: row.status },
    after: { status },
    actor: by.actor,
    requestId: by.requestId,
  });
  const task = { kind: "IDENTITY_UNVERIFIED", subjectId: row.id } as const;
  if (status === "FAILED" || status === "NEEDS_REVIEW")
    await openTask(tx, { ...task, platformId, businessId, dueAt: new Date(now.getTime() + dayMs) });
  if (status === "APPROVED") await closeTask(tx, task);
  if (status === "APPROVED" && row.is_primary)
    for (const { id } of waiting) await advance(tx, tenant, id, "COLLECT_PERSONA", by);
}

/** What the vendor decides later about an earlier attempt changes nothing. */
async function isLast(tx: Tx, { owner_id, attempt }: { owner_id: string; attempt: number }): Promise<boolean> {
  const later = await tx
    .selectFrom("identity_inquiry")
    .select("id")
    .where("owner_id", "=", owner_id)
    .where("attempt", ">", attempt)
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}

/** A webhook only causes a re-read, so repeated, late and reordered webhooks are harmless. An unknown inquiry is not saved yet. */
export async function handleIdentityWebhook(
  app: AppContext,
  { what }: IdentityWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HANDLED";
  const tenant = await findTenant(app, what.inquiryId);
  if (!tenant) return "NOT_YET";
  const check = await app.identity.read(what.inquiryId).catch((error: unknown) => {
    if (error instanceof IdentityUnavailable) return null;
    throw error;
  });
  if (!check) return "NOT_YET";
  await inScope(app.pool, tenant, (tx) => saveVendorState(tx, tenant, check, system));
  return "HANDLED";
}

const findTenant = (app: AppContext, inquiryId: string): Promise<Tenant | null> =>
  inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Tenant>`
      select platform_id as "platformId", business_id as "businessId" from app.find_identity_inquiry(${inquiryId})`.execute(
      tx,
    );
    return rows[0] ?? null;
  });

export const identityWebhook = (app: AppContext): WebhookHandler<IdentityWebhook> => ({
  job: "identity",
  read: (request) => app.identity.readWebhook(request, new Date()),
  handle: (webhook) => handleIdentityWebhook(app, webhook),
});

/** Asks the vendor about an undecided inquiry. Staff look at one that the person finished a day ago. */
export const askAboutInquiry: DueJob = {
  name: "identity-inquiry.ask",
  table: "identity_inquiry",
  act: async (tx, { platformId, businessId, id }, now) => {
    const row = await tx
      .updateTable("identity_inquiry")
      .set({ next_action_at: nextAskedAt(now, "LATER") })
      .where("id", "=", id)
      .returning(["status", "next_action_at"])
      .executeTakeFirstOrThrow();
    if (row.status === "COMPLETED")
      await openTask(tx, {
        kind: "IDENTITY_UNVERIFIED",
        subjectId: id,
        platformId,
        businessId,
        dueAt: nextAskedAt(now, "LATER"),
      });
    await startWorkflow(tx, "read-identity", { platformId, businessId, id: uuidv7() });
  },
};

/** Reads every undecided inquiry of a business from the vendor and saves its state. */
export async function readInquiries(app: AppContext, { platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("an inquiry must belong to a business");
  const tenant = { platformId, businessId };
  const open = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("identity_inquiry")
      .select("vendor_inquiry_id")
      .where("business_id", "=", businessId)
      .where("status", "not in", ["APPROVED", "FAILED"])
      .orderBy("id")
      .execute(),
  );
  for (const { vendor_inquiry_id } of open) {
    const check = await app.identity.read(vendor_inquiry_id);
    await inScope(app.pool, tenant, (tx) => saveVendorState(tx, tenant, check, system));
  }
}
