import { type APIRequestContext, expect } from "@playwright/test";
import { sandboxAuditKey } from "../apps/api/src/config.ts";
import { verifyChains } from "../apps/api/src/db/audit-chain.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import { seedId } from "../apps/api/src/seed/seed.ts";
import { readerDatabaseUrl, sandboxUrl } from "./addresses.ts";

// The rows that a journey leaves in the database, read by a read-only role that sees one tenant at a time.
const pool = createPool(readerDatabaseUrl, { max: 2, name: "inlay-journeys" });

export type Tenant = { platformId: string; businessId: string };
export const larkspurId = seedId("larkspur");

/** The demo partner's business that has a user with this email. If there are several, the newest one. */
export const businessOf = async (email: string, platformId = larkspurId): Promise<Tenant> =>
  inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const user = await tx
      .selectFrom("business_user")
      .select("business_id")
      .where("email", "=", email)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    return { platformId, businessId: user.business_id };
  });

export type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** All rows of a business, named as in the tables and in order of creation. */
export const rowsOf = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const { businessId } = tenant;
    const business = await tx.selectFrom("business").selectAll().where("id", "=", businessId).executeTakeFirstOrThrow();
    const onboarding = await tx.selectFrom("onboarding").selectAll().executeTakeFirst();
    const steps = await tx.selectFrom("onboarding_step").select("step").orderBy("completed_at").execute();
    return {
      name: business.name,
      taxedBy: business.tax_entity_type,
      answers: (onboarding?.answers ?? {}) as Record<string, unknown>,
      steps: steps.map(({ step }) => step),
      roles: await rolesIn(tx),
      ...(await moneyIn(tx)),
      ...(await peopleIn(tx)),
      ...(await documentsIn(tx)),
      ...(await decisionsIn(tx)),
      ...(await recordIn(tx)),
      auditBreak: await auditBreakOf(tenant),
    };
  });

const rolesIn = (tx: Tx) =>
  tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select(["u.email", "r.role"])
    .orderBy("r.created_at")
    .orderBy("u.created_at")
    .execute();

async function moneyIn(tx: Tx) {
  const accounts = await tx
    .selectFrom("bank_account as a")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .select(["a.institution_name as bank", "a.account_number_last4 as last4", "a.created_method as by", "h.id as word"])
    .where("a.removed_at", "is", null)
    .orderBy("a.created_at")
    .orderBy("a.account_subtype")
    .execute();
  return {
    links: await tx
      .selectFrom("bank_item")
      .select(["institution_id as institution", "status", "refused"])
      .orderBy("created_at")
      .execute(),
    accounts: accounts.map(({ word, ...account }) => ({ ...account, isAuthorized: word !== null })),
    debts: await tx
      .selectFrom("existing_debt")
      .select(["description", "monthly_payment_cents as monthlyCents", "outstanding_balance_cents as balanceCents"])
      .select(["interest_rate_basis_points as basisPoints", "months_remaining as months"])
      .select("refinance_requested as refinance")
      .orderBy("position")
      .execute(),
  };
}

async function peopleIn(tx: Tx) {
  const owners = await tx.selectFrom("business_owner").selectAll().orderBy("created_at").execute();
  const invitations = await tx.selectFrom("invitation").selectAll().orderBy("created_at").execute();
  return {
    owners: owners.map((owner) => ({
      name: `${owner.first_name} ${owner.last_name}`,
      email: owner.email,
      isPrimary: owner.is_primary,
      basisPoints: owner.ownership_basis_points,
      isControlPerson: owner.is_control_person,
      step: owner.current_step,
    })),
    invitations: invitations.map(({ kind, email, used_at, revoked_at, bounced_at }) => ({
      kind,
      email,
      state: used_at ? "USED" : revoked_at ? "REVOKED" : bounced_at ? "BOUNCED" : "SENT",
    })),
    /** The numbers on file by their last four digits; the numbers themselves are encrypted. */
    numbers: await tx.selectFrom("secret").select(["field", "last4"]).orderBy("created_at").execute(),
  };
}

