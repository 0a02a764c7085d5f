import type { InvoiceParty, invoiceSources } from "@inlay/contracts/servicing/invoice.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { type InvoiceState, invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import {
  invoiceWaitsUntil,
  isUnfundedInvoice,
  nextOfInvoiceWait,
} from "@inlay/lending/mechanics/invoices/invoice-wait.ts";
import type { InvoiceReviewReason } from "@inlay/lending/mechanics/invoices/why-review-invoice.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import { closeTask, openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";
import { lowerReservation, moveReservation, reserveLimit } from "./limit-reservation.ts";

type By = { actor: Actor; requestId: string | null };
const bySystem: By = { actor: { kind: "SYSTEM", id: null }, requestId: null };

/** What financing an invoice comes to. */
export type InvoiceAmounts = {
  principalCents: Cents;
  feeCents: Cents;
  payoutCents: Cents;
  repaymentCents: Cents;
  /** The repayment if the limit had not capped the advance. */
  uncappedRepaymentCents: Cents;
};

/** An invoice or bill as it was submitted, and what has become of it. */
export type Invoice = InvoiceAmounts & {
  id: string;
  platformId: string;
  businessId: string;
  issuedProductId: string;
  state: InvoiceState;
  isCancelled: boolean;
  source: (typeof invoiceSources)[number];
  submittedBy: string | null;
  request: InvoiceRequest;
  platformInvoiceId: string | null;
  number: string | null;
  businessDocumentId: string | null;
  party: InvoiceParty | null;
  description: string | null;
  amountCents: Cents;
  requestedCents: Cents;
  issuedOn: BusinessDate | null;
  dueOn: BusinessDate;
  isFullyPayable: boolean;
  confirmedPrincipalCents: Cents;
  reviewReason: InvoiceReviewReason | null;
  reviewedAt: Date | null;
  lastReviewReminderSentAt: Date | null;
  rejectionReason: string | null;
  payeeAccountId: string | null;
  fundedOn: BusinessDate | null;
  waitsSince: Date | null;
  waitsUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** What the product is quoted and funded with. */
export type InvoiceRequest = {
  planId: string;
  requestedCents: number;
  /** What was available of the limit, or less: the advance is capped at it. */
  availableCents: number;
  isFullyPayable: boolean;
};

export type NewInvoice = InvoiceAmounts &
  Pick<
    Invoice,
    | "id"
    | "source"
    | "submittedBy"
    | "request"
    | "platformInvoiceId"
    | "number"
    | "businessDocumentId"
    | "party"
    | "description"
    | "amountCents"
    | "requestedCents"
    | "issuedOn"
    | "dueOn"
    | "isFullyPayable"
    | "reviewReason"
    | "payeeAccountId"
  > & { state: InvoiceState };

/** Saves an invoice of a locked product, which reserves its part of the limit. */
export async function insertInvoice(tx: Tx, product: IssuedProduct, invoice: NewInvoice, by: By): Promise<void> {
  const { id, state, principalCents } = invoice;
  const begun = invoiceLifecycle.begin("SUBMITTED", state);
  await tx
    .insertInto("invoice")
    .values({
      id,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      state: begun,
      source: invoice.source,
      submitted_by: invoice.submittedBy,
      request: JSON.stringify(invoice.request),
      platform_invoice_id: invoice.platformInvoiceId,
      number: invoice.number,
      business_document_id: invoice.businessDocumentId,
      party: invoice.party && JSON.stringify(invoice.party),
      description: invoice.description,
      amount_cents: invoice.amountCents,
      requested_cents: invoice.requestedCents,
      issued_on: invoice.issuedOn,
      due_on: invoice.dueOn,
      is_fully_payable: invoice.isFullyPayable,
      confirmed_principal_cents: principalCents,
      ...columnsOf(invoice),
      review_reason: invoice.reviewReason,
      payee_account_id: invoice.payeeAccountId,
      ...(await waitOf(tx, product, begun, invoice.payeeAccountId)),
    })
    .execute();
  await reserveLimit(tx, product, { drawId: null, invoiceId: id }, principalCents);
  await askForReview(tx, product, id, begun);
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "invoice.created",
    body: { invoiceId: id, issuedProductId: product.id, state: begun, principalAmountCents: principalCents },
    action: "invoice.submit",
    object: { kind: "invoice", id },
    after: { state: begun, principalCents, amountCents: invoice.amountCents, requestedCents: invoice.requestedCents },
    ...by,
  });
}

const columnsOf = (amounts: InvoiceAmounts) => ({
  principal_cents: amounts.principalCents,
  fee_cents: amounts.feeCents,
  payout_cents: amounts.payoutCents,
  repayment_cents: amounts.repaymentCents,
  uncapped_repayment_cents: amounts.uncappedRepaymentCents,
});

