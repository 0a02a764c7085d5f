import type { ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import {
  invoiceDisplayStatus,
  invoiceHistoryStatus,
  isApartInHistory,
  opensInvoiceDetails,
} from "@inlay/lending/mechanics/invoices/invoice-display.ts";
import { whyNotCancelInvoice, whyNotRepayEarly } from "@inlay/lending/mechanics/invoices/why-not-change-invoice.ts";
import { isAssessed, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, sum } from "@inlay/lending/money/cents.ts";
import type { PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import { type InvoicePart, invoiceParts } from "@inlay/lending/servicing/invoice-parts.ts";
import type { Tx } from "../../db/scope.ts";
import type { Order } from "../../payments/public.ts";
import type { Invoice, IssuedProduct } from "../../products/public.ts";
import {
  isDebitOnItsWay,
  isDebitWithdrawable,
  itemOf,
  openPayoffOf,
  ordersOf,
  type ServicedProduct,
} from "../serviced-product.ts";
import { readDays } from "../term-loan.ts";
import { payoutsOfProduct } from "./end-invoice.ts";
import { toInvoiceResponses } from "./invoice-response.ts";
import { isBillProduct } from "./quote-invoice.ts";

/** A line with what servicing knows of it; `serviced` is null until its first invoice is funded. */
export type ShownLine = { product: IssuedProduct; serviced: ServicedProduct | null; today: BusinessDate };

/** The repayments of all invoices of a line. */
export async function partsOfLine(tx: Tx, { product, serviced, today }: ShownLine): Promise<InvoicePart[]> {
  if (!serviced) return [];
  const days = await readDays(tx, product.id);
  return invoiceParts({
    obligations: serviced.obligations,
    ordersOf: (obligation) => ordersOf(serviced, obligation),
    ...days,
    today,
  });
}

/** Invoices of a line as its pages and its history show them, with as few statements for many as for one. */
export async function shownInvoices(
  tx: Tx,
  line: ShownLine,
  invoices: readonly Invoice[],
  allParts: readonly InvoicePart[],
): Promise<ShownInvoice[]> {
  const { product, serviced, today } = line;
  const [responses, rebates, payouts] = [
    await toInvoiceResponses(tx, product, invoices),
    await readRebates(tx, product.id),
    await payoutsOfProduct(tx, product.id),
  ];
  const parts = Map.groupBy(allParts, ({ invoiceId }) => invoiceId);
  const obligations = Map.groupBy(serviced?.obligations ?? [], ({ invoiceId }) => invoiceId);
  const isBill = isBillProduct(product);
  return responses.map((response) => {
    const { id, state, isCancelled } = response;
    const own = obligations.get(id) ?? [];
    const fees = own.filter(isAssessed);
    const debits = serviced ? debitsOf(serviced, id, own) : [];
    const latestIncomingOrder =
      debits.findLast(({ status }) => status !== "CANCELLED" && status !== "REJECTED") ?? null;
    const displayStatus = invoiceDisplayStatus({ state, isCancelled, latestIncomingOrder }, today);
    const ownParts = parts.get(id) ?? [];
    const [lateFeesCents, extensionFeesCents] = [paidOf(fees, "LATE_PAYMENT"), paidOf(fees, "EXTENSION_FEE")];
    const rebatesCents = rebates.get(id) ?? cents(0);
    const isRepaid = state === "CLOSED_INVOICE";
    const repaidOn = ownParts
      .flatMap(({ takenOn }) => takenOn ?? [])
      .toSorted()
      .at(-1);
    return {
      ...response,
      displayStatus: displayStatus.label,
      historyStatus: invoiceHistoryStatus(displayStatus).label,
      isApartInHistory: isApartInHistory(state),
      opensDetails: opensInvoiceDetails(displayStatus),
      parts: ownParts.map(({ invoiceId: _, status, ...part }) => ({
        ...part,
        status: status.label as ShownInvoice["parts"][number]["status"],
      })),
      fees: fees.map((fee) => ({
        feeType: fee.feeType,
        dueOn: fee.dueOn,
        amountCents: totalOf(fee.owed),
        unpaidCents: totalOf(unpaid(fee)),
      })),
      unpaidCents: sum(own.map((one) => totalOf(unpaid(one)))),
      lateFeesCents,
      extensionFeesCents,
      rebatesCents,
      totalFeeAdjustmentsCents: lateFeesCents + extensionFeesCents - rebatesCents,
      repaidOn: (isRepaid && repaidOn) || null,
      whyNotCancel: whyNotCancelInvoice({ state, isBill }, payouts.get(id) ?? []),
      repayment: serviced && openRepayment(serviced, id),
      whyNotRepayEarly: serviced ? whyNotRepayInvoice(serviced, response) : "WRONG_STATE",
    };
  });
}

/** The debits of an invoice, in the order in which they were made. */
export function debitsOf({ debits }: ServicedProduct, invoiceId: string, own: readonly Obligation[]): Order[] {
  const items = new Set(own.map(itemOf));
  return debits.filter((order) => order.invoiceId === invoiceId || items.has(order.item));
}

/** The early repayment of an invoice that has no outcome yet. */
function openRepayment(serviced: ServicedProduct, invoiceId: string): ShownInvoice["repayment"] {
  const payoff = openPayoffOf(serviced, { drawId: null, invoiceId });
  const order = serviced.debits.find(({ id }) => id === payoff?.paymentOrderId);
  if (!order) return null;
  const { effectiveOn: effectiveDate, amountCents } = order;
  return { effectiveDate, amountCents, isCancellable: isDebitWithdrawable(order) };
}

/** A payment of what was due on all invoices, or one that was announced, may pay a part of each of them until it has an outcome. */
const isForWholeLine = (order: Order): boolean =>
  order.invoiceId === null &&
  (order.isOnce || order.isManual) &&
  (isDebitOnItsWay(order) || isDebitWithdrawable(order));

/** Why an invoice cannot be repaid at once: it is being repaid already, or a debit that pays it is on its way. */
export function whyNotRepayInvoice(
  serviced: ServicedProduct,
  { id, state }: Pick<Invoice, "id" | "state">,
): ShownInvoice["whyNotRepayEarly"] {
  const own = serviced.obligations.filter(({ invoiceId }) => invoiceId === id);
  const incomingOrders = debitsOf(serviced, id, own).map(
    (order): PaymentOrderStatus => (isDebitOnItsWay(order) ? "SUBMITTED" : order.status),
  );
  const refusal = whyNotRepayEarly({ state, incomingOrders });
  if (refusal) return refusal;
  const isBeingRepaid = openPayoffOf(serviced, { drawId: null, invoiceId: id }) !== null;
  if (isBeingRepaid || serviced.debits.some(isForWholeLine)) return "PAYMENT_PENDING";
  return serviced.accountId === null || serviced.isAutopayOff ? "PAY_NOW_NO_ACCOUNT" : null;
}

const paidOf = (fees: readonly Obligation[], feeType: string): Cents =>
  sum(fees.filter((fee) => fee.feeType === feeType).map(({ paid }) => paid.feeCents));

/** The rebates that have arrived, by invoice. */
async function readRebates(tx: Tx, issuedProductId: string): Promise<Map<string, Cents>> {
  const rows = await tx
    .selectFrom("payment_order")
    .select(({ fn }) => ["invoice_id as invoiceId", fn.sum<string>("amount_cents").as("amountCents")])
    .where("issued_product_id", "=", issuedProductId)
    .where("purpose", "=", "REBATE")
    .where("status", "=", "SUCCESSFUL_PAYMENT")
    .groupBy("invoice_id")
    .execute();
  return new Map(
    rows.flatMap(({ invoiceId, amountCents }) => (invoiceId ? [[invoiceId, cents(Number(amountCents))]] : [])),
  );
}
