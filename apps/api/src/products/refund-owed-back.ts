import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { creditOwedBack, creditReturned } from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import { rebateClawedBack, rebateReturned } from "@inlay/lending/mechanics/invoices/entries.ts";
import { changeOf, entryOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, least, noCents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import { balances } from "../ledger/public.ts";
import { type IssuedProduct, readObligations } from "./issued-product.ts";
import { type ChangeSource, changeObligations, postEntries } from "./save-change.ts";

/** A rebate or refund that was paid although its debit has been returned since. */
export type PaidRefund = {
  refundOrderId: string;
  invoiceId: string | null;
  amountCents: Cents;
  occurredOn: BusinessDate;
};

const sourceOf = (product: IssuedProduct, what: string, { refundOrderId, occurredOn }: PaidRefund): ChangeSource => ({
  key: `product/${product.id}/${what}/${refundOrderId}`,
  type: "payment order",
  id: refundOrderId,
  paymentOrderId: refundOrderId,
  occurredOn,
});

/** The borrower owes a rebate back: the fee is due in full again. */
export async function oweRebateBack(tx: Tx, product: IssuedProduct, refund: PaidRefund): Promise<void> {
  const { invoiceId, amountCents } = refund;
  await post(tx, product, rebateClawedBack(amountCents, product.book), "rebate-owed-back", refund);
  await createObligation(tx, product, refund, {
    invoice_id: invoiceId,
    fee_type: "TRANSACTION_FEE",
    owed_principal_cents: 0,
    owed_fee_cents: amountCents,
  });
}

/** The borrower owes the refund of an overpayment back. The credit of other overpayments is theirs, and has refunds of its own. */
export async function oweRefundBack(tx: Tx, product: IssuedProduct, refund: PaidRefund): Promise<void> {
  const { invoiceId, amountCents } = refund;
  await post(tx, product, creditOwedBack(product.book, amountCents), "credit-owed-back", refund);
  await createObligation(tx, product, refund, {
    invoice_id: invoiceId,
    fee_type: null,
    owed_principal_cents: amountCents,
    owed_fee_cents: 0,
  });
}

/** If a returned debit has left the business's credit below zero, because a payment has used it, the borrower owes the shortfall. */
export async function oweUsedCreditBack(
  tx: Tx,
  product: IssuedProduct,
  debit: Omit<PaidRefund, "amountCents">,
): Promise<void> {
  const amountCents = cents(-(await creditOf(tx, product)));
  if (amountCents > 0) await oweRefundBack(tx, product, { ...debit, amountCents });
}

const post = (tx: Tx, product: IssuedProduct, made: Entry, what: string, refund: PaidRefund) =>
  postEntries(
    tx,
    product,
    [entryOf({ drawId: null, invoiceId: refund.invoiceId }, made)],
    sourceOf(product, what, refund),
  );

type Owed = {
  invoice_id: string | null;
  fee_type: string | null;
  owed_principal_cents: number;
  owed_fee_cents: number;
};

async function createObligation(tx: Tx, product: IssuedProduct, refund: PaidRefund, owed: Owed): Promise<void> {
  await tx
    .insertInto("obligation")
    .values({
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      // It is ordered behind the installments or repayments beside it.
      number: sql<number>`1 + coalesce((select max(o.number) from app.obligation o where o.issued_product_id = ${product.id}), 0)`,
      due_on: refund.occurredOn,
      original_due_on: refund.occurredOn,
      owed_interest_cents: 0,
      refund_order_id: refund.refundOrderId,
      ...owed,
    })
    .execute();
}

/** The business's credit in the product's book; negative when it owes. */
async function creditOf(tx: Tx, { businessId, book }: IssuedProduct): Promise<Cents> {
  const all = await balances(tx, businessId);
  const own = all.find((balance) => balance.account === "BORROWER_CREDIT" && balance.book === book);
  return own?.balanceCents ?? noCents;
}

/**
 * A rebate or refund was returned by the borrower's bank after the borrower had come to owe it back: what is unpaid of that obligation is
 * settled by the returned money.
 */
export async function settleByReturnedRefund(tx: Tx, product: IssuedProduct, refund: PaidRefund): Promise<void> {
  const row = await tx
    .selectFrom("obligation")
    .select("id")
    .where("issued_product_id", "=", product.id)
    .where("refund_order_id", "=", refund.refundOrderId)
    .executeTakeFirst();
  const owed = (await readObligations(tx, product.id)).find(({ id }) => id === row?.id);
  if (!owed) return;
  const principalCents = least(unpaid(owed).principalCents, refund.amountCents);
  const feeCents = least(unpaid(owed).feeCents, refund.amountCents);
  if (principalCents === 0 && feeCents === 0) return;
  const entries = [
    ...(feeCents > 0 ? [rebateReturned(feeCents, product.book)] : []),
    ...(principalCents > 0 ? [creditReturned(product.book, principalCents)] : []),
  ];
  await postEntries(
    tx,
    product,
    entries.map((made) => entryOf({ drawId: null, invoiceId: owed.invoiceId }, made)),
    sourceOf(product, "refund-returned", refund),
  );
  const paid = { principalCents, interestCents: noCents, feeCents };
  await changeObligations(tx, product, [changeOf(owed, { paid })]);
}