async function documentsIn(tx: Tx) {
  const documents = await tx.selectFrom("business_document").selectAll().orderBy("created_at").execute();
  const accountants = await tx.selectFrom("accountant_invitation").selectAll().orderBy("created_at").execute();
  return {
    documents: documents.map((document) => ({
      type: document.document_type,
      name: document.file_name,
      status: document.status,
      uploadedBy: document.uploaded_by_accountant ? "ACCOUNTANT" : "OWNER",
    })),
    accountants: accountants.map(({ email, used_at, renewed_at, withdrawn_at }) => ({
      email,
      isUsed: used_at !== null,
      isRenewed: renewed_at !== null,
      isWithdrawn: withdrawn_at !== null,
    })),
    accounting: await tx
      .selectFrom("accounting_connection")
      .select(["service", "state"])
      .orderBy("created_at")
      .execute(),
  };
}

async function decisionsIn(tx: Tx) {
  const inputs = await tx.selectFrom("additional_input").selectAll().orderBy("created_at").execute();
  return {
    consents: await tx
      .selectFrom("consent as c")
      .innerJoin("business_user as u", "u.id", "c.user_id")
      .select(["u.email", "c.kind", "c.role", "c.language"])
      .orderBy("c.recorded_at")
      .orderBy("c.id")
      .execute(),
    statements: (await tx.selectFrom("owner_statement").selectAll().orderBy("given_at").execute()).map((row) => ({
      amountRequestedCents: row.amount_requested_cents,
      useOfFunds: row.use_of_funds,
      useOfFundsOther: row.use_of_funds_other,
      grossAnnualRevenueCents: row.gross_annual_revenue_cents,
      stateManagedFrom: row.state_managed_from,
      ownershipBasisPoints: row.ownership_basis_points,
      language: row.language,
    })),
    reports: await tx.selectFrom("report").select(["id", "source", "attempt", "outcome"]).orderBy("id").execute(),
    applications: await tx.selectFrom("loan_application").select(["product", "status"]).orderBy("created_at").execute(),
    inputs: inputs.map(({ sub_step, done_at, released_at }) => ({
      subStep: sub_step,
      state: done_at ? "DONE" : released_at ? "RELEASED" : "OPEN",
    })),
  };
}

/** The first break in the hash chain of the audit trail; null if the chain is intact. */
async function auditBreakOf({ platformId, businessId }: Tenant): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query("select set_config('inlay.platform', $1, false), set_config('inlay.business', $2, false)", [
      platformId,
      businessId,
    ]);
    for await (const { stream, brokenAt } of verifyChains(client, sandboxAuditKey, new Map()))
      if (stream === businessId) return brokenAt;
    throw new Error("the business has no audit trail");
  } finally {
    // The connection is destroyed, because it keeps its tenant.
    client.release(true);
  }
}

async function recordIn(tx: Tx) {
  const events = await tx.selectFrom("event").select(["kind", "body"]).orderBy("sequence").execute();
  const reported = await tx.selectFrom("interaction").select("name").orderBy("id").execute();
  return {
    /** The interactions that the portal reported. */
    reported: reported.map(({ name }) => name),
    events: events.map(({ kind, body }) => ({ kind, body: body as Record<string, unknown> })),
    audit: await tx
      .selectFrom("audit")
      .select(["action", "actor_kind as by", "before_hash as before", "after_hash as after"])
      .orderBy("sequence")
      .execute(),
  };
}

/** The steps that an event of this kind names, oldest first. */
export const stepsInEvents = (rows: Rows, kind: "onboarding.step_completed" | "onboarding.step_edited") =>
  rows.events.filter((event) => event.kind === kind).map(({ body }) => String(body["step"]));

/**
 * Checks what holds for every application at the waiting page: the consents and the statement are saved, each report was requested and issued once, and
 * the audit trail has no gap.
 */
