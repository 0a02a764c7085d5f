import type { LineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import type pg from "pg";

const terms = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 1_000_000,
  interestRatePercentage: 18,
  feePercentage: "1.5",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "PERCENTAGE",
  locMaintenanceFeePercentage: "0.15",
  locMaintenanceFeeAmountCents: 0,
} as LineOfCreditTerms;

/** The rows of an application for a line of credit that waits for the platform's mark-up, without what led to them. Its plan is `draw`. */
export async function waitingForMarkup(admin: pg.Pool, platformId: string, businessId: string) {
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
    product: "LOC_TERM_LOAN",
    status: "WAITING_FOR_PLATFORM_MARKUP",
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
    amount_cents: terms.approvedLimitCents,
    apr_percentage: 41,
    status: "WAITING_FOR_SELECTION",
    is_locked: false,
    is_counter_offer: false,
    capital_provider_id: "EQUITY",
    expires_at: new Date(now.getTime() + 30 * 86_400_000),
    // Utah requires a disclosure and caps no price.
    state: "UT",
    borrower: "ENTITY",
  });
  return { application, offer };
}