/** How long an invoice waits that enters a state, and when something is to be done about it. A payout is ordered at once. */
async function waitOf(tx: Tx, product: IssuedProduct, state: InvoiceState, payeeAccountId: string | null) {
  if (!isUnfundedInvoice(state)) return { waits_since: null, waits_until: null, next_action_at: null };
  const now = await businessNow(tx, product.businessId);
  const wantsPayeeAccount = product.productType === "EXTEND_PAY_PURCHASE_ORDER" && payeeAccountId === null;
  const until = invoiceWaitsUntil(state, wantsPayeeAccount, now);
  const next = state === "PENDING_FUND_DISPERSEMENT" ? now : nextOfInvoiceWait(state, { since: now, until }, now);
  return { waits_since: now, waits_until: until, next_action_at: next };
}

/** What an invoice keeps of the limit in each of its states. */
const reservationIn = {
  WAITING_FOR_PARSING: "WAITING",
  IN_REVIEW: "WAITING",
  PENDING_FUND_DISPERSEMENT: "WAITING",
  WAITING_FOR_REPAYMENT: "FUNDED",
  LATE: "FUNDED",
  DEFAULTED: "FUNDED",
  CLOSED_INVOICE: "FUNDED",
  REJECTED: "RELEASED",
} as const satisfies Record<InvoiceState, string>;

const endOfWork = clock(17, 0);

/** Staff answer a review within one banking day. */
async function askForReview(tx: Tx, product: IssuedProduct, invoiceId: string, state: InvoiceState): Promise<void> {
  if (state !== "IN_REVIEW") return closeTask(tx, { kind: "INVOICE_REVIEW", subjectId: invoiceId });
  const { platformId, businessId } = product;
  const today = easternTime(await businessNow(tx, businessId)).date;
  const dueAt = easternInstant(addBankingDays(today, 1), endOfWork);
  await openTask(tx, { kind: "INVOICE_REVIEW", subjectId: invoiceId, platformId, businessId, dueAt });
}

/** What else changes with the state of an invoice. */
export type InvoiceChange = {
  amounts?: InvoiceAmounts;
  request?: InvoiceRequest;
  reviewReason?: InvoiceReviewReason | null;
  reviewedAt?: Date;
  rejectionReason?: string;
  isCancelled?: boolean;
  number?: string | null;
  party?: InvoiceParty | null;
};

/** Moves an invoice of a locked product to a state, with its wait and its part of the limit, which is reserved until it is funded or rejected. */
export async function saveInvoiceState(
  tx: Tx,
  product: IssuedProduct,
  invoiceId: string,
  before: InvoiceState,
  state: InvoiceState,
  change: InvoiceChange = {},
  by: By = bySystem,
): Promise<void> {
  const row = await tx
    .selectFrom("invoice")
    .select(["source", "payee_account_id as payeeAccountId"])
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  const wait = row.source === null ? {} : await waitOf(tx, product, state, row.payeeAccountId);
  await tx
    .updateTable("invoice")
    .set({ state, ...wait, ...changedColumns(change) })
    .where("id", "=", invoiceId)
    .execute();
  await moveReservation(tx, { drawId: null, invoiceId }, reservationIn[state]);
  if (change.amounts) await lowerReservation(tx, invoiceId, change.amounts.principalCents);
  await askForReview(tx, product, invoiceId, state);
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "invoice.state_changed",
    body: { invoiceId, issuedProductId: product.id, state },
    action: "invoice.change-state",
    object: { kind: "invoice", id: invoiceId },
    before: { state: before },
    after: { state, ...auditOf(change) },
    ...by,
  });
}

const changedColumns = ({ amounts, request, party, ...change }: InvoiceChange) => ({
  ...(amounts && columnsOf(amounts)),
  request: request && JSON.stringify(request),
  party: party && JSON.stringify(party),
  number: change.number,
  review_reason: change.reviewReason,
  reviewed_at: change.reviewedAt,
  rejection_reason: change.rejectionReason,
  is_cancelled: change.isCancelled,
});

const auditOf = ({ amounts, reviewReason, rejectionReason, isCancelled }: InvoiceChange) => ({
  ...(amounts && { principalCents: amounts.principalCents }),
  ...(reviewReason && { reviewReason }),
  ...(rejectionReason && { rejectionReason }),
  ...(isCancelled && { isCancelled }),
});

const columns = [
  "id",
  "platform_id as platformId",
  "business_id as businessId",
  "issued_product_id as issuedProductId",
  "state",
  "is_cancelled as isCancelled",
  "source",
  "submitted_by as submittedBy",
  "request",
  "platform_invoice_id as platformInvoiceId",
  "number",
  "business_document_id as businessDocumentId",
  "party",
  "description",
  "amount_cents as amountCents",
  "requested_cents as requestedCents",
  "issued_on as issuedOn",
  "due_on as dueOn",
  "is_fully_payable as isFullyPayable",
  "confirmed_principal_cents as confirmedPrincipalCents",
  "principal_cents as principalCents",
  "fee_cents as feeCents",
  "payout_cents as payoutCents",
  "repayment_cents as repaymentCents",
  "uncapped_repayment_cents as uncappedRepaymentCents",
  "review_reason as reviewReason",
  "reviewed_at as reviewedAt",
  "last_review_reminder_sent_at as lastReviewReminderSentAt",
  "rejection_reason as rejectionReason",
  "payee_account_id as payeeAccountId",
  "funded_on as fundedOn",
  "waits_since as waitsSince",
  "waits_until as waitsUntil",
  "created_at as createdAt",
  "updated_at as updatedAt",
] as const;

