import { Refusal } from "@inlay/contracts/errors.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isPaid, isScheduled } from "@inlay/lending/mechanics/obligation.ts";
import { payoffWindow } from "@inlay/lending/mechanics/payoff-window.ts";
import { type PayableOff, whyNotPayOff } from "@inlay/lending/mechanics/why-not-pay-off.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
import { delinquencyFamilies } from "@inlay/lending/servicing/delinquency.ts";
import { payoffLifecycle } from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { dollars } from "@inlay/lending/underwriting/rules/wording.ts";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { cancelOrder, createOrder, type Order } from "../payments/public.ts";
import { owedOn } from "../products/public.ts";
import { withdrawDebits } from "./collect.ts";
import { movePayoff, notePayoff } from "./follow-payoff.ts";
import { type PayoffQuote, quotePayoffFor } from "./payoff-quote.ts";
import { isPaidOffByStaff, moveRequest, readPayoffRequest } from "./payoff-request.ts";
import { lockOwn, readOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import {
  isDebitOnItsWay,
  openPayoffOf,
  type PayoffItem,
  type ServicedProduct,
  wholeProduct,
} from "./serviced-product.ts";

/** Quotes the payoff of a loan for a day, or for the first one on which it can still be debited. */
export async function quotePayoff(
  tx: Tx,
  { businessId }: Person,
  issuedProductId: string,
  requestedOn: BusinessDate | null,
): Promise<PayoffQuote> {
  await refuseOtherProduct(tx, businessId, issuedProductId);
  const serviced = await readOwn(tx, businessId, issuedProductId);
  if (isPaidOffByStaff(serviced)) return answeredQuote(tx, serviced, requestedOn);
  return quoteForOwner(tx, serviced, requestedOn ?? serviced.today);
}

/**
 * Schedules the payoff of a loan at the quote for its day. The debits of its schedule are withdrawn, and none is ordered until the payoff has
 * an outcome. The product and its debits are locked, so that a debit that is claimed at the same moment refuses the payoff.
 */
export async function schedulePayoff(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  requestedOn: BusinessDate,
  requestId: string,
): Promise<void> {
  await refuseOtherProduct(tx, caller.businessId, issuedProductId);
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const isLate = isPaidOffByStaff(serviced);
  const quote = isLate
    ? await answeredQuote(tx, serviced, requestedOn)
    : await quoteForOwner(tx, serviced, requestedOn);
  refuseWithoutAccount(serviced);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  const request = isLate ? await readPayoffRequest(tx, issuedProductId) : null;
  if (request) await moveRequest(tx, serviced, request, "PAYOFF_SCHEDULED", by);
  await withdrawDebits(tx, serviced, "EARLY_PAYOFF");
  await orderPayoff(tx, serviced, wholeProduct, quote, by);
}

/** Refuses what no account can be debited for. */
export function refuseWithoutAccount({ accountId, isAutopayOff }: ServicedProduct): void {
  if (accountId === null || isAutopayOff) throw new Refusal("PAYOFF_NO_ACCOUNT");
}

type ByOwner = { actor: { kind: "USER"; id: string }; requestId: string };

/** What a payoff costs, by the kinds of what it pays. */
type PayoffCost = Pick<PayoffQuote, "effectiveOn" | "principalCents" | "interestCents" | "feesCents" | "amountCents">;

/** Orders the debit of a payoff at its quote, of a loan, a draw or an invoice. The debits that it replaces are withdrawn before. */
export async function orderPayoff(
  tx: Tx,
  serviced: ServicedProduct,
  { drawId, invoiceId }: PayoffItem,
  quote: PayoffCost,
  by: ByOwner,
): Promise<void> {
  const { accountId } = serviced;
  if (accountId === null) throw new Error("a payoff is debited from an account");
  const id = uuidv7();
  const { id: issuedProductId, platformId, businessId, productType, book } = serviced.product;
  const { effectiveOn, principalCents, interestCents, feesCents, amountCents } = quote;
  const paymentOrderId = await createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `payoff/${id}`,
      bankAccountId: accountId,
      direction: "INCOMING",
      paymentType: "REPAYMENT",
      productType,
      feeType: null,
      amountCents,
      split: { principalCents, interestCents, feeCents: feesCents },
      book,
      item: `payoff/${id}`,
      subjects: { issuedProductId, ...(drawId && { drawId }), ...(invoiceId && { invoiceId }) },
      dueOn: effectiveOn,
      purpose: "PAYOFF",
      entries: null,
      isManual: false,
      isOnce: true,
    },
    by,
  );
  const status = payoffLifecycle.begin("SCHEDULED");
  await tx
    .insertInto("payoff")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      draw_id: drawId,
      invoice_id: invoiceId,
      status,
      effective_on: effectiveOn,
      principal_cents: principalCents,
      interest_cents: interestCents,
      fees_cents: feesCents,
      amount_cents: amountCents,
      payment_order_id: paymentOrderId,
      requested_by: by.actor.id,
    })
    .execute();
  await notePayoff(tx, serviced, { id, before: null, event: "SCHEDULED", status }, by);
}

