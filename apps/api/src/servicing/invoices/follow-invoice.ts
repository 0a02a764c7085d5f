import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { whyReviewInvoice } from "@inlay/lending/mechanics/invoices/why-review-invoice.ts";
import type { DueJob } from "../../clock/public.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import {
  findInvoice,
  findInvoiceOfDocument,
  type Invoice,
  type IssuedProduct,
  lockProduct,
  lookAtUnfunded,
  noteReviewReminder,
  saveInvoiceState,
  setInvoiceNext,
} from "../../products/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { bySystem } from "../serviced-product.ts";
import { disburseInvoice } from "./disburse-invoice.ts";
import { endInvoice } from "./end-invoice.ts";
import { readingOfDocument } from "./reading.ts";

const rejections = {
  IN_REVIEW: "We could not finish the review of your invoice in time. You can submit it again.",
  PENDING_FUND_DISPERSEMENT: "We could not pay out your invoice in time. You can submit it again.",
  PAYEE: "The payee did not give an account to which the bill can be paid.",
  PAYOUT: "The payout of your invoice was not approved.",
  FILE: "The file you uploaded is not a valid PDF. Please try uploading a PDF version of your invoice.",
  PRODUCT: "Your financing has ended or is in default.",
} as const;

/**
 * Keeps an invoice moving that is not funded: parsing that takes too long becomes a review, a review is reminded of and ends, and what is
 * approved is paid out. The row of the invoice is locked before its product here, so that of this and the submission of the payout at the same
 * moment one may be repeated.
 */
export const followInvoice: DueJob = {
  name: "invoice.follow",
  table: "invoice",
  act: async (tx, { id }, now) => {
    const invoice = await findInvoice(tx, id);
    if (!invoice?.waitsUntil) return setInvoiceNext(tx, id, null);
    if (invoice.waitsUntil <= now && invoice.state !== "WAITING_FOR_PARSING") return endWait(tx, invoice, now);
    const product = await lockProduct(tx, invoice.issuedProductId);
    if (invoice.state === "WAITING_FOR_PARSING")
      return invoice.waitsUntil <= now ? review(tx, product, invoice) : setInvoiceNext(tx, id, invoice.waitsUntil);
    if (invoice.state === "IN_REVIEW") return noteReviewReminder(tx, product, invoice, now);
    await setInvoiceNext(tx, id, invoice.waitsUntil);
    const isOver = product.loanStatus !== "CURRENT" && product.loanStatus !== "LATE";
    if (isOver) return void (await endInvoice(tx, invoice, rejected(rejections.PRODUCT), bySystem));
    if ((await disburseInvoice(tx, product, invoice, now)) === "REJECTED")
      await endInvoice(tx, invoice, rejected(rejections.PAYOUT), bySystem);
  },
};

const rejected = (rejectionReason: string) => ({ event: "REJECTED", rejectionReason }) as const;

/** A payout that is on its way is looked at again the next banking day. */
async function endWait(tx: Tx, invoice: Invoice, now: Date): Promise<void> {
  const isForPayee =
    invoice.state === "PENDING_FUND_DISPERSEMENT" && invoice.party !== null && invoice.payeeAccountId === null;
  const why = invoice.state === "IN_REVIEW" ? rejections.IN_REVIEW : rejections.PENDING_FUND_DISPERSEMENT;
  const isBill = isForPayee && (await isBillOf(tx, invoice));
  if (await endInvoice(tx, invoice, rejected(isBill ? rejections.PAYEE : why), bySystem)) return;
  const tomorrow = addBankingDays(easternTime(now).date, 1);
  await setInvoiceNext(tx, invoice.id, easternInstant(tomorrow, clock(17, 0)));
}

async function isBillOf(tx: Tx, { issuedProductId }: Invoice): Promise<boolean> {
  const { type } = await tx
    .selectFrom("issued_product")
    .select("product_type as type")
    .where("id", "=", issuedProductId)
    .executeTakeFirstOrThrow();
  return type === "EXTEND_PAY_PURCHASE_ORDER";
}

/** The file was not read in time, so that staff read it. */
async function review(tx: Tx, product: IssuedProduct, { id, state }: Invoice): Promise<void> {
  const next = invoiceLifecycle.next(state, "PARSED", "IN_REVIEW");
  await saveInvoiceState(tx, product, id, state, next, { reviewReason: "NOT_READ" });
}

/** A file was parsed: the invoice that waits for it is approved where both agree, and reviewed where they do not. */
export const followParsing: EventHandler<"document.parsed"> =
  async (_app, { body: { documentId } }) =>
  async (tx) => {
    const found = await findInvoiceOfDocument(tx, documentId);
    if (found?.state !== "WAITING_FOR_PARSING") return;
    const product = await lockProduct(tx, found.issuedProductId);
    const invoice = await findInvoice(tx, found.id, true);
    if (invoice?.state !== "WAITING_FOR_PARSING") return;
    const { id, state, amountCents, issuedOn, dueOn } = invoice;
    const reading = await readingOfDocument(tx, product, documentId, { invoiceId: id, named: invoice.party });
    if (!reading) return;
    const reviewReason = whyReviewInvoice(reading, { amountCents, issuedOn, dueOn });
    const next = invoiceLifecycle.next(state, "PARSED", reviewReason ? "IN_REVIEW" : "PENDING_FUND_DISPERSEMENT");
    const { party } = reading;
    await saveInvoiceState(tx, product, id, state, next, {
      reviewReason,
      party,
      number: invoice.number ?? reading.number,
    });
  };

/** The scan has refused a file, so its invoice is rejected. */
export const rejectInvoiceOfFile: EventHandler<"document.rejected"> =
  async (_app, { body: { documentId } }) =>
  async (tx) => {
    const invoice = await findInvoiceOfDocument(tx, documentId);
    if (invoice?.state === "WAITING_FOR_PARSING") await endInvoice(tx, invoice, rejected(rejections.FILE), bySystem);
  };

/** An account of a payee or the business has come, can be used again or was looked into, or staff have decided about a payout. */
export const followPayouts: EventHandler<
  | "account_change.made"
  | "bank_account.added"
  | "bank_account.unblocked"
  | "bank_account.verified"
  | "payment.cancelled"
  | "product.status_changed"
  | "task.resolved"
> =
  async (_app, { businessId }) =>
  async (tx) => {
    if (businessId) await lookAtUnfunded(tx, businessId, await businessNow(tx, businessId));
  };