export async function expectWaiting(request: APIRequestContext, tenant: Tenant, products: string[]): Promise<Rows> {
  const rows = await rowsOf(tenant);
  expect(rows.steps).toEqual(
    stepsInEvents(rows, "onboarding.step_completed").filter((step) => rows.steps.includes(step)),
  );
  expect(rows.steps.at(-1)).toBe("COLLECT_CONSENT");
  const words = rows.consents.filter(({ role }) => role === "PRIMARY_OWNER").map(({ kind }) => kind);
  expect(words.toSorted()).toEqual(["E_SIGN", "SOFT_PULL", "TERMS_AND_PRIVACY"]);
  expect(rows.statements).toHaveLength(1);
  expect(rows.applications.map(({ product }) => product)).toEqual(products);
  expect(rows.auditBreak).toBeNull();
  const sources = ["BUSINESS_OWNER_CREDIT", "BUSINESS_CREDIT", "BUSINESS_VERIFICATION"];
  for (const source of sources) {
    const [first, ...again] = rows.reports.filter((report) => report.source === source);
    expect({ source, attempt: first?.attempt, outcome: first?.outcome }).toMatchObject({
      source,
      attempt: 1,
      outcome: expect.any(String),
    });
    // A report is requested again only after the owner answered an additional input.
    if (again.length > 0) expect(rows.inputs.filter(({ state }) => state === "DONE")).not.toEqual([]);
  }
  for (const { id, source } of rows.reports) if (source !== "BUSINESS_VERIFICATION") await expectOnePull(request, id);
  return rows;
}

/** The bureau issued this report once, however often it was requested. */
async function expectOnePull(request: APIRequestContext, reference: string): Promise<void> {
  const answer = await request.get(`${sandboxUrl}/experian/pulls.json?reference=${reference}`);
  expect(await answer.json(), `pulls of ${reference}`).toMatchObject({ pulls: [{ reference }] });
}

/** The only co-owner of a business. */
export const coOwnerOf = (tenant: Tenant): Promise<string> =>
  inScope(pool, tenant, async (tx) => {
    const owner = await tx
      .selectFrom("business_owner")
      .select("id")
      .where("business_id", "=", tenant.businessId)
      .where("is_primary", "=", false)
      .executeTakeFirstOrThrow();
    return owner.id;
  });

/** The application whose offer its owner has chosen. */
export const chosenApplication = (tenant: Tenant): Promise<string> =>
  inScope(pool, tenant, async (tx) => {
    const offer = await tx
      .selectFrom("offer")
      .select("application_id")
      .where("business_id", "=", tenant.businessId)
      .where("status", "=", "SELECTED")
      .executeTakeFirstOrThrow();
    return offer.application_id;
  });

/** The application whose offer is accepted, and what a loan of its terms pays out: the chosen amount less its fee. */
export const acceptedLoan = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const offer = await tx
      .selectFrom("offer")
      .select(["application_id", "chosen_amount_cents", "terms"])
      .where("business_id", "=", tenant.businessId)
      .where("status", "=", "ACCEPTED")
      .executeTakeFirstOrThrow();
    const amountCents = Number(offer.chosen_amount_cents);
    const { feePercentage } = offer.terms as { feePercentage: string };
    return {
      applicationId: offer.application_id,
      payoutCents: amountCents - Math.round((amountCents * Number(feePercentage)) / 100),
    };
  });

/** The payment orders that are held as unusual until staff release them. */
export const heldOrders = (tenant: Tenant): Promise<string[]> =>
  inScope(pool, tenant, async (tx) => {
    const rows = await tx
      .selectFrom("payment_order")
      .select("id")
      .where("business_id", "=", tenant.businessId)
      .where("status", "=", "SCHEDULED")
      .where("unusual_reasons", "is not", null)
      .execute();
    return rows.map(({ id }) => id);
  });

/** The products of a business, oldest first. */
export const productsOf = (tenant: Tenant) =>
  inScope(pool, tenant, (tx) =>
    tx
      .selectFrom("issued_product")
      .select(["id", "product_state as state", "loan_status as status"])
      .where("business_id", "=", tenant.businessId)
      .orderBy("created_at")
      .execute(),
  );

