import { signingLifecycle } from "@inlay/lending/documents/signing.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { openTask } from "../approvals/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope, type Scope } from "../db/scope.ts";
import type { WebhookHandler } from "../http/public.ts";
import {
  type Signer,
  type SigningLink,
  SigningRefused,
  type SigningTruth,
  type SigningWebhook,
} from "../providers/e-sign/port.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import {
  completeSigner,
  findSigning,
  inHours,
  moveSigning,
  originalKeyOf,
  type Signing,
  saveFile,
  sha256Of,
  signedKeyOf,
} from "./signing.ts";

const largestPdf = 20 * 1024 * 1024;
const day = 24 * 3_600_000;

const scopeOf = ({ platformId, businessId }: Pick<WorkflowIds, "platformId" | "businessId">): Scope => ({
  platformId,
  businessId: businessId ?? "whole platform",
});

/** Prepares the document at the vendor. Whatever earlier attempts did, the vendor has one document in the end, and its id is saved. */
export async function prepareSigning(app: AppContext, ids: WorkflowIds): Promise<void> {
  const scope = scopeOf(ids);
  const found = await inScope(app.pool, scope, async (tx) => {
    const signing = await findSigning(tx, ids.id);
    const signers = await tx
      .selectFrom("signing_signer")
      .selectAll()
      .where("signing_id", "=", ids.id)
      .orderBy("signing_order")
      .execute();
    return signing?.status === "PREPARING" ? { signing, signers } : null;
  });
  if (!found) return;
  const { signing, signers } = found;
  const pdf = await app.files.get(originalKeyOf(signing), largestPdf);
  // The signers sign exactly the file that was ordered, to the byte.
  if (!pdf || !sha256Of(pdf).equals(signing.originalSha256))
    throw new Error("the file to sign is not the one that was ordered");
  const truth = await app.eSign
    .prepare({
      reference: signing.id,
      businessId: signing.businessId,
      name: signing.name,
      pdf,
      places: signing.places,
      signers: signers.map(
        (one): Signer => ({
          signerId: one.signer_id,
          firstName: one.first_name,
          lastName: one.last_name,
          email: one.email,
          order: one.signing_order,
        }),
      ),
    })
    .catch((error: unknown) => {
      if (error instanceof SigningRefused) return null;
      throw error;
    });
  await inScope(app.pool, scope, async (tx) => {
    const locked = await findSigning(tx, signing.id, true);
    if (locked?.status !== "PREPARING") return;
    if (!truth) {
      await moveSigning(tx, locked, "REFUSED");
      // The document cannot be signed and its signers wait. Staff must find the cause and order it again.
      const { id, platformId, businessId } = locked;
      const dueAt = new Date(Date.now() + day);
      return openTask(tx, { kind: "SIGNING_FAILED", subjectId: id, platformId, businessId, dueAt });
    }
    const next_action_at = inHours(signing.businessId, 1);
    await moveSigning(tx, locked, "PREPARED", { vendor_document_id: truth.documentId, next_action_at });
  });
  if (truth) await applyVendorState(app, signing, truth);
}

type Tenant = Pick<Signing, "id" | "platformId" | "businessId">;

/** A webhook only causes a re-read, so repeated, late and reordered webhooks are harmless. */
export async function handleSigningWebhook(app: AppContext, webhook: SigningWebhook): Promise<"HANDLED" | "NOT_YET"> {
  let handled: "HANDLED" | "NOT_YET" = "HANDLED";
  for (const documentId of webhook.documentIds) {
    const tenant = await findTenant(app, documentId);
    if (tenant) await applyVendorState(app, tenant, await app.eSign.read(documentId));
    else if (await isBeingPrepared(app, documentId)) handled = "NOT_YET";
  }
  return handled;
}

