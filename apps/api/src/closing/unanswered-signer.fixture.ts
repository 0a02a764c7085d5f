import { randomUUID } from "node:crypto";
import type pg from "pg";
import { openOffer } from "../disclosures/signing.fixture.ts";

type Tenant = { platformId: string; businessId: string };

/** A co-owner who has not signed the agreement of a chosen offer until the last reminder. The agreement is known to no vendor. */
export async function unansweredSigner(admin: pg.Pool, tenant: Tenant) {
  const { platformId, businessId } = tenant;
  const { application, offer } = await openOffer(admin, tenant, { state: "OH", product: "LOC_TERM_LOAN" });
  await admin.query(
    "update app.offer set status = 'SELECTED', selected_at = now(), chosen_amount_cents = amount_cents, chosen_terms = terms where id = $1",
    [offer],
  );
  await admin.query("update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS' where id = $1", [
    application,
  ]);
  const ownerId = randomUUID();
  const signingId = randomUUID();
  await admin.query(
    `insert into app.business_owner (id, platform_id, business_id, is_primary, current_step, first_name, last_name, email)
     values ($1::uuid, $2, $3, false, 'START_FLOW', 'Luis', 'Silent', $1::text || '@owner.test')`,
    [ownerId, platformId, businessId],
  );
  await admin.query(
    `insert into app.signing (id, platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, places, kind,
       offer_id, amount_cents)
     select $1::uuid, $2, $3, 'agreement/' || id, 'Financing agreement', 'SENT', $1::text, $5, '[]', 'AGREEMENT', id, amount_cents
     from app.offer where id = $4`,
    [signingId, platformId, businessId, offer, Buffer.alloc(32)],
  );
  await admin.query(
    `insert into app.signing_signer (signing_id, platform_id, business_id, signer_id, first_name, last_name, email, signing_order, completed_at)
     values ($1, $2, $3, 'primary', 'Rosa', 'Marín', 'rosa@owner.test', 1, now()),
       ($1, $2, $3, $4, 'Luis', 'Silent', $4 || '@owner.test', 2, null)`,
    [signingId, platformId, businessId, ownerId],
  );
  await admin.query(
    `insert into app.reminder (platform_id, business_id, kind, subject_id, asked_at, unanswered_at)
     values ($1, $2, 'CO_SIGNER', $3, now() - interval '14 days', now())`,
    [platformId, businessId, ownerId],
  );
  return { ownerId, applicationId: application, offerId: offer };
}

/** A removal of that co-owner, which waits for staff. */
export async function requestedRemoval(admin: pg.Pool, tenant: Tenant, userId: string): Promise<string> {
  const { ownerId, applicationId } = await unansweredSigner(admin, tenant);
  await admin.query(
    `insert into app.co_signer_change (platform_id, business_id, application_id, owner_id, change, remaining_basis_points, status,
       requested_by, decide_by)
     values ($1, $2, $3, $4, 'REMOVE', 0, 'PENDING', $5, now())`,
    [tenant.platformId, tenant.businessId, applicationId, ownerId, userId],
  );
  return ownerId;
}
