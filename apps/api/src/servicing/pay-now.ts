import { Refusal } from "@inlay/contracts/errors.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import { totalOf } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
import {
  type DueNow,
  dueNow,
  type PayNowRefusal,
  payNowParts,
  whyNotPayNow,
} from "@inlay/lending/servicing/pay-now.ts";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { cancelOrder, createOrder, type Order } from "../payments/public.ts";
import { hasFailed, notePayNow } from "./follow-pay-now.ts";
import { lockOwn, readOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import {
  debitsOfPayNow,
  type Item,
  isDebitWithdrawable,
  isPaidNow,
  itemOfPayNow,
  openPayoffOf,
  payableItems,
  type ServicedProduct,
} from "./serviced-product.ts";

/** What is due, by the kind of its debits, and the banking day on which they are debited. */
export type PayNowQuote = { effectiveOn: BusinessDate; repaymentCents: Cents; feeCents: Cents; amountCents: Cents };

/** Quotes everything that has fallen due on a product and is unpaid. */
export async function quotePayNow(tx: Tx, { businessId }: Person, issuedProductId: string): Promise<PayNowQuote> {
  const serviced = await readOwn(tx, businessId, issuedProductId);
  return quoteOf(serviced, dueForOwner(serviced));
}

/**
 * Debits at once what has fallen due on a product, as the person has authorized it: this amount on this day. The debits that wait for the same
 * items are withdrawn, and none is ordered until these have an outcome. A debit that is claimed at the same moment refuses it.
 */
export async function payNow(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  authorized: { amountCents: number; effectiveOn: string },
  requestId: string,
): Promise<PayNowQuote> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const { accountId } = serviced;
  const quote = requireQuoted(serviced, authorized);
  if (accountId === null || serviced.isAutopayOff) throw new Refusal("PAY_NOW_NO_ACCOUNT");
  await orderAtOnce(tx, serviced, caller, { accountId, debitAuthorizationId: null }, requestId);
  return quote;
}

/** The quote of what is due. Refused if it is not what the person has authorized. */
export function requireQuoted(
  serviced: ServicedProduct,
  authorized: { amountCents: number; effectiveOn: string },
): PayNowQuote {
  const quote = quoteOf(serviced, dueForOwner(serviced));
  if (authorized.amountCents !== quote.amountCents || authorized.effectiveOn !== quote.effectiveOn)
    throw new Refusal("PAY_NOW_CHANGED");
  return quote;
}

/** Orders the debits of what is due, one for each kind, at an account that may be debited. */
export async function orderAtOnce(
  tx: Tx,
  serviced: ServicedProduct,
  caller: Person,
  { accountId, debitAuthorizationId }: { accountId: string; debitAuthorizationId: string | null },
  requestId: string,
): Promise<void> {
  const due = dueForOwner(serviced);
  const { amountCents, effectiveOn } = quoteOf(serviced, due);
  const { product } = serviced;
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  const id = uuidv7();
  const { platformId, businessId, productType, book } = product;
  await tx
    .insertInto("pay_now")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: product.id,
      due_until: due.dueUntil,
      advance_period_ids: due.items.flatMap(({ periodId }) => periodId ?? []),
      effective_on: effectiveOn,
      amount_cents: amountCents,
      bank_account_id: accountId,
      debit_authorization_id: debitAuthorizationId,
      requested_by: caller.userId,
    })
    .execute();
  for (const part of payNowParts(due.items)) {
    const { feeType, principalCents, interestCents, feeCents } = part;
    const kind = feeType === null ? "REPAYMENT" : "FEE";
    await createOrder(
      tx,
      {
        platformId,
        businessId,
        key: `pay-now/${id}/${feeType ?? kind}`,
        bankAccountId: accountId,
        direction: "INCOMING",
        paymentType: kind,
        productType,
        feeType: feeType as FeeType | null,
        amountCents: part.amountCents,
        split: { principalCents, interestCents, feeCents },
        book,
        item: itemOfPayNow(id),
        subjects: { issuedProductId: product.id },
        dueOn: effectiveOn,
        purpose: kind,
        entries: null,
        isManual: false,
        isOnce: true,
        keepsAccount: debitAuthorizationId !== null,
      },
      by,
    );
  }
  await notePayNow(tx, serviced, id, "ORDERED", by);
  await serviceProduct(tx, product.id, serviced.now);
}

/** The person withdraws a payment of which nothing was claimed. The debits of the schedule apply again at once. */
export async function cancelPayNow(tx: Tx, caller: Person, issuedProductId: string, requestId: string): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const { lastPayNow } = serviced;
  const orders = lastPayNow ? debitsOfPayNow(serviced, lastPayNow) : [];
  if (!lastPayNow || orders.every(isOver)) throw new Refusal("NOT_FOUND", { context: { object: "payment" } });
  if (!orders.every(isDebitWithdrawable)) throw new Refusal("PAY_NOW_NOT_CANCELLABLE");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  for (const { id } of orders) await cancelOrder(tx, id, null, by);
  await tx.updateTable("pay_now").set({ cancelled_at: serviced.now }).where("id", "=", lastPayNow.id).execute();
  await notePayNow(tx, serviced, lastPayNow.id, "CANCELLED", by);
  await serviceProduct(tx, issuedProductId, serviced.now);
}

/** The installments and fees that are due, or the periods of an advance. */
export function dueForOwner(serviced: ServicedProduct): DueNow<Item> {
  const refusal = whyNotPayNowOf(serviced);
  if (refusal) throw new Refusal(refusal);
  return dueOf(serviced);
}

const dueOf = (serviced: ServicedProduct): DueNow<Item> => dueNow(payableItems(serviced), serviced.today);

/** Why what is due on a product cannot be paid at once. */
export function whyNotPayNowOf(serviced: ServicedProduct): PayNowRefusal | null {
  const due = dueOf(serviced);
  const isReplaced =
    openPayoffOf(serviced) !== null ||
    due.items.some((item) => openPayoffOf(serviced, item.obligation) !== null || isPaidNow(serviced, item));
  return whyNotPayNow(due, isReplaced);
}

/** The payment of what was due that has no outcome yet, and whether it can still be withdrawn. */
export function pendingPayNow(serviced: ServicedProduct) {
  const { lastPayNow } = serviced;
  const orders = lastPayNow ? debitsOfPayNow(serviced, lastPayNow) : [];
  const open = orders.filter((order) => !isOver(order));
  const [first] = open;
  if (!first) return null;
  const amountCents = sum(open.map((order) => order.amountCents));
  return { effectiveDate: first.effectiveOn, amountCents, isCancellable: orders.every(isDebitWithdrawable) };
}

const isOver = (order: Order): boolean => order.status === "SUCCESSFUL_PAYMENT" || hasFailed(order);

export function quoteOf({ today, now }: ServicedProduct, { items }: DueNow<Item>): PayNowQuote {
  const amountCents = sum(items.map((item) => totalOf(item.unpaid)));
  const feeCents = sum(payNowParts(items).flatMap((part) => (part.feeType === null ? [] : part.amountCents)));
  return {
    effectiveOn: collectedOn(today, now),
    repaymentCents: subtract(amountCents, feeCents),
    feeCents,
    amountCents,
  };
}
