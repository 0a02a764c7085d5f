import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { borrowerCreditRefunded, debitReversed, receivedFromBook } from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import { rebateSent } from "@inlay/lending/mechanics/invoices/entries.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { isPending, isReplaceable, type PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { inAnotherScope, staffScope, type Tx } from "../db/scope.ts";
import { internalScope, type Posting, postAll, reverse } from "../ledger/public.ts";
import {
  activateProduct,
  applyPayment,
  bill,
  type FundingOrder,
  fundProduct,
  type IssuedProduct,
  lockProduct,
  oweRebateBack,
  oweRefundBack,
  oweUsedCreditBack,
  refinancedBy,
  settleByReturnedRefund,
  takeBackFunding,
  takeBackPayment,
  updateStates,
} from "../products/public.ts";
import { cancelUnclaimedDebits } from "./check-refinance.ts";
import { createOrder } from "./create-order.ts";
import { lockOrder, moveOrder, type Order, subjectsOf, system } from "./order.ts";

/** The banking days after which the excess of a settled debit is refunded. It must arrive within five. */
const refundAfterBankingDays = 3;

/** A payment between our own books, or of our capital, belongs to no tenant: its order is in the staff scope, its postings in the internal one. */
const isInternal = ({ platformId }: Order): boolean => platformId === staffScope.platformId;
const inBooksOf = <T>(tx: Tx, order: Order, work: () => Promise<T>): Promise<T> =>
  isInternal(order) ? inAnotherScope(tx, internalScope, work) : work();
const tenantOf = (order: Order) =>
  isInternal(order)
    ? { platformId: null, businessId: null }
    : { platformId: order.platformId, businessId: order.businessId };

const postingOf = (order: Order, key: string, now: Date): Posting => ({
  key: `payment-order/${order.id}/${key}`,
  occurredOn: dateAt(now),
  source: { type: "payment order", id: order.id },
  subjects: {
    ...tenantOf(order),
    paymentOrderId: order.id,
    ...(order.productType && { productType: order.productType }),
    ...subjectsOf(order),
  },
});

/** Posts the movement of an order's money on our bank account, once per key. A return does not reverse it: it has a line of its own. */
export async function postBankLine(tx: Tx, order: Order, entry: Entry, key: string, on: Date): Promise<void> {
  await inBooksOf(tx, order, () => postAll(tx, [{ entry, posting: postingOf(order, key, on) }]));
}

/** Posts that a payment between our own books has reached the other one. */
export const postReceipt = (tx: Tx, order: Order, toBook: Book, on: Date): Promise<void> =>
  postBankLine(tx, order, receivedFromBook(order.book, toBook, order.amountCents), "received", on);

/**
 * Posts what a payout does to the books when it is submitted, with the effective date that the processor has given it. A debit does nothing
 * before it settles.
 */
export async function postSubmission(tx: Tx, order: Order, effectiveOn: BusinessDate, now: Date): Promise<void> {
  if (order.direction === "INCOMING") return;
  if (order.purpose === "REVERSAL") return postReversal(tx, order, now);
  const journalIds =
    order.purpose === "FUNDING"
      ? await fund(tx, order, effectiveOn, now)
      : await postEntries(tx, order, entriesOfPayout(order), "submitted", now);
  await saveJournals(tx, order, journalIds);
}

/** Debits of a product that the payout refinances are cancelled, because nothing is owed on it any more. */
async function fund(tx: Tx, order: Order, effectiveOn: BusinessDate, now: Date): Promise<string[]> {
  await cancelUnclaimedDebits(tx, await refinancedBy(tx, order.issuedProductId), now);
  return fundProduct(tx, await productOf(tx, order), { ...fundingOf(order, now), effectiveOn });
}

function entriesOfPayout(order: Order): readonly Entry[] {
  if (order.purpose === "REBATE") return [rebateSent(order.amountCents, order.book)];
  if (order.purpose === "CREDIT_REFUND") return [borrowerCreditRefunded(order.book, order.amountCents)];
  return order.entries ?? [];
}

/**
 * A reversal is submitted: it pays back what its debit has in clearing, and what the debit paid is taken back. A debit that has not settled
 * yet has paid nothing, and will not when it settles.
 */
async function postReversal(tx: Tx, order: Order, now: Date): Promise<void> {
  const original = await reversedDebit(tx, order);
  const entry = debitReversed(order.book, order.amountCents, original.id);
  await saveJournals(tx, order, await postEntries(tx, order, [entry], "submitted", now));
  await takeBackPostings(tx, original, now);
  await updateProductStates(tx, original, now);
}

