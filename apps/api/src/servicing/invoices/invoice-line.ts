import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { quoteInvoicePlans } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceLine, QuotedPlan } from "@inlay/contracts/servicing/invoice-line.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { invoiceDisplayStatuses } from "@inlay/lending/mechanics/invoices/invoice-display.ts";
import { type SelectablePlan, selectablePlans } from "@inlay/lending/mechanics/invoices/selectable-plans.ts";
import { whyNotSubmitAtAll } from "@inlay/lending/mechanics/invoices/why-not-submit.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { earliestInvoiceDueOn } from "@inlay/lending/products/invoice-financing/why-not-submit-invoice.ts";
import { earliestBillDueOn } from "@inlay/lending/products/payables-financing/why-not-submit-bill.ts";
import { nextInvoicePayment } from "@inlay/lending/servicing/invoice-parts.ts";
import { loanAccountsOf } from "../../banking/public.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import { settingsOf } from "../../platforms/public.ts";
import { type IssuedProduct, openInvoicesFirst, readLimit } from "../../products/public.ts";
import { pendingPayNow, whyNotPayNowOf } from "../pay-now.ts";
import { readServiced } from "../serviced-product.ts";
import { type InvoiceProduct, isBillProduct, plansOf, quoteOfInvoice } from "./quote-invoice.ts";
import { readLine } from "./read-invoices.ts";
import { partsOfLine, type ShownLine, shownInvoices } from "./shown-invoices.ts";
import { isMatured } from "./submit-invoice.ts";

/** More are listed by `listInvoices`, and by the history that is downloaded. */
const mostShown = 1000;

const statusOrder = Object.values(invoiceDisplayStatuses).map(({ label }) => label as string);

/** Reads a line that finances invoices or bills as its pages show it. It takes no lock. */
export async function readInvoiceLine(tx: Tx, businessId: string, issuedProductId: string): Promise<InvoiceLine> {
  const product = await readLine(tx, businessId, issuedProductId);
  const line = await readShownLine(tx, product);
  const { serviced, today } = line;
  const isBill = isBillProduct(product);
  const { loanStatus } = product;
  const { limitCents, availableCents } = await readLimit(tx, product);
  const settings = await settingsOf(tx, product.platformId);
  const isFullyPayable = isBill && settings.isFullyPayable;
  const { debited } = await loanAccountsOf(tx, businessId);
  const parts = await partsOfLine(tx, line);
  const found = await openInvoicesFirst(tx, issuedProductId, mostShown + 1);
  const invoices = await shownInvoices(tx, line, found.slice(0, mostShown), parts);
  const next = nextInvoicePayment(parts, today);
  const canBeDebited = debited?.isUsable === true && debited.isAuthorized;
  return {
    issuedProductId,
    productType: product.productType as InvoiceProduct,
    loanStatus,
    today,
    limitAmountCents: limitCents,
    availableCents,
    whyNotSubmit: await whyNotSubmitTo(tx, line, availableCents),
    isUploadAllowed: isBill
      ? settings.canUploadInvoiceForAccountsPayableFinancing
      : settings.canUploadInvoiceForInvoiceFinancing,
    isFullyPayable,
    earliestInvoiceDueDate: isBill ? earliestBillDueOn(today) : earliestInvoiceDueOn(today),
    planEndsByDueDate: !isBill,
    plans: selectablePlans(plansOf(product, isFullyPayable), { dueOn: today, today, isBill }).map(shownPlan),
    account: debited && { name: debited.name, last4: debited.last4 },
    isAutoPaymentOn: canBeDebited && !issuedProductLifecycle.isOver(loanStatus),
    nextPayment: next && {
      invoiceId: next.invoiceId,
      obligationId: next.obligationId,
      amountCents: next.unpaidCents,
      dueOn: next.dueOn,
      takenOn: next.takenOn,
    },
    whyNotPayNow: serviced
      ? (whyNotPayNowOf(serviced) ?? (debited ? null : "PAY_NOW_NO_ACCOUNT"))
      : "PAY_NOW_NOTHING_DUE",
    payNowPending: serviced && pendingPayNow(serviced),
    invoices: invoices.toSorted(
      (a, b) => statusOrder.indexOf(a.historyStatus) - statusOrder.indexOf(b.historyStatus) || b.id.localeCompare(a.id),
    ),
    hasMoreInvoices: found.length > mostShown,
  };
}

/** A line with its servicing, to be shown and not to decide by. */
export async function readShownLine(tx: Tx, product: IssuedProduct): Promise<ShownLine> {
  const now = await businessNow(tx, product.businessId);
  return { product, serviced: await readServiced(tx, product.id, now), today: easternTime(now).date };
}

const shownPlan = ({ plan, planDays }: SelectablePlan) => ({ plan, planDays });

async function whyNotSubmitTo(
  tx: Tx,
  { product, today }: ShownLine,
  availableCents: Cents,
): Promise<InvoiceLine["whyNotSubmit"]> {
  const loanStatus = (await isMatured(tx, product, today)) ? "CLOSED" : product.loanStatus;
  if (loanStatus === "CURRENT" && (await isSuspended(tx, product))) return "LINE_SUSPENDED";
  return whyNotSubmitAtAll({ loanStatus, availableCents });
}

async function isSuspended(tx: Tx, { id }: IssuedProduct): Promise<boolean> {
  const row = await tx
    .selectFrom("line_suspension")
    .select("id")
    .where("issued_product_id", "=", id)
    .where("reinstated_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

type Query = Parsed<typeof quoteInvoicePlans, "query">;

/** What an invoice comes to by each plan of its line if it is paid out today. All plans are quoted, also those that it cannot take. */
export async function quotePlans(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  { amountRequestedForFinancingCents, invoiceDueDate }: Query,
): Promise<Answer<typeof quoteInvoicePlans>> {
  const product = await readLine(tx, businessId, issuedProductId);
  const isBill = isBillProduct(product);
  const isFullyPayable = isBill && (await settingsOf(tx, product.platformId)).isFullyPayable;
  const { availableCents } = await readLimit(tx, product);
  const today = easternTime(await businessNow(tx, businessId)).date;
  const requestedCents = cents(amountRequestedForFinancingCents);
  const plans = selectablePlans(plansOf(product, isFullyPayable), {
    dueOn: businessDate(invoiceDueDate),
    today,
    isBill,
  });
  return {
    availableCents,
    plans: plans.map(({ plan, planDays, isSelectable }): QuotedPlan => {
      const request = { planId: plan.id, requestedCents, availableCents, isFullyPayable };
      // A bill that must be financed in full is not financed beyond the limit.
      const isFinanced = availableCents > 0 && (!isFullyPayable || requestedCents <= availableCents);
      const quote = isFinanced ? quoteOfInvoice(product, request, today) : null;
      return {
        plan,
        planDays,
        why: isSelectable ? null : "PLAN_TOO_LONG",
        quote: quote && {
          principalAmountCents: quote.principalAmountCents,
          feeAmountCents: quote.feeAmountCents,
          invoiceAdvanceAmountCents: quote.netDisbursementAmountCents,
          repaymentAmountCents: quote.totalPaymentAmountCents,
          repaymentAmountBeforeAvailableLimitCheck: quote.repaymentAmountBeforeAvailableLimitCheck,
          aprPercentage: quote.aprPercentage,
          schedule: quote.schedule.map(({ dueOn, principalCents, feeCents, paymentCents }) => ({
            repaymentDate: dueOn,
            principalCents,
            feeCents,
            repaymentAmountCents: paymentCents,
          })),
        },
      };
    }),
  };
}
