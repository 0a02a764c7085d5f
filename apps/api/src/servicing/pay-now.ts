import { Refusal } from "@inlay/contracts/errors.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import { type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
import { type DueNow, dueNow, payNowParts, whyNotPayNow } from "@inlay/lending/servicing/pay-now.ts";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { cancelOrder, createOrder, type Order } from "../payments/public.ts";
import { hasFailed, notePayNow } from "./follow-pay-now.ts";
import { lockOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import {
  debitsOfPayNow,
  isDebitWithdrawable,
  isPaidNow,
  itemOfPayNow,
  openPayoffOf,
  ordersOf,
  type ServicedProduct,
} from "./serviced-product.ts";

/** What is due, by the kind of its debits, and the banking day on which they are debited. */
export type PayNowQuote = { effectiveOn: BusinessDate; repaymentCents: Cents; feeCents: Cents; amountCents: Cents };

/** Quotes everything that has fallen due on a product and is unpaid. */
export async function quotePayNow(tx: Tx, { businessId }: Person, issuedProductId: string): Promise<PayNowQuote> {
  const serviced = await lockOwn(tx, businessId, issuedProductId);
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
  const due = dueForOwner(serviced);
  const quote = quoteOf(serviced, due);
  const { product, accountId } = serviced;
  const { amountCents, effectiveOn } = quote;
  if (authorized.amountCents !== amountCents || authorized.effectiveOn !== effectiveOn)
    throw new Refusal("PAY_NOW_CHANGED");
  if (accountId === null) throw new Refusal("PAY_NOW_NO_ACCOUNT");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  const id = uuidv7();
  const { platformId, businessId, productType, book } = product;
  await tx
    .insertInto("pay_now")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      due_until: due.dueUntil,
      effective_on: effectiveOn,
      amount_cents: amountCents,
      bank_account_id: accountId,
      requested_by: caller.userId,
    })
    .execute();
  for (const part of payNowParts(due)) {
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
        subjects: { issuedProductId },
        dueOn: effectiveOn,
        purpose: kind,
        entries: null,
        isManual: false,
        isOnce: true,
      },
      by,
    );
  }
  await notePayNow(tx, serviced, id, "ORDERED", by);
  await serviceProduct(tx, issuedProductId, serviced.now);
  return quote;
}

/** The person withdraws a payment of which nothing was claimed. The debits of the schedule apply again at once. */
export async function cancelPayNow(tx: Tx, caller: Person, issuedProductId: string, requestId: string): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const { lastPayNow } = serviced;
  const orders = lastPayNow ? debitsOfPayNow(serviced, lastPayNow) : [];
  const isOver = (order: Order) => order.status === "SUCCESSFUL_PAYMENT" || hasFailed(order);
  if (!lastPayNow || orders.every(isOver)) throw new Refusal("NOT_FOUND", { context: { object: "payment" } });
  if (!orders.every(isDebitWithdrawable)) throw new Refusal("PAY_NOW_NOT_CANCELLABLE");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  for (const { id } of orders) await cancelOrder(tx, id, null, by);
  await tx.updateTable("pay_now").set({ cancelled_at: serviced.now }).where("id", "=", lastPayNow.id).execute();
  await notePayNow(tx, serviced, lastPayNow.id, "CANCELLED", by);
  await serviceProduct(tx, issuedProductId, serviced.now);
}

function dueForOwner(serviced: ServicedProduct): DueNow {
  const due = dueNow(serviced.obligations, serviced.today);
  const isReplaced = openPayoffOf(serviced) !== null || due.items.some((item) => isPaidNow(serviced, item));
  const refusal = whyNotPayNow(due, { isReplaced, ordersOf: (item: Obligation) => ordersOf(serviced, item) });
  if (refusal) throw new Refusal(refusal);
  return due;
}

function quoteOf({ today, now }: ServicedProduct, due: DueNow): PayNowQuote {
  const amountCents = sum(due.items.map((item) => totalOf(unpaid(item))));
  const feeCents = sum(payNowParts(due).flatMap((part) => (part.feeType === null ? [] : part.amountCents)));
  return {
    effectiveOn: collectedOn(today, now),
    repaymentCents: subtract(amountCents, feeCents),
    feeCents,
    amountCents,
  };
}