/** The owner withdraws a payoff that nobody has claimed. The schedule applies again at once. */
export async function cancelPayoff(tx: Tx, caller: Person, issuedProductId: string, requestId: string): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  await withdrawPayoff(tx, serviced, wholeProduct, { actor: { kind: "USER", id: caller.userId }, requestId });
}

/** Withdraws the open payoff of a locked loan, draw or invoice before its claim. */
export async function withdrawPayoff(tx: Tx, serviced: ServicedProduct, item: PayoffItem, by: ByOwner): Promise<void> {
  const payoff = openPayoffOf(serviced, item);
  if (!payoff) throw new Refusal("NOT_FOUND", { context: { object: "payoff" } });
  const order = serviced.debits.find(({ id }) => id === payoff.paymentOrderId);
  if (!order || !isPayoffCancellable(order)) throw new Refusal("PAYOFF_NOT_CANCELLABLE");
  await cancelOrder(tx, order.id, null, by);
  await movePayoff(tx, serviced, payoff, "CANCELLED", by);
  await serviceProduct(tx, serviced.product.id, serviced.now);
}

/**
 * Refuses a line, whose draws and invoices are paid off one by one, and an advance: it has no interest that a payoff would save, and ends with
 * the last share of its sales. Its owner is told what is left. The product is looked up before its row of servicing is locked.
 */
async function refuseOtherProduct(tx: Tx, businessId: string, issuedProductId: string): Promise<void> {
  const product = await tx
    .selectFrom("issued_product")
    .select("product_type as type")
    .where("id", "=", issuedProductId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  const isLoan = product?.type === "TERM_LOAN";
  const isAdvance = product && delinquencyFamilies[product.type as ProductType] === "advance";
  if (!product || isLoan) return;
  if (!isAdvance) throw new Refusal("PAYOFF_OF_LINE");
  const leftCents = await owedOn(tx, issuedProductId);
  if (leftCents === 0) throw new Refusal("PAYOFF_NOTHING_OUTSTANDING");
  throw new Refusal("PAYOFF_OF_ADVANCE", { context: { left: dollars(leftCents) } });
}

/** A loan as far as it matters to whether it can be paid off. */
export function payableOff(serviced: ServicedProduct): PayableOff {
  const { product, obligations, debits } = serviced;
  const dueDays = obligations.flatMap((one) => (isScheduled(one) && !isPaid(one) && one.dueOn ? [one.dueOn] : []));
  return {
    loanStatus: product.loanStatus,
    isPayoffScheduled: openPayoffOf(serviced) !== null,
    orders: debits.map((order) => (isDebitOnItsWay(order) ? "SUBMITTED" : order.status)),
    nextPaymentOn: dueDays.toSorted()[0] ?? null,
  };
}

/** Whether the debit of an open payoff can still be withdrawn. */
export const isPayoffCancellable = (order: Order | undefined): boolean =>
  order?.status === "SCHEDULED" && order.claimedAt === null;

/** The earliest day counts whose file can still be reached, and that must be within the window of the requested day. */
async function quoteForOwner(tx: Tx, serviced: ServicedProduct, requestedOn: BusinessDate): Promise<PayoffQuote> {
  const loan = payableOff(serviced);
  const refusal = whyNotPayOff(loan, requestedOn, serviced.today);
  if (refusal) throw new Refusal(refusal);
  return quotePayoffFor(tx, serviced, debitedOn(serviced, loan, requestedOn));
}

/** The banking day on which a payoff for the requested day is debited. Refused past the window. */
export function debitedOn(
  { today, now }: ServicedProduct,
  { nextPaymentOn }: PayableOff,
  requestedOn: BusinessDate,
): BusinessDate {
  const window = nextPaymentOn && payoffWindow(today, nextPaymentOn);
  const effectiveOn = collectedOn(requestedOn, now);
  if (!window || effectiveOn > window.latestOn) throw new Refusal("PAYOFF_DATE_INVALID");
  return effectiveOn;
}

/** The quote with which staff have answered the owner of a late loan, if it is still theirs: it is good for its day only. */
async function answeredQuote(
  tx: Tx,
  serviced: ServicedProduct,
  requestedOn: BusinessDate | null,
): Promise<PayoffQuote> {
  const request = await readPayoffRequest(tx, serviced.product.id);
  const { status, effectiveOn } = request ?? { status: null, effectiveOn: null };
  if (openPayoffOf(serviced)) throw new Refusal("PAYOFF_ALREADY_SCHEDULED");
  if (!request || status !== "ANSWERED" || effectiveOn === null) throw new Refusal("PAYOFF_NEEDS_SUPPORT");
  if (serviced.debits.some(isDebitOnItsWay)) throw new Refusal("PAYOFF_PAYMENT_PENDING");
  const isMissed = request.expiresAt <= serviced.now;
  if (isMissed || (requestedOn !== null && requestedOn !== effectiveOn)) throw new Refusal("PAYOFF_DATE_INVALID");
  const quote = await quotePayoffFor(tx, serviced, effectiveOn);
  if (quote.amountCents !== request.amountCents) throw new Refusal("PAYOFF_NEEDS_SUPPORT");
  return quote;
}