/** What a loan owes by the ledger and by its obligations, and its debits in the order in which they were made. */
export const loanRowsOf = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const lines = await tx
      .selectFrom("journal_line as l")
      .innerJoin("ledger_account as a", "a.number", "l.account")
      .select(({ fn }) => [fn.sum<string>("l.debit_cents").as("debit"), fn.sum<string>("l.credit_cents").as("credit")])
      .where("a.code", "=", "PRINCIPAL_RECEIVABLE")
      .where("l.business_id", "=", tenant.businessId)
      .executeTakeFirstOrThrow();
    const obligations = await tx
      .selectFrom("obligation")
      .select(["due_on", "fee_type", "owed_principal_cents", "owed_interest_cents", "owed_fee_cents"])
      .select(["paid_principal_cents", "paid_interest_cents", "paid_fee_cents"])
      .where("cancelled_at", "is", null)
      .orderBy("due_on")
      .execute();
    const debits = await tx
      .selectFrom("payment_order")
      .select(["status", "amount_cents", "effective_on", "purpose"])
      .where("direction", "=", "INCOMING")
      .where("issued_product_id", "is not", null)
      .orderBy("id")
      .execute();
    return {
      principalCents: Number(lines.debit) - Number(lines.credit),
      installments: obligations
        .filter((row) => row.fee_type === null)
        .map((row) => ({
          dueOn: String(row.due_on),
          cents: Number(row.owed_principal_cents) + Number(row.owed_interest_cents),
          paidCents: Number(row.paid_principal_cents) + Number(row.paid_interest_cents),
        })),
      feeCents: obligations.reduce((sum, row) => sum + Number(row.owed_fee_cents) - Number(row.paid_fee_cents), 0),
      debits: debits.map((row) => ({
        status: row.status,
        cents: Number(row.amount_cents),
        on: String(row.effective_on),
        purpose: row.purpose,
      })),
    };
  });

/** What an advance still has to deliver by the ledger, its decided periods and its debits, oldest first. */
export const advanceRowsOf = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const lines = await tx
      .selectFrom("journal_line as l")
      .innerJoin("ledger_account as a", "a.number", "l.account")
      .select(({ fn }) => [fn.sum<string>("l.debit_cents").as("debit"), fn.sum<string>("l.credit_cents").as("credit")])
      .where("a.code", "in", ["PRINCIPAL_RECEIVABLE", "FEE_RECEIVABLE"])
      .where("l.business_id", "=", tenant.businessId)
      .executeTakeFirstOrThrow();
    const periods = await tx
      .selectFrom("advance_period")
      .select(["number", "starts_on", "ends_on", "state", "sales_cents", "amount_cents"])
      .orderBy("number")
      .execute();
    const orders = await tx
      .selectFrom("payment_order")
      .select(["status", "amount_cents", "effective_on", "direction", "purpose"])
      .where("issued_product_id", "is not", null)
      .orderBy("id")
      .execute();
    const { now_at } = await tx
      .selectFrom("business_clock")
      .select("now_at")
      .where("business_id", "=", tenant.businessId)
      .executeTakeFirstOrThrow();
    const cents = (amount: unknown) => (amount === null ? null : Number(amount));
    return {
      now: now_at,
      balanceCents: Number(lines.debit) - Number(lines.credit),
      periods: periods.map((row) => ({
        number: row.number,
        startsOn: String(row.starts_on),
        endsOn: String(row.ends_on),
        state: row.state,
        salesCents: cents(row.sales_cents),
        amountCents: cents(row.amount_cents),
      })),
      orders: orders.map((row) => ({
        direction: row.direction,
        purpose: row.purpose,
        status: row.status,
        cents: Number(row.amount_cents),
        on: String(row.effective_on),
      })),
    };
  });

/** The documents of a business that were presented for signature, and whether capital is reserved for it, oldest first. */
export const signingsAndReservations = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const signings = await tx
      .selectFrom("signing")
      .select(["kind", "status"])
      .where("business_id", "=", tenant.businessId)
      .orderBy("created_at")
      .execute();
    const reservations = await tx
      .selectFrom("capital_reservation")
      .select("released_at")
      .where("business_id", "=", tenant.businessId)
      .execute();
    return { signings, reserved: reservations.map(({ released_at }) => released_at === null) };
  });
