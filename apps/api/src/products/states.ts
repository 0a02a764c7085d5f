import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type InvoiceState, invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle, type LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { isAssessed, isPaid, type Obligation } from "@inlay/lending/mechanics/obligation.ts";
import { type DrawRequestState, drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { saveInvoiceState } from "./invoice.ts";
import { type IssuedProduct, readObligations } from "./issued-product.ts";
import { moveReservation } from "./limit-reservation.ts";
import { writeOffOwed } from "./write-off.ts";

const bySystem = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** What has just happened to the product's payments, beyond its obligations. */
export type PaymentsState = {
  today: BusinessDate;
  /** Whether another payment order of the product is in flight. Its outcome decides whether the product is over. */
  hasPendingOrders: boolean;
};

/** Brings the states of a locked product, its draws and its invoices in line with its obligations, after a payment or a return. */
export async function updateStates(tx: Tx, product: IssuedProduct, payments: PaymentsState): Promise<void> {
  // What was written off is owed no more, and is not paid either. What a returned payment had paid before is lost, too.
  if (product.writtenOffAt !== null) return writeOffOwed(tx, product, payments.today);
  const obligations = await readObligations(tx, product.id);
  await updateDraws(tx, product, obligations);
  await updateInvoices(tx, product, obligations, payments.today);
  const event = eventOf(product, obligations, payments);
  if (event) await changeStatus(tx, product, event);
}

/** Moves a locked product along its lifecycle. Where an event can lead to several statuses, the caller chooses one. */
export async function changeStatus(
  tx: Tx,
  product: IssuedProduct,
  event: (typeof issuedProductLifecycle.events)[number],
  chosen?: LoanStatus,
): Promise<void> {
  const loanStatus = issuedProductLifecycle.next(product.loanStatus, event, chosen);
  if (loanStatus === product.loanStatus) return;
  await tx.updateTable("issued_product").set({ loan_status: loanStatus }).where("id", "=", product.id).execute();
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.status_changed",
    body: { issuedProductId: product.id, loanStatus },
    action: `product.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "issued product", id: product.id },
    before: { loanStatus: product.loanStatus },
    after: { loanStatus },
    ...bySystem,
  });
}

/** Whether a product lends up to a limit, draw by draw or invoice by invoice. */
export const isLine = ({ productType }: Pick<IssuedProduct, "productType">): boolean =>
  productType === "LOC_TERM_LOAN" || productType === "FAST_PAY" || productType === "EXTEND_PAY_PURCHASE_ORDER";

function eventOf(
  product: IssuedProduct,
  obligations: readonly Obligation[],
  { today, hasPendingOrders }: PaymentsState,
) {
  const { loanStatus } = product;
  // A product whose payout was returned has never been repaid. It waits to be funded again.
  if (obligations.length === 0) return null;
  const owing = obligations.filter((obligation) => !isPaid(obligation));
  if (issuedProductLifecycle.isOver(loanStatus)) return owing.length > 0 ? "PAYMENT_RETURNED" : null;
  if (owing.length === 0 && !hasPendingOrders) {
    if (!isLine(product)) return "PAID_IN_FULL";
    if (loanStatus === "DEFAULTED") return "LINE_CLOSED";
  }
  // An advance is due in the periods of its servicing, which finds that none is late any more.
  if (product.productType === "MCA") return null;
  const isLate = owing.some((obligation) => isPastDue(obligation, today));
  return loanStatus === "LATE" && !isLate ? "REPAID" : null;
}

/** Unpaid fees never make a product late. */
const isPastDue = (obligation: Obligation, today: BusinessDate): boolean =>
  obligation.dueOn !== null && obligation.dueOn < today && !isAssessed(obligation) && !isPaid(obligation);

async function updateDraws(tx: Tx, product: IssuedProduct, obligations: readonly Obligation[]): Promise<void> {
  if (product.productType !== "LOC_TERM_LOAN") return;
  const draws = await tx
    .selectFrom("draw")
    .select(["id", "state"])
    .where("issued_product_id", "=", product.id)
    .execute();
  for (const draw of draws) {
    const before = draw.state as DrawRequestState;
    const own = obligations.filter(({ drawId }) => drawId === draw.id);
    const isOwing = !own.every(isPaid);
    const reopened = product.loanStatus === "DEFAULTED" ? "DEFAULTED" : "WAITING_FOR_REPAYMENT";
    const state =
      before === "CLOSED" && isOwing
        ? drawRequestLifecycle.next(before, "PAYMENT_RETURNED", reopened)
        : own.length > 0 && !isOwing && drawRequestLifecycle.allows(before, "REPAID")
          ? drawRequestLifecycle.next(before, "REPAID")
          : before;
    if (state !== before) await saveDrawState(tx, product, draw.id, before, state);
  }
}

/** What a draw keeps of the limit in each of its states. */
const drawReservation = {
  PENDING_FUND_DISBURSEMENT: "WAITING",
  WAITING_FOR_REPAYMENT: "FUNDED",
  DEFAULTED: "FUNDED",
  CLOSED: "FUNDED",
  REJECTED: "RELEASED",
} as const satisfies Record<DrawRequestState, string>;

/** Records that a draw has entered a state. */
export async function noteDrawStep(
  tx: Tx,
  { platformId, businessId }: IssuedProduct,
  drawId: string,
  state: DrawRequestState,
): Promise<void> {
  await tx
    .insertInto("draw_step")
    .values({
      platform_id: platformId,
      business_id: businessId,
      draw_id: drawId,
      state,
      entered_at: await businessNow(tx, businessId),
    })
    .execute();
}

export async function saveDrawState(
  tx: Tx,
  product: IssuedProduct,
  drawId: string,
  before: DrawRequestState,
  state: DrawRequestState,
): Promise<void> {
  await tx.updateTable("draw").set({ state }).where("id", "=", drawId).execute();
  await noteDrawStep(tx, product, drawId, state);
  await moveReservation(tx, { drawId, invoiceId: null }, drawReservation[state]);
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "draw.state_changed",
    body: { drawId, issuedProductId: product.id, state },
    action: "draw.change-state",
    object: { kind: "draw", id: drawId },
    before: { state: before },
    after: { state },
    ...bySystem,
  });
}

async function updateInvoices(
  tx: Tx,
  product: IssuedProduct,
  obligations: readonly Obligation[],
  today: BusinessDate,
): Promise<void> {
  if (product.productType !== "FAST_PAY" && product.productType !== "EXTEND_PAY_PURCHASE_ORDER") return;
  const invoices = await tx
    .selectFrom("invoice")
    .select(["id", "state"])
    .where("issued_product_id", "=", product.id)
    .execute();
  for (const invoice of invoices) {
    const before = invoice.state as InvoiceState;
    const own = obligations.filter(({ invoiceId }) => invoiceId === invoice.id);
    const isOwing = !own.every(isPaid);
    const isLate = own.some((obligation) => isPastDue(obligation, today));
    const late = product.loanStatus === "DEFAULTED" ? "DEFAULTED" : "LATE";
    const state =
      before === "CLOSED_INVOICE" && isOwing
        ? invoiceLifecycle.next(before, "PAYMENT_RETURNED", isLate ? late : "WAITING_FOR_REPAYMENT")
        : own.length > 0 && !isOwing && invoiceLifecycle.allows(before, "REPAID")
          ? invoiceLifecycle.next(before, "REPAID")
          : before === "LATE" && !isLate
            ? invoiceLifecycle.next(before, "ITEM_PAID", "WAITING_FOR_REPAYMENT")
            : before;
    if (state !== before) await saveInvoiceState(tx, product, invoice.id, before, state);
  }
}
