import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import type { Invoice } from "@inlay/contracts/servicing/invoice.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type pg from "pg";
import { fileUrlOf } from "../../documents/uploads.ts";
import type { TestPerson, TestPlatform, TestServer } from "../../http/server.fixture.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";
import { hashOf } from "../sessions/create-session.ts";

export type Financed = TestPerson & { uuid: string; platformId: string; line: string };
type Product = "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";

/** A primary owner whose business has an open line of $50,000 for invoices or bills. */
export async function financed(server: TestServer, on: TestPlatform, product: Product = "FAST_PAY"): Promise<Financed> {
  const person = await server.person(on, { email: `${randomUUID()}@invoice.test`, roles: ["PRIMARY_OWNER"] });
  const uuid = uuidOf("business", person.businessId) ?? "";
  const { admin } = server.database;
  const { id } = await issuedProduct(admin, { platformId: on.id, businessId: uuid }, product, true);
  await admin.query("update app.issued_product set product_state = 'ACTIVE', funded_on = $2 where id = $1", [
    id,
    dateAt(new Date()),
  ]);
  return { ...person, uuid, platformId: on.id, line: id };
}

/** A PDF that the business has uploaded and that was scanned, and its URL. `read` is what was parsed from it. */
export async function uploadedFile(server: TestServer, owner: Financed, read?: object | "FAIL") {
  const { admin } = server.database;
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
     values ($1, $2, 'INVOICE', 'USER', 'READY', 'invoice.pdf', 'pdf', 1, '\\x00') returning id`,
    [owner.platformId, owner.uuid],
  );
  const id = rows[0]?.id ?? "";
  if (read) await parsed(server, owner, id, read);
  return { id, url: fileUrlOf(server.app, id) };
}

/** What was parsed from a file, or that nothing could be. */
export async function parsed(server: TestServer, owner: Financed, documentId: string, read: object | "FAIL") {
  const { admin } = server.database;
  await admin.query(
    `insert into app.invoice_extraction (platform_id, business_id, business_document_id, model, prompt_version, temperature_score,
       response_status, execution_time_ms, total_tokens) values ($1, $2, $3, 'rules', 'V1', 0, $4, 5, 0)`,
    [owner.platformId, owner.uuid, documentId, read === "FAIL" ? "FAIL" : "SUCCESS"],
  );
  if (read === "FAIL") return;
  const text = {
    payorName: "Big Builders",
    payeeName: "Paper & Co.",
    currency: "USD",
    invoiceNumber: randomUUID(),
    ...read,
  };
  const { amountCents, issuedOn, dueOn } = read as { amountCents: number; issuedOn: string; dueOn: string };
  await admin.query(
    `insert into app.business_document_invoice (business_document_id, platform_id, business_id, issue_date, due_date, amount_cents, extracted)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [documentId, owner.platformId, owner.uuid, issuedOn, dueOn, amountCents, JSON.stringify(text)],
  );
}

export const today = (): BusinessDate => dateAt(new Date());
export const inDays = (days: number): BusinessDate => addDays(today(), days);

/** An upload of an invoice over $10,000 that is due in 40 days, by the plan of 30 days: 85 % advance, 2.75 % fee, GROSS. */
export const uploadOf = (file: { url: string }, more: object = {}) => ({
  productType: "FAST_PAY",
  invoiceFileUrl: file.url,
  offerPlanId: "30-days",
  totalInvoiceAmountCents: 1_000_000,
  amountRequestedForFinancingCents: 1_000_000,
  invoiceIssueDate: inDays(-5),
  invoiceDueDate: inDays(40),
  ...more,
});
export const whatItSays = () => ({ amountCents: 1_000_000, issuedOn: inDays(-5), dueOn: inDays(40) });

export const submit = (owner: Financed, payload: object) =>
  owner.as({ method: "POST", url: `/api/v1/servicing/${owner.line}/invoices`, payload });

export const invoiceIn = ({ body }: { body: unknown }): Invoice => (body as { invoice: Invoice }).invoice;

type Tenant = { platformId: string; businessId: string };