const submitted = (tx: Tx) => tx.selectFrom("invoice").select(columns).where("source", "is not", null);

/** An invoice that was submitted, by its id. */
export async function findInvoice(tx: Tx, id: string, lock = false): Promise<Invoice | null> {
  const found = submitted(tx).where("id", "=", id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  return (row as unknown as Invoice | undefined) ?? null;
}

/** The invoice of a document that was not rejected. */
export async function findInvoiceOfDocument(tx: Tx, documentId: string): Promise<Invoice | null> {
  const row = await submitted(tx)
    .where("business_document_id", "=", documentId)
    .where("state", "<>", "REJECTED")
    .executeTakeFirst();
  return (row as unknown as Invoice | undefined) ?? null;
}

/** The invoices of a product, the newest first. */
export async function invoicesOfProduct(tx: Tx, issuedProductId: string, limit: number): Promise<Invoice[]> {
  const rows = await submitted(tx)
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as unknown as Invoice[];
}

/** The invoices of a product: those that are neither repaid nor rejected first, and the newest first. */
export async function openInvoicesFirst(tx: Tx, issuedProductId: string, limit: number): Promise<Invoice[]> {
  const rows = await submitted(tx)
    .where("issued_product_id", "=", issuedProductId)
    .orderBy(sql`state in ('CLOSED_INVOICE', 'REJECTED')`)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as unknown as Invoice[];
}

/** When something is to be done next about an invoice that waits. */
export async function setInvoiceNext(tx: Tx, id: string, nextActionAt: Date | null): Promise<void> {
  await tx.updateTable("invoice").set({ next_action_at: nextActionAt }).where("id", "=", id).execute();
}

/** Looks at the bills and invoices of a business that wait for their payout: what they wait for may have come. */
export async function lookAtUnfunded(tx: Tx, businessId: string, now: Date): Promise<void> {
  await tx
    .updateTable("invoice")
    .set({ next_action_at: now })
    .where("business_id", "=", businessId)
    .where("state", "=", "PENDING_FUND_DISPERSEMENT")
    .where("source", "is not", null)
    .execute();
}

/** The account that a bill is paid to. Its payee has longer to give one than a payout may take, so the wait begins anew. */
export async function setPayeeAccount(
  tx: Tx,
  product: IssuedProduct,
  invoice: Invoice,
  accountId: string,
): Promise<void> {
  await tx
    .updateTable("invoice")
    .set({ payee_account_id: accountId, ...(await waitOf(tx, product, invoice.state, accountId)) })
    .where("id", "=", invoice.id)
    .execute();
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "invoice.payee_account_changed",
    body: { invoiceId: invoice.id, issuedProductId: product.id, bankAccountId: accountId },
    action: "invoice.set-payee-account",
    object: { kind: "invoice", id: invoice.id },
    before: { payeeAccountId: invoice.payeeAccountId },
    after: { payeeAccountId: accountId },
    ...bySystem,
  });
}

/** Notes that the people of a business were reminded of a review that takes long. */
export async function noteReviewReminder(tx: Tx, product: IssuedProduct, invoice: Invoice, now: Date): Promise<void> {
  const { waitsSince, waitsUntil, id } = invoice;
  if (!waitsSince || !waitsUntil) return;
  const next = nextOfInvoiceWait("IN_REVIEW", { since: waitsSince, until: waitsUntil }, now);
  await tx
    .updateTable("invoice")
    .set({ last_review_reminder_sent_at: now, next_action_at: next })
    .where("id", "=", id)
    .execute();
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "invoice.review_reminded",
    body: { invoiceId: id, issuedProductId: product.id },
    action: "invoice.remind-review",
    object: { kind: "invoice", id },
    ...bySystem,
  });
}

/** An invoice with a repayment that is long past due is late, and later in default. */
export async function ageInvoice(
  tx: Tx,
  product: IssuedProduct,
  invoiceId: string,
  event: "ITEM_PAST_DUE" | "DEFAULTED",
): Promise<void> {
  const row = await tx.selectFrom("invoice").select("state").where("id", "=", invoiceId).executeTakeFirstOrThrow();
  const before = row.state as InvoiceState;
  if (!invoiceLifecycle.allows(before, event)) return;
  await saveInvoiceState(tx, product, invoiceId, before, invoiceLifecycle.next(before, event));
}
