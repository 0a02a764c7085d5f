import type { FieldError } from "@inlay/contracts/errors/field-codes.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { InvoiceParty, invoiceSources } from "@inlay/contracts/servicing/invoice.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { planDays } from "@inlay/lending/mechanics/invoices/plan.ts";
import { selectablePlans } from "@inlay/lending/mechanics/invoices/selectable-plans.ts";
import type { InvoiceToSubmit, SubmitInvoiceRefusal } from "@inlay/lending/mechanics/invoices/why-not-submit.ts";
import { type InvoiceReviewReason, whyReviewInvoice } from "@inlay/lending/mechanics/invoices/why-review-invoice.ts";
import { type Cents, subtract } from "@inlay/lending/money/cents.ts";
import {
  earliestInvoiceDueOn,
  whyNotSubmitInvoice,
} from "@inlay/lending/products/invoice-financing/why-not-submit-invoice.ts";
import { earliestBillDueOn, whyNotSubmitBill } from "@inlay/lending/products/payables-financing/why-not-submit-bill.ts";
import { v7 as uuidv7 } from "uuid";
import { businessNow } from "../../db/business-now.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import {
  findInvoiceOfDocument,
  type IssuedProduct,
  insertInvoice,
  lockProductIfAny,
  readLimit,
} from "../../products/public.ts";
import { toInvoiceResponse } from "./invoice-response.ts";
import { payeeAccountFor } from "./payee-account.ts";
import { amountsOfQuote, isBillProduct, isInvoiceProduct, plansOf, quoteOfInvoice } from "./quote-invoice.ts";
import { type FileReading, readingOfDocument } from "./reading.ts";

/** An invoice or bill as a person submits it. */
export type Submission = {
  source: (typeof invoiceSources)[number];
  planId: string;
  amountCents: Cents;
  requestedCents: Cents;
  issuedOn: BusinessDate | null;
  dueOn: BusinessDate;
  platformInvoiceId: string | null;
  number: string | null;
  party: InvoiceParty | null;
  description: string | null;
  /** The file that it is compared with. */
  documentId: string | null;
  /** Without a file: what the platform said of it, which it is compared with. */
  told: FileReading | null;
};

/** Locks the line of a business that finances invoices. */
export async function lockLine(tx: Tx, businessId: string, issuedProductId: string): Promise<IssuedProduct> {
  const product = await lockProductIfAny(tx, issuedProductId);
  if (product?.businessId !== businessId || !isInvoiceProduct(product))
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  return product;
}

/**
 * Accepts an invoice or bill for financing, or refuses it. The product is locked, so that of several submissions at once each finds the limit
 * that the others have left. What is accepted reserves its part of the limit until it is funded or rejected.
 */
export async function submitInvoice(
  tx: Tx,
  caller: Person,
  product: IssuedProduct,
  submission: Submission,
  requestId: string,
) {
  const now = await businessNow(tx, product.businessId);
  const today = dateAt(now);
  const isBill = isBillProduct(product);
  const isFullyPayable = isBill && (await settingsOf(tx, product.platformId)).isFullyPayable;
  const { availableCents } = await readLimit(tx, product);
  const { planId, amountCents, requestedCents, issuedOn, dueOn } = submission;
  await refuseSubmission(tx, product, { ...submission, isFullyPayable, availableCents, today });

  const request = { planId, requestedCents, availableCents, isFullyPayable };
  const amounts = amountsOfQuote(quoteOfInvoice(product, request, today));
  const { documentId } = submission;
  const reading = documentId
    ? await readingOfDocument(tx, product, documentId, { named: submission.party })
    : (submission.told ?? null);
  const review = reading ? whyReviewInvoice(reading, { amountCents, issuedOn, dueOn }) : null;
  const id = uuidv7();
  const party = submission.party ?? reading?.party ?? null;
  await refuseDuplicate(
    insertInvoice(
      tx,
      product,
      {
        id,
        state: stateOf(documentId !== null && reading === null, review),
        source: submission.source,
        submittedBy: caller.userId,
        request,
        platformInvoiceId: submission.platformInvoiceId,
        number: submission.number ?? reading?.number ?? null,
        businessDocumentId: documentId,
        party,
        description: submission.description,
        amountCents,
        requestedCents,
        issuedOn,
        dueOn,
        isFullyPayable,
        reviewReason: review,
        payeeAccountId: isBill ? await payeeAccountFor(tx, product, party) : null,
        ...amounts,
      },
      { actor: { kind: "USER", id: caller.userId }, requestId },
    ),
    {
      invoice_by_platform_id: () =>
        new Refusal("PLATFORM_INVOICE_ID_TAKEN", { context: { platformInvoiceId: submission.platformInvoiceId } }),
      invoice_by_document: () => new Refusal("INVOICE_ALREADY_SUBMITTED"),
      line_is_open: () => new Refusal("LINE_SUSPENDED"),
    },
  );
  return {
    invoice: await toInvoiceResponse(tx, product, id),
    remainingLimitCents: subtract(availableCents, amounts.principalCents),
  };
}