async function reversedDebit(tx: Tx, { reversalOfId }: Order): Promise<Order> {
  const original = reversalOfId ? await lockOrder(tx, reversalOfId) : null;
  if (!original) throw new Error("a reversal names its debit");
  return original;
}

/** Whether the debit is being paid back or was. */
async function isReversed(tx: Tx, { id }: Order): Promise<boolean> {
  const standing = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("reversal_of_id", "=", id)
    .where("processor_order_id", "is not", null)
    .where("status", "!=", "FAILED_PAYMENT")
    .executeTakeFirst();
  return standing !== undefined;
}

/** Posts what a settled order pays, as its product stands now. Returns the columns of the order that change with it. */
export async function postSettlement(tx: Tx, order: Order, now: Date): Promise<Record<string, unknown>> {
  if (order.direction === "OUTGOING") {
    if (order.purpose === "FUNDING") await activateProduct(tx, await productOf(tx, order), fundingOf(order, now));
    return {};
  }
  if (await isReversed(tx, order)) return {};
  if (order.purpose === "OTHER" || order.purpose === "MICRO_ENTRY") {
    await saveJournals(tx, order, await postEntries(tx, order, order.entries ?? [], "settled", now));
    return {};
  }
  return pay(tx, order, "settled", now);
}

/** Applies a debit to its product. `moment` distinguishes a second application, after a reversal that failed. */
async function pay(tx: Tx, order: Order, moment: string, now: Date): Promise<Record<string, unknown>> {
  const product = await productOf(tx, order);
  const applied = await applyPayment(tx, product, {
    id: order.id,
    key: `payment-order/${order.id}/${moment}`,
    occurredOn: dateAt(now),
    payment: {
      kind: order.purpose as "REPAYMENT" | "FEE" | "PAYOFF" | "LUMP_SUM",
      amountCents: order.amountCents,
      creditCents: order.creditUsedCents,
      effectiveOn: order.effectiveOn,
      drawId: order.drawId,
      invoiceId: order.invoiceId,
    },
  });
  await saveJournals(tx, order, applied.journalIds);
  // A payment that counts from a day before the last due date has lowered what was billed until then.
  await bill(tx, product, dateAt(now));
  await refund(tx, order, { purpose: "REBATE", key: "rebate", amountCents: applied.rebateCents }, now);
  await refund(tx, order, { purpose: "CREDIT_REFUND", key: "credit_refund", amountCents: applied.overpaidCents }, now);
  return {
    principal_cents: applied.principalCents,
    interest_cents: applied.interestCents,
    fee_cents: applied.feeCents,
    credit_cents: applied.overpaidCents,
    credit_used_cents: applied.creditUsedCents,
  };
}

/**
 * Orders what the borrower gets back of a settled debit. It goes to the account that was debited, and for a payment from outside to the one
 * that is debited otherwise. The key is unique within the debit.
 */
export async function refund(
  tx: Tx,
  order: Order,
  { purpose, key, amountCents }: { purpose: "REBATE" | "CREDIT_REFUND"; key: string; amountCents: Cents },
  now: Date,
): Promise<void> {
  if (amountCents === 0) return;
  await createOrder(
    tx,
    {
      platformId: order.platformId,
      businessId: order.businessId,
      key: `payment-order/${order.id}/${key}`,
      bankAccountId: order.bankAccountId ?? (await servicingAccountOf(tx, order)),
      direction: "OUTGOING",
      paymentType: "REFUND",
      productType: order.productType,
      feeType: null,
      amountCents,
      split: { principalCents: 0, interestCents: 0, feeCents: 0 },
      book: order.book,
      item: `${key}/${order.id}`,
      subjects: subjectsOf(order),
      dueOn: addBankingDays(dateAt(now), refundAfterBankingDays),
      purpose,
      refundOfId: order.id,
      entries: null,
      isManual: false,
    },
    system,
  );
}

async function servicingAccountOf(tx: Tx, { businessId }: Order): Promise<string | null> {
  return businessId ? ((await loanAccountsOf(tx, businessId)).debited?.id ?? null) : null;
}

/**
 * Takes back everything that a failed or returned order did to the books and to its product. Orders are locked before their product, here
 * and everywhere, so that transactions do not deadlock.
 */