async function findTenant(app: AppContext, documentId: string, id: string | null = null): Promise<Tenant | null> {
  return inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Tenant>`
      select id, platform_id as "platformId", business_id as "businessId"
      from app.find_signing(${id}::uuid, ${documentId})`.execute(tx);
    return rows[0] ?? null;
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether the vendor reports a document whose vendor id is not saved yet. Then the webhook must be retried. The document of a signing that has
 * failed, or that has another document, is never saved, so its webhooks are accepted.
 */
async function isBeingPrepared(app: AppContext, documentId: string): Promise<boolean> {
  const truth = await app.eSign.read(documentId).catch((error: unknown) => {
    // A document that is not sent yet, or is deleted, is reported again when it matters.
    if (error instanceof SigningRefused) return null;
    throw error;
  });
  const reference = truth?.reference ?? "";
  const tenant = uuid.test(reference) ? await findTenant(app, documentId, reference) : null;
  if (!tenant) return false;
  const signing = await inScope(app.pool, scopeOf(tenant), (tx) => findSigning(tx, tenant.id));
  // The id may have been saved since the webhook was looked up by it.
  return signing?.status === "PREPARING" || signing?.vendorDocumentId === documentId;
}

/** Saves the state that the vendor reports now. The signed file is stored before the signing is marked as completed. */
async function applyVendorState(app: AppContext, tenant: Tenant, truth: SigningTruth): Promise<void> {
  const scope = scopeOf(tenant);
  const isOpen = await inScope(app.pool, scope, async (tx) => {
    const signing = await findSigning(tx, tenant.id);
    return signing ? !signingLifecycle.isOver(signing.status) : false;
  });
  if (!isOpen) return;
  const signed = truth.state === "COMPLETED" ? await app.eSign.signedPdf(truth.documentId) : null;
  if (signed) await saveFile(app, signedKeyOf(tenant), signed);
  await inScope(app.pool, scope, async (tx) => {
    const signing = await findSigning(tx, tenant.id, true);
    // A second document under our reference does not change the signing.
    if (!signing || signingLifecycle.isOver(signing.status) || signing.vendorDocumentId !== truth.documentId) return;
    for (const { signerId, completedAt } of truth.signers)
      if (completedAt) await completeSigner(tx, signing, signerId, completedAt);
    if (truth.state === "SENT" || truth.state === signing.status) return;
    await moveSigning(tx, signing, truth.state, signed ? { signed_sha256: sha256Of(signed) } : {});
  });
}

/** Covers lost webhooks: the vendor is asked after an hour, then once a day, until the signing ends. */
export const askAboutSigning: DueJob = {
  name: "signing.ask",
  table: "signing",
  act: async (tx, { platformId, businessId, id }, now) => {
    const signing = await findSigning(tx, id, true);
    const isOver = !signing || signingLifecycle.isOver(signing.status);
    const next = isOver ? null : new Date(now.getTime() + day);
    await tx.updateTable("signing").set({ next_action_at: next }).where("id", "=", id).execute();
    if (isOver) return;
    const reading = { id: uuidv7(), platform_id: platformId, business_id: signing.businessId, signing_id: id };
    const asked = await tx
      .insertInto("signing_reading")
      .values(reading)
      .onConflict((conflict) => conflict.column("signing_id").where("ended_at", "is", null).doNothing())
      .executeTakeFirst();
    if (asked.numInsertedOrUpdatedRows === 1n)
      await startWorkflow(tx, "read-signing", { platformId, businessId, id: reading.id });
  },
};

/** Reads the state from the vendor and saves it. */
export async function readSigning(app: AppContext, ids: WorkflowIds): Promise<void> {
  const scope = scopeOf(ids);
  const signing = await inScope(app.pool, scope, async (tx) => {
    const reading = await tx
      .selectFrom("signing_reading")
      .select("signing_id")
      .where("id", "=", ids.id)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    return reading ? findSigning(tx, reading.signing_id) : null;
  });
  if (!signing?.vendorDocumentId) return;
  await applyVendorState(app, signing, await app.eSign.read(signing.vendorDocumentId));
  await inScope(app.pool, scope, (tx) =>
    tx.updateTable("signing_reading").set({ ended_at: new Date() }).where("id", "=", ids.id).execute(),
  );
}

/** Saves the state that the vendor reports now, so that nobody has to wait for its webhook. */
export async function followSigning(app: AppContext, tenant: Tenant): Promise<void> {
  const signing = await inScope(app.pool, scopeOf(tenant), (tx) => findSigning(tx, tenant.id));
  if (!signing?.vendorDocumentId || signingLifecycle.isOver(signing.status)) return;
  await applyVendorState(app, signing, await app.eSign.read(signing.vendorDocumentId));
}

/** The link where one signer signs; null when there is nothing to sign. */
export async function signingLinkOf(app: AppContext, tenant: Tenant, signerId: string): Promise<SigningLink | null> {
  const signing = await inScope(app.pool, scopeOf(tenant), (tx) => findSigning(tx, tenant.id));
  if (!signing?.vendorDocumentId || signingLifecycle.isOver(signing.status)) return null;
  return app.eSign.signingLink(signing.vendorDocumentId, signerId);
}

/** Voids a signing, at the vendor first, because a signature given there in the meantime is valid. */
export async function voidSigning(app: AppContext, tenant: Tenant, reason: string): Promise<void> {
  const signing = await inScope(app.pool, scopeOf(tenant), (tx) => findSigning(tx, tenant.id));
  if (!signing || signingLifecycle.isOver(signing.status)) return;
  if (!signing.vendorDocumentId) throw new Error("a signing cannot be voided while it is being prepared");
  await app.eSign.void(signing.vendorDocumentId, reason);
  await applyVendorState(app, signing, await app.eSign.read(signing.vendorDocumentId));
}

export const signingWebhook = (app: AppContext): WebhookHandler<SigningWebhook> => ({
  job: "e-sign",
  read: (request) => app.eSign.readWebhook(request),
  handle: (webhook) => handleSigningWebhook(app, webhook),
});