type Checked = Pick<Submission, "source" | "planId" | "amountCents" | "requestedCents" | "issuedOn" | "dueOn"> & {
  isFullyPayable: boolean;
  availableCents: Cents;
  today: BusinessDate;
};

/** Refuses an invoice that the rules of today do not allow, when it is submitted and when staff approve it. */
export async function refuseSubmission(tx: Tx, product: IssuedProduct, checked: Checked): Promise<void> {
  const { amountCents, requestedCents, issuedOn, dueOn, isFullyPayable, availableCents, today } = checked;
  const isBill = isBillProduct(product);
  const plans = plansOf(product, isFullyPayable);
  const plan = plans.find(({ id }) => id === checked.planId);
  const wanted: InvoiceToSubmit = {
    planDays: plan ? planDays(plan.repaymentWindow) : null,
    amountCents,
    requestedCents,
    issuedOn,
    dueOn,
    isUpload: checked.source === "USER_UPLOAD",
    isFullyPayable,
    isPlatformInvoiceIdTaken: false,
  };
  const loanStatus = (await isMatured(tx, product, today)) ? "CLOSED" : product.loanStatus;
  const refusal = (isBill ? whyNotSubmitBill : whyNotSubmitInvoice)({ loanStatus, availableCents }, wanted, today);
  if (!refusal) return;
  const selectable = selectablePlans(plans, { dueOn, today, isBill }).filter((one) => one.isSelectable);
  throw refused(refusal, product, { today, planIds: selectable.map((one) => one.plan.id) });
}

/** What has no file, or one that was parsed already, is decided at once. */
function stateOf(isToBeParsed: boolean, review: InvoiceReviewReason | null) {
  if (isToBeParsed) return "WAITING_FOR_PARSING";
  return review ? "IN_REVIEW" : "PENDING_FUND_DISPERSEMENT";
}

export async function isMatured(tx: Tx, { id }: IssuedProduct, today: BusinessDate): Promise<boolean> {
  const { maturesOn } = await tx
    .selectFrom("issued_product")
    .select("matures_on as maturesOn")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return maturesOn !== null && (maturesOn as unknown as BusinessDate) <= today;
}

/** Refuses an invoice that was submitted before, by its platform's id or its file. */
export async function refuseSubmitted(
  tx: Tx,
  { platformId }: Pick<IssuedProduct, "platformId">,
  { platformInvoiceId, documentId }: Pick<Submission, "platformInvoiceId" | "documentId">,
): Promise<void> {
  const named = platformInvoiceId
    ? await tx
        .selectFrom("invoice")
        .select("id")
        .where("platform_id", "=", platformId)
        .where("platform_invoice_id", "=", platformInvoiceId)
        .where("state", "<>", "REJECTED")
        .executeTakeFirst()
    : undefined;
  if (named)
    throw new Refusal("PLATFORM_INVOICE_ID_TAKEN", {
      context: { objectId: publicId("invoice", named.id), platformInvoiceId },
    });
  const ofDocument = documentId ? await findInvoiceOfDocument(tx, documentId) : null;
  if (ofDocument)
    throw new Refusal("INVOICE_ALREADY_SUBMITTED", { context: { objectId: publicId("invoice", ofDocument.id) } });
}

const dueDateMessages = {
  FAST_PAY: "The invoice issue date must be at least 7 days in the future",
  EXTEND_PAY_PURCHASE_ORDER: "Invoice due date cannot be more than 5 days in the past.",
} as const;

function refused(
  refusal: SubmitInvoiceRefusal,
  product: IssuedProduct,
  { today, planIds }: { today: BusinessDate; planIds: string[] },
): Refusal {
  const isBill = isBillProduct(product);
  switch (refusal) {
    case "PRODUCT_NOT_CURRENT":
      return new Refusal(refusal);
    case "PLAN_NOT_AVAILABLE":
    case "PLAN_TOO_LONG":
      return new Refusal(refusal, { context: { planIds } });
    case "INVALID_INVOICE_DUE_DATE": {
      const message = dueDateMessages[isBill ? "EXTEND_PAY_PURCHASE_ORDER" : "FAST_PAY"];
      const field: FieldError = { pointer: "/invoiceDueDate", code: "TOO_SMALL", message };
      const earliestDate = isBill ? earliestBillDueOn(today) : earliestInvoiceDueOn(today);
      return new Refusal(refusal, { fields: [field], context: { earliestDate } });
    }
    default:
      return new Refusal(refusal);
  }
}
