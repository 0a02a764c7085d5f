import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type pg from "pg";

type Offered = {
  terms: OfferTerms;
  amountCents: number;
  /** Whose law applies. */
  state: string;
  /** False: the platform may still add its mark-up. */
  isLocked: boolean;
  /** Its product was issued, so that the business may apply again. */
  isIssued?: boolean;
};

/** The rows of an application with one offer, without what led to them. */
export async function offered(
  admin: pg.Pool,
  { platformId, businessId }: { platformId: string; businessId: string },
  { terms, amountCents, state, isLocked, isIssued = false }: Offered,
) {
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const full = { platform_id: platformId, business_id: businessId, ...row };
    const places = Object.keys(full).map((_, n) => `$${n + 1}`);
    const { rows } = await admin.query<{ id: string }>(
      `insert into app.${table} (${Object.keys(full).join(", ")}) values (${places.join(", ")}) returning id`,
      Object.values(full),
    );
    return rows[0]?.id ?? "";
  };
  const now = new Date();
  const application = await insert("loan_application", {
    product: terms.productType,
    status: isIssued ? "OPERATIONAL_LOAN" : isLocked ? "WAITING_FOR_ACCEPTANCE" : "WAITING_FOR_PLATFORM_MARKUP",
    ...(isLocked && { offer_step: isIssued ? "ISSUED_PRODUCT_CREATED" : "DISPLAY_OFFERS" }),
    received_at: now,
    completed_at: now,
    promised_at: now,
  });
  const snapshot = await insert("decision_snapshot", {
    hash: Buffer.alloc(32),
    owner_ids: [],
    encrypted: Buffer.alloc(1),
    taken_at: now,
  });
  const decision = await insert("decision", {
    application_id: application,
    number: 1,
    snapshot_id: snapshot,
    policy_version: firstPolicy.version,
    review: JSON.stringify({ rules: [], exceptions: [], isDenialToConfirm: false }),
    rulings: "{}",
    outcome: "OFFERS",
    credit_result: "LOW",
    reasons: [],
    run_hash: Buffer.alloc(32),
    encrypted_run: Buffer.alloc(1),
    decided_at: now,
  });
  const offer = await insert("offer", {
    application_id: application,
    decision_id: decision,
    terms: JSON.stringify(terms),
    amount_cents: amountCents,
    apr_percentage: 41,
    status: "WAITING_FOR_SELECTION",
    is_locked: isLocked,
    is_counter_offer: false,
    capital_provider_id: "EQUITY",
    expires_at: new Date(now.getTime() + 30 * 86_400_000),
    state,
    borrower: "ENTITY",
  });
  return { application, offer };
}
