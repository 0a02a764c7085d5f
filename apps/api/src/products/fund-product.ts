import type { AssessedFee, UnpaidFee } from "@inlay/lending/ledger/entries.ts";
import { reversed } from "@inlay/lending/ledger/entry.ts";
import { feeEarned, interestDue } from "@inlay/lending/mechanics/installments/entries.ts";
import { type InvoiceState, invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { productStateLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { type Amounts, entryOf, type NewObligation, noAmounts, totalOf } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, noCents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { type DrawRequestState, drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { balances } from "../ledger/public.ts";
import { endApplications, readApplications } from "./apply-payment.ts";
import { scheduleBilling } from "./bill-product.ts";
import { saveInvoiceState } from "./invoice.ts";
import { type FundingOrder, functionsOf, type IssuedProduct, readObligations } from "./issued-product.ts";
import {
  closeRefinanced,
  collectWithheld,
  creditWithheld,
  replayCollected,
  takeBackRefinance,
} from "./refinance-product.ts";
import { postEntries } from "./save-change.ts";
import { saveDrawState } from "./states.ts";

/**
 * Funds a locked product, or one draw or invoice of a line, when its payout is submitted: posts the entries, creates the obligations,
 * whose due dates count from the payout's effective date, and closes what the product refinances. Returns the journals.
 */
export async function fundProduct(tx: Tx, product: IssuedProduct, order: FundingOrder): Promise<string[]> {
  const { fund, terms } = functionsOf(product.productType);
  const request = await readRequest(tx, product, order);
  const { entries, obligations } = fund(
    terms.parse(product.terms),
    { ...request, fundedOn: order.effectiveOn },
    product.book,
  );
  const { drawId, invoiceId } = order;
  const refinanced = await closeRefinanced(tx, product, order);
  const journalIds = await postEntries(
    tx,
    product,
    [...entries, ...refinanced.entries].map((entry) => entryOf({ drawId, invoiceId }, entry)),
    {
      key: `payment-order/${order.id}/submitted`,
      type: "payment order",
      id: order.id,
      paymentOrderId: order.id,
      occurredOn: order.occurredOn,
    },
  );
  const fees = refinanced.carriedFees.map((fee, index) => carriedFee(fee, obligations.length + index + 1, order));
  await createObligations(tx, product, order, [...obligations, ...fees]);
  const funded = { ...product, fundedOn: order.effectiveOn };
  const replayedIds = await replayCollected(tx, funded, refinanced, order);
  await noteFunding(tx, product, order, "FUNDS_DISBURSED");
  await scheduleBilling(tx, funded, order.occurredOn);
  return [...refinanced.journalIds, ...journalIds, ...replayedIds];
}

/** An unpaid fee of a refinanced product is owed on the new one from its funding on. */
const carriedFee = (
  { feeType, amountCents }: UnpaidFee<AssessedFee>,
  number: number,
  { effectiveOn }: FundingOrder,
): NewObligation => ({
  number,
  dueOn: effectiveOn,
  feeType,
  owed: { ...noAmounts, feeCents: amountCents },
  unearnedFeeCents: noCents,
  rebateTerms: null,
});

async function readRequest(tx: Tx, product: IssuedProduct, { drawId, invoiceId }: FundingOrder): Promise<object> {
  if (drawId) {
    const draw = await tx.selectFrom("draw").select("request").where("id", "=", drawId).executeTakeFirstOrThrow();
    return draw.request as object;
  }
  if (invoiceId) {
    const invoice = await tx
      .selectFrom("invoice")
      .select("request")
      .where("id", "=", invoiceId)
      .executeTakeFirstOrThrow();
    return invoice.request as object;
  }
  if (!product.request) throw new Error("a payout of a line names its draw or invoice");
  return product.request as object;
}

async function createObligations(
  tx: Tx,
  product: IssuedProduct,
  { id: fundingOrderId, drawId, invoiceId }: FundingOrder,
  obligations: readonly NewObligation[],
): Promise<void> {
  await tx
    .insertInto("obligation")
    .values(
      obligations.map(({ number, dueOn, feeType, owed, unearnedFeeCents, rebateTerms }) => ({
        platform_id: product.platformId,
        business_id: product.businessId,
        issued_product_id: product.id,
        draw_id: drawId,
        invoice_id: invoiceId,
        funding_order_id: fundingOrderId,
        number,
        due_on: dueOn,
        original_due_on: dueOn,
        fee_type: feeType,
        owed_principal_cents: owed.principalCents,
        owed_interest_cents: owed.interestCents,
        owed_fee_cents: owed.feeCents,
        unearned_fee_cents: unearnedFeeCents,
        rebate_fee_percentage: rebateTerms === null ? null : String(rebateTerms.transactionFeePercentage),
        rebate_plan_days: rebateTerms?.planDays ?? null,
      })),
    )
    .execute();
}

/** A payout of the product itself succeeded. */
export async function activateProduct(
  tx: Tx,
  product: IssuedProduct,
  { drawId, invoiceId }: FundingOrder,
): Promise<void> {
  if (drawId || invoiceId || product.productState === "ACTIVE") return;
  const productState = productStateLifecycle.next(product.productState, "FUNDING_SUCCEEDED");
  await tx.updateTable("issued_product").set({ product_state: productState }).where("id", "=", product.id).execute();
}

/**
 * Takes back the obligations of a payout that failed or was returned, and the payoff of what the product refinances. Its journals are
 * reversed by the caller.
 */
export async function takeBackFunding(tx: Tx, product: IssuedProduct, order: FundingOrder, now: Date): Promise<void> {
  const cancelled = await tx
    .updateTable("obligation")
    .set({ cancelled_at: now })
    .where("issued_product_id", "=", product.id)
    .where("funding_order_id", "=", order.id)
    .where("cancelled_at", "is", null)
    .returning(["billed_interest_cents", "paid_interest_cents", "paid_principal_cents", "paid_fee_cents"])
    .execute();
  // An order that failed before it was submitted created nothing.
  if (cancelled.length === 0) return;
  const withheld = await withheldOf(tx, product, order, cancelled);
  const isWithheld = totalOf(withheld) > 0;
  if (isWithheld) await creditWithheld(tx, product, withheld, order);
  const billed = cancelled.map((row) => cents(row.billed_interest_cents - row.paid_interest_cents));
  await takeBackBilling(tx, product, order, sum(billed));
  await endApplications(tx, product, order.id, now);
  await takeBackRefinance(tx, product, order, now);
  if (isWithheld) await collectWithheld(tx, product, totalOf(withheld), order);
  await noteFunding(tx, product, order, "DISBURSEMENT_RETURNED");
  // Nothing of it falls due any more.
  await scheduleBilling(tx, product, order.occurredOn);
}

type Collected = { paid_principal_cents: number; paid_fee_cents: number };

/** What receivables have collected of an advance itself, without what the funding order has replayed. */
async function withheldOf(
  tx: Tx,
  product: IssuedProduct,
  order: FundingOrder,
  collected: readonly Collected[],
): Promise<Amounts> {
  if (product.productType !== "INTEGRATED_MCA") return noAmounts;
  const replayed = (await readApplications(tx, product, order.id)).map(({ paid }) => paid);
  const principal = sum(collected.map((row) => cents(row.paid_principal_cents)));
  const fee = sum(collected.map((row) => cents(row.paid_fee_cents)));
  return {
    principalCents: subtract(principal, sum(replayed.map(({ principalCents }) => principalCents))),
    interestCents: noCents,
    feeCents: subtract(fee, sum(replayed.map(({ feeCents }) => feeCents))),
  };
}

/** What was billed and earned since the funding is no income: nothing was lent. The unearned fee itself is gone with the funding entry. */
async function takeBackBilling(tx: Tx, product: IssuedProduct, order: FundingOrder, billedCents: Cents): Promise<void> {
  const unearned = (await balances(tx, product.id)).find(({ account }) => account === "UNEARNED_FEES");
  const toEarn = (await readObligations(tx, product.id)).map((one) => one.unearnedFeeCents);
  const earnedCents = subtract(sum(toEarn), unearned?.balanceCents ?? noCents);
  const entries = [
    ...(billedCents > 0 ? [reversed(interestDue(billedCents, product.book))] : []),
    // It is negative where a rebate waits to be sent, which is no part of this funding.
    ...(earnedCents > 0 ? [reversed(feeEarned(earnedCents, "ORIGINATION_INCOME", product.book))] : []),
  ];
  await postEntries(
    tx,
    product,
    entries.map((entry) => entryOf(order, entry)),
    {
      key: `payment-order/${order.id}/billing-taken-back`,
      type: "payment order",
      id: order.id,
      paymentOrderId: order.id,
      occurredOn: order.occurredOn,
    },
  );
}

async function noteFunding(
  tx: Tx,
  product: IssuedProduct,
  { drawId, invoiceId, effectiveOn }: FundingOrder,
  event: "FUNDS_DISBURSED" | "DISBURSEMENT_RETURNED",
): Promise<void> {
  const isFunded = event === "FUNDS_DISBURSED";
  const fundedOn = isFunded ? effectiveOn : null;
  if (drawId) {
    const draw = await tx.selectFrom("draw").select("state").where("id", "=", drawId).executeTakeFirstOrThrow();
    const before = draw.state as DrawRequestState;
    const chosen = isFunded ? undefined : "PENDING_FUND_DISBURSEMENT";
    await saveDrawState(tx, product, drawId, before, drawRequestLifecycle.next(before, event, chosen));
    await tx.updateTable("draw").set({ funded_on: fundedOn }).where("id", "=", drawId).execute();
  } else if (invoiceId) {
    const invoice = await tx
      .selectFrom("invoice")
      .select("state")
      .where("id", "=", invoiceId)
      .executeTakeFirstOrThrow();
    const before = invoice.state as InvoiceState;
    const chosen = isFunded ? undefined : "PENDING_FUND_DISPERSEMENT";
    await saveInvoiceState(tx, product, invoiceId, before, invoiceLifecycle.next(before, event, chosen));
    await tx.updateTable("invoice").set({ funded_on: fundedOn }).where("id", "=", invoiceId).execute();
  } else {
    await tx.updateTable("issued_product").set({ funded_on: fundedOn }).where("id", "=", product.id).execute();
  }
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: isFunded ? "product.funded" : "product.funding_returned",
    body: { issuedProductId: product.id },
    action: isFunded ? "product.fund" : "product.take-funding-back",
    object: { kind: "issued product", id: product.id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