export async function takeBackPostings(tx: Tx, order: Order, now: Date): Promise<void> {
  const refunds = await lockRefunds(tx, order);
  const product = order.issuedProductId ? await lockProduct(tx, order.issuedProductId) : null;
  const journals = await tx
    .selectFrom("payment_order_journal")
    .select("journal_id")
    .where("payment_order_id", "=", order.id)
    .orderBy("journal_id")
    .execute();
  for (const [index, { journal_id }] of journals.entries()) {
    const { key, occurredOn, source } = postingOf(order, `taken back/${index + 1}`, now);
    await inBooksOf(tx, order, () => reverse(tx, journal_id, { key, occurredOn, source, subjects: tenantOf(order) }));
  }
  if (!product || journals.length === 0) return;
  const today = dateAt(now);
  if (order.purpose === "FUNDING") return takeBackFunding(tx, product, fundingOf(order, now), now);
  if (order.purpose === "REVERSAL") return applyAgain(tx, order, now);
  if (order.purpose === "REBATE" || order.purpose === "CREDIT_REFUND")
    return settleByReturnedRefund(tx, product, { ...paidRefund(order, order), occurredOn: today });
  await takeBackPayment(tx, product, order.id, now);
  for (const refundOrder of refunds) {
    const { status, purpose, claimedAt } = refundOrder;
    if (isReplaceable(status) && claimedAt === null) {
      await moveOrder(tx, refundOrder, "CANCELLED", { ...system, now }, { next_action_at: null });
    } else if (isReplaceable(status) || isPending(status) || status === "SUCCESSFUL_PAYMENT") {
      const oweBack = purpose === "REBATE" ? oweRebateBack : oweRefundBack;
      await oweBack(tx, product, { ...paidRefund(refundOrder, order), occurredOn: today });
    }
  }
  await oweUsedCreditBack(tx, product, { ...paidRefund(order, order), occurredOn: today });
}

/** A reversal has failed, so its debit stands. If it had settled, it pays what is owed now. */
async function applyAgain(tx: Tx, reversal: Order, now: Date): Promise<void> {
  const original = await reversedDebit(tx, reversal);
  if (original.status !== "SUCCESSFUL_PAYMENT") return;
  const split = await pay(tx, original, `settled again/${reversal.id}`, now);
  await tx.updateTable("payment_order").set(split).where("id", "=", original.id).execute();
}

const paidRefund = (refundOrder: Order, { invoiceId }: Order) => ({
  refundOrderId: refundOrder.id,
  invoiceId,
  amountCents: refundOrder.amountCents,
});

/** Updates the states of an order's product after the order has settled or failed. */
export async function updateProductStates(tx: Tx, order: Order, now: Date): Promise<void> {
  if (!order.issuedProductId || order.purpose === "OTHER") return;
  const product = await productOf(tx, order);
  const others = await tx
    .selectFrom("payment_order")
    .select("status")
    .where("issued_product_id", "=", product.id)
    .where("id", "!=", order.id)
    .where("direction", "=", "INCOMING")
    .execute();
  await updateStates(tx, product, {
    today: dateAt(now),
    hasPendingOrders: others.some(({ status }) => isPending(status as PaymentOrderStatus)),
  });
}

async function productOf(tx: Tx, { issuedProductId }: Order): Promise<IssuedProduct> {
  if (!issuedProductId) throw new Error("an order of a product names it");
  return lockProduct(tx, issuedProductId);
}

const fundingOf = ({ id, drawId, invoiceId, effectiveOn }: Order, now: Date): FundingOrder => ({
  id,
  drawId,
  invoiceId,
  effectiveOn,
  claimedFor: effectiveOn,
  occurredOn: dateAt(now),
});

async function postEntries(
  tx: Tx,
  order: Order,
  entries: readonly Entry[],
  moment: string,
  now: Date,
): Promise<string[]> {
  if (entries.length === 0) return [];
  const postings = entries.map((entry, index) => ({ entry, posting: postingOf(order, `${moment}/${index + 1}`, now) }));
  return inBooksOf(tx, order, () => postAll(tx, postings));
}

export async function saveJournals(tx: Tx, order: Order, journalIds: readonly string[]): Promise<void> {
  if (journalIds.length === 0) return;
  const { platformId, businessId } = order;
  await tx
    .insertInto("payment_order_journal")
    .values(
      journalIds.map((journalId) => ({
        payment_order_id: order.id,
        journal_id: journalId,
        platform_id: platformId,
        business_id: businessId,
      })),
    )
    .execute();
}

async function lockRefunds(tx: Tx, order: Order): Promise<Order[]> {
  const rows = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("refund_of_id", "=", order.id)
    .orderBy("id")
    .execute();
  const refunds: Order[] = [];
  for (const { id } of rows) {
    const refundOrder = await lockOrder(tx, id);
    if (refundOrder) refunds.push(refundOrder);
  }
  return refunds;
}