/** An invoice over $1,000 that was submitted with a file. */
export async function anInvoice(
  admin: pg.Pool,
  { platformId, businessId, line }: Tenant & { line: string },
  state: "WAITING_FOR_PARSING" | "IN_REVIEW",
): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with document as (
       insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
       values ($1, $2, 'INVOICE', 'USER', 'READY', 'invoice.pdf', 'pdf', 1, '\\x00') returning id),
     line as (select id from app.issued_product where id = $3)
     insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state, source, business_document_id, amount_cents,
       requested_cents, issued_on, due_on, confirmed_principal_cents, principal_cents, fee_cents, payout_cents, repayment_cents,
       uncapped_repayment_cents, review_reason, waits_since, waits_until, next_action_at)
     select uuidv7(), $1, $2, line.id, $4, $5, 'USER_UPLOAD', document.id, 100000, 100000, $6, $7, 85000, 85000, 2338, 85000, 87338, 87338,
       case $5 when 'IN_REVIEW' then 'NOT_READ' end, now(), now() + interval '5 days', now() + interval '5 days'
     from document, line returning id`,
    [
      platformId,
      businessId,
      line,
      JSON.stringify({ planId: "30-days", requestedCents: 100_000, availableCents: 5_000_000, isFullyPayable: false }),
      state,
      inDays(-5),
      inDays(60),
    ],
  );
  const id = rows[0]?.id ?? "";
  await admin.query(
    "insert into app.limit_reservation (platform_id, business_id, issued_product_id, invoice_id, amount_cents) values ($1, $2, $3, $4, 85000)",
    [platformId, businessId, line, id],
  );
  return id;
}

/** An invoice over $1,000 on a line in servicing that owes its only repayment in six weeks of real time. */
export async function anOwedInvoice(admin: pg.Pool, tenant: Tenant, line: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with i as (
       insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state, source, amount_cents, requested_cents, issued_on,
         due_on, confirmed_principal_cents, principal_cents, fee_cents, payout_cents, repayment_cents, uncapped_repayment_cents, funded_on)
       values (uuidv7(), $1, $2, $3, $4, 'WAITING_FOR_REPAYMENT', 'USER_UPLOAD', 100000, 100000, $5, $6, 85000, 85000, 2338, 85000, 87338, 87338, $5)
       returning *),
     o as (
       insert into app.obligation (platform_id, business_id, issued_product_id, invoice_id, number, due_on, original_due_on, fee_type,
         owed_principal_cents, owed_interest_cents, owed_fee_cents, unearned_fee_cents, rebate_fee_percentage, rebate_plan_days)
       select platform_id, business_id, issued_product_id, id, 1, $6, $6, 'TRANSACTION_FEE', 85000, 0, 2338, 2338, 2.75, 30 from i),
     s as (
       insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3)
       on conflict (issued_product_id) do nothing)
     select id from i`,
    [
      tenant.platformId,
      tenant.businessId,
      line,
      JSON.stringify({ planId: "30-days", requestedCents: 100_000, availableCents: 5_000_000, isFullyPayable: false }),
      inDays(-3),
      inDays(42),
    ],
  );
  return rows[0]?.id ?? "";
}

/** Lines for invoices and for bills with sessions, and invoices in the states that calls need. */
export async function invoiceObjects(admin: pg.Pool, tenant: Tenant) {
  const open = async (product: Product): Promise<string> => {
    const { id } = await issuedProduct(admin, tenant, product, true);
    await admin.query("update app.issued_product set product_state = 'ACTIVE', funded_on = $2 where id = $1", [
      id,
      today(),
    ]);
    return id;
  };
  const [line, billLine] = [await open("FAST_PAY"), await open("EXTEND_PAY_PURCHASE_ORDER")];
  const session = async (product: string, component: string) => {
    const [token, platformInvoiceId] = [`st_test_${randomUUID()}`, randomUUID()];
    await admin.query(
      `with session as (
         insert into app.embedded_session (id, platform_id, business_id, component, issued_product_id, token_hash, status, expires_at)
         values (uuidv7(), $1, $2, $3, $4, $5, 'UNUSED', now() + interval '1 day') returning id)
       insert into app.embedded_session_invoice (platform_id, business_id, session_id, position, platform_invoice_id, platform_invoice_number,
         invoice_amount_cents, invoice_due_on, state)
       select $1, $2, id, 1, $6, '1', 100000, $7, 'PENDING' from session`,
      [tenant.platformId, tenant.businessId, component, product, hashOf(token), platformInvoiceId, inDays(60)],
    );
    return { token, platformInvoiceId };
  };
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
     values ($1, $2, 'INVOICE', 'USER', 'READY', 'invoice.pdf', 'pdf', 1, '\\x00') returning id`,
    [tenant.platformId, tenant.businessId],
  );
  return {
    line,
    billLine,
    document: rows[0]?.id ?? "",
    parsing: await anInvoice(admin, { ...tenant, line }, "WAITING_FOR_PARSING"),
    inReview: await anInvoice(admin, { ...tenant, line }, "IN_REVIEW"),
    owed: await anOwedInvoice(admin, tenant, line),
    invoiceSession: await session(line, "INVOICE_SESSION"),
    billSession: await session(billLine, "BILL_SESSION"),
  };
}

/** The confirmation of the invoice or bill of such a session. */
export const confirmation = ({ token, platformInvoiceId }: { token: string; platformInvoiceId: string }) => ({
  sessionToken: token,
  planId: "30-days",
  platformInvoiceId,
  amountRequestedForFinancingCents: 100_000,
  invoiceDueDate: inDays(60),
  invoiceAmountCents: 100_000,
});
