import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import type { AssessedFee, UnpaidFee } from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import {
  type Amounts,
  entryOf,
  isPaid,
  isScheduled,
  noAmounts,
  totalOf,
  unpaid,
} from "@inlay/lending/mechanics/obligation.ts";
import type { Refinanced, RefinancedDebt } from "@inlay/lending/mechanics/refinance.ts";
import type { ProductToRefinance } from "@inlay/lending/mechanics/why-not-refinance.ts";
import { add, type Cents, least, sum } from "@inlay/lending/money/cents.ts";
import { receivablesTakenBack, replayReceivables } from "@inlay/lending/products/integrated-cash-advance/refinance.ts";
import { openTask } from "../approvals/public.ts";
import type { Tx } from "../db/scope.ts";
import { saveApplications, takeBackPayment } from "./apply-payment.ts";
import { scheduleBilling } from "./bill-product.ts";
import {
  amountsOf,
  type FundingOrder,
  functionsOf,
  type IssuedProduct,
  lockProduct,
  lockProductIfAny,
  readIssued,
  readObligations,
} from "./issued-product.ts";
import { postEntries, saveChange } from "./save-change.ts";
import { changeStatus, updateStates } from "./states.ts";

/** The products that the terms of a product pay off, in the order in which they are locked. */
export function debtsOf({ productType, terms }: Pick<IssuedProduct, "productType" | "terms">): RefinancedDebt[] {
  const { refinance, terms: schema } = functionsOf(productType);
  const debts = refinance?.debts(schema.parse(terms)) ?? [];
  return debts.toSorted((a, b) => (a.refinancedIssuedProductId < b.refinancedIssuedProductId ? -1 : 1));
}

/** A debt of the terms, with its locked product as it stands on a day; null if the business has no such product, or it is not funded. */
export type DebtToRefinance = {
  debt: RefinancedDebt;
  product: Pick<ProductToRefinance, "status" | "book" | "isSameType" | "isActive" | "payoff"> | null;
};

/** What receivables have collected of an advance since its payoff was signed. Refunds in excess of sales do not lower a payoff. */
async function collectedSince(
  tx: Tx,
  { refinancedIssuedProductId, latestReceivableId }: RefinancedDebt,
): Promise<Amounts> {
  if (latestReceivableId === undefined) return noAmounts;
  let rows = tx
    .selectFrom("receivable")
    .select((one) => one.fn.coalesce(one.fn.sum<number>("principal_cents"), one.lit(0)).as("principalCents"))
    .select((one) => one.fn.coalesce(one.fn.sum<number>("fee_cents"), one.lit(0)).as("feeCents"))
    .where("issued_product_id", "=", refinancedIssuedProductId);
  if (latestReceivableId !== null) rows = rows.where("id", ">", latestReceivableId);
  const { principalCents, feeCents } = await rows.executeTakeFirstOrThrow();
  const collected = amountsOf(Number(principalCents), 0, Number(feeCents));
  return totalOf(collected) > 0 ? collected : noAmounts;
}

/** What was collected since a payoff was signed is replayed on the new advance, so that the signed payoff is still right. */
export async function payoffSince(tx: Tx, debt: RefinancedDebt, owed: Amounts): Promise<Amounts> {
  const collected = await collectedSince(tx, debt);
  return {
    principalCents: add(owed.principalCents, collected.principalCents),
    interestCents: owed.interestCents,
    feeCents: add(owed.feeCents, collected.feeCents),
  };
}

/** Locks the products that a new one pays off, and quotes their payoffs for a day. */
export async function quoteRefinanced(tx: Tx, newProductId: string, on: BusinessDate): Promise<DebtToRefinance[]> {
  const product = await lockProduct(tx, newProductId);
  const quotes: DebtToRefinance[] = [];
  for (const debt of debtsOf(product)) {
    const old = await lockProductIfAny(tx, debt.refinancedIssuedProductId);
    const { refinance } = functionsOf(product.productType);
    const isSameType = old?.productType === product.productType;
    if (!refinance || !old?.fundedOn || !isSameType) quotes.push({ debt, product: null });
    else {
      const payoff = await payoffSince(tx, debt, refinance.payoff(await readIssued(tx, old), on));
      const isActive = old.productState === "ACTIVE";
      quotes.push({ debt, product: { status: old.loanStatus, book: old.book, isSameType, isActive, payoff } });
    }
  }
  return quotes;
}

/** The products of the business whose terms pay off the given one, and that are not funded yet. */
export async function productsPayingOff(tx: Tx, issuedProductId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("issued_product as refinancing")
    .innerJoin("issued_product as old", "old.business_id", "refinancing.business_id")
    .select(["refinancing.id", "refinancing.product_type as productType", "refinancing.terms"])
    .where("old.id", "=", issuedProductId)
    .whereRef("refinancing.id", "!=", "old.id")
    .where("refinancing.funded_on", "is", null)
    .execute();
  const products = rows as unknown as Pick<IssuedProduct, "id" | "productType" | "terms">[];
  return products
    .filter((one) => debtsOf(one).some((debt) => debt.refinancedIssuedProductId === issuedProductId))
    .map(({ id }) => id);
}

/** The products that the terms of a product pay off. */
export async function refinancedBy(tx: Tx, issuedProductId: string | null): Promise<string[]> {
  const row = await tx
    .selectFrom("issued_product")
    .select(["product_type as productType", "terms"])
    .where("id", "=", issuedProductId)
    .executeTakeFirst();
  if (!row) return [];
  return debtsOf(row as Pick<IssuedProduct, "productType" | "terms">).map((debt) => debt.refinancedIssuedProductId);
}

type Closed = {
  journalIds: string[];
  entries: Entry[];
  carriedFees: UnpaidFee<AssessedFee>[];
  /** What was collected of old advances beside their signed payoffs. */
  collected: { old: IssuedProduct; amountCents: Cents }[];
};

/**
 * Closes the products that a locked product pays off, when its payout is submitted. Returns their journals, the entries to post with the
 * funding, and the fees that are owed on the new product.
 */
export async function closeRefinanced(tx: Tx, product: IssuedProduct, order: FundingOrder): Promise<Closed> {
  const closed: Closed = { journalIds: [], entries: [], carriedFees: [], collected: [] };
  for (const debt of debtsOf(product)) {
    const old = await lockProduct(tx, debt.refinancedIssuedProductId);
    const { change, entries, carriedFees } = await closing(tx, product, old, debt, order);
    closed.journalIds.push(...(await saveChange(tx, old, change, sourceOf(order, `refinanced/${old.id}`))));
    closed.entries.push(...entries);
    closed.carriedFees.push(...carriedFees);
    const { overpaidCents } = change;
    if (debt.latestReceivableId !== undefined && overpaidCents > 0)
      closed.collected.push({ old, amountCents: overpaidCents });
    await saveApplications(tx, old, { id: order.id, effectiveOn: order.claimedFor }, change);
    await noteRefinanced(tx, product, old, order);
  }
  return closed;
}

async function closing(
  tx: Tx,
  product: IssuedProduct,
  old: IssuedProduct,
  debt: RefinancedDebt,
  { claimedFor }: FundingOrder,
): Promise<Refinanced> {
  const { refinance } = functionsOf(product.productType);
  if (!refinance || old.productType !== product.productType) throw new Error("a product refinances its own type only");
  return refinance.close(await readIssued(tx, old), debt, claimedFor, product.book);
}

/**
 * The product is refinanced if nothing is owed on it any more. If a payment came back after the payout was claimed, what it had paid is
 * still owed, the product stays as it is, and staff are told.
 */
async function noteRefinanced(tx: Tx, product: IssuedProduct, old: IssuedProduct, order: FundingOrder): Promise<void> {
  // Receivables have repaid it since the payout was claimed. All of the payoff is replayed on the new advance.
  if (old.loanStatus === "FULLY_PAID" && old.productType === "INTEGRATED_MCA") return;
  if (!issuedProductLifecycle.allows(old.loanStatus, "REFINANCED"))
    throw new Error(`a product that is ${old.loanStatus} is refinanced`);
  await tx
    .updateTable("issued_product")
    .set({ refinanced_by_id: product.id, status_before_refinance: old.loanStatus as "CURRENT" | "LATE" })
    .where("id", "=", old.id)
    .execute();
  const isCovered = (await readObligations(tx, old.id)).every(isPaid);
  if (isCovered) await changeStatus(tx, old, "REFINANCED");
  else await openRefinanceTask(tx, old, "REFINANCE_INCOMPLETE", old.id, order);
  await scheduleBilling(tx, old, order.occurredOn);
  // The payoff is due from the book of the new product to the book of the old one on the same day.
  if (old.book !== product.book) await openRefinanceTask(tx, old, "BOOKS_UNSETTLED", order.id, order);
}

async function openRefinanceTask(
  tx: Tx,
  { platformId, businessId }: IssuedProduct,
  kind: "REFINANCE_INCOMPLETE" | "BOOKS_UNSETTLED",
  subjectId: string,
  { occurredOn }: FundingOrder,
): Promise<void> {
  const dueAt = easternInstant(occurredOn, clock(17, 0));
  await openTask(tx, { kind, subjectId, platformId, businessId, dueAt });
}

/**
 * Collects of a funded advance what was collected of those that it has paid off beside their signed payoffs, so that each receivable counts
 * once. Returns the journals, which the return of the payout reverses.
 */
export async function replayCollected(
  tx: Tx,
  product: IssuedProduct,
  { collected }: Pick<Closed, "collected">,
  order: FundingOrder,
): Promise<string[]> {
  const journalIds: string[] = [];
  for (const { old, amountCents } of collected) {
    const other = { issuedProductId: old.id, book: old.book };
    const change = replayReceivables(await readIssued(tx, product), amountCents, other);
    const source = sourceOf(order, `receivables-of/${old.id}`);
    journalIds.push(...(await saveChange(tx, product, change, source)));
    await saveApplications(tx, product, { id: order.id, effectiveOn: order.claimedFor }, change);
  }
  return journalIds;
}

const sourceOf = (order: FundingOrder, key: string) => ({
  key: `payment-order/${order.id}/${key}`,
  type: "payment order",
  id: order.id,
  paymentOrderId: order.id,
  occurredOn: order.occurredOn,
});

/** The payout of an advance came back: what was withheld for it is the business's credit. What was replayed is reversed with the payout. */
export async function creditWithheld(
  tx: Tx,
  product: IssuedProduct,
  withheld: Amounts,
  order: FundingOrder,
): Promise<void> {
  const entry = entryOf({ drawId: null, invoiceId: null }, receivablesTakenBack(withheld, product.book));
  await postEntries(tx, product, [entry], sourceOf(order, "receivables-taken-back"));
}

/** What was withheld for an advance whose payout came back pays those that it had paid off, which are owed again. */
export async function collectWithheld(
  tx: Tx,
  product: IssuedProduct,
  withheldCents: Cents,
  order: FundingOrder,
): Promise<void> {
  for (const debt of debtsOf(product)) {
    const old = await lockProduct(tx, debt.refinancedIssuedProductId);
    const issued = await readIssued(tx, old);
    const owedCents = sum(issued.obligations.filter(isScheduled).map((one) => totalOf(unpaid(one))));
    const amountCents = least(withheldCents, owedCents);
    if (amountCents === 0) continue;
    const change = replayReceivables(issued, amountCents, { issuedProductId: product.id, book: product.book });
    await saveChange(tx, old, change, sourceOf(order, `receivables-of/${product.id}`));
    await updateStates(tx, old, { today: order.occurredOn, hasPendingOrders: false });
  }
}

/** The payout of a locked product was returned: what it had paid off is owed again, with the status that it had before. */
export async function takeBackRefinance(tx: Tx, product: IssuedProduct, order: FundingOrder, now: Date): Promise<void> {
  // A payoff that left something owed may have been followed by another product's, which is the one that the old product names then.
  const refinanced = await tx
    .selectFrom("payment_application")
    .select("issued_product_id as id")
    .distinct()
    .where("payment_order_id", "=", order.id)
    .where("issued_product_id", "!=", product.id)
    .where("taken_back_at", "is", null)
    .orderBy("issued_product_id")
    .execute();
  for (const { id } of refinanced) {
    const old = await lockProduct(tx, id);
    await takeBackPayment(tx, old, order.id, now);
    const before = old.statusBeforeRefinance ?? undefined;
    if (old.loanStatus === "REFINANCED") await changeStatus(tx, old, "REFINANCE_RETURNED", before);
    // A payment of it has been returned meanwhile, and perhaps paid again.
    else await updateStates(tx, old, { today: order.occurredOn, hasPendingOrders: true });
    await tx
      .updateTable("issued_product")
      .set({ refinanced_by_id: null, status_before_refinance: null })
      .where("id", "=", old.id)
      .where("refinanced_by_id", "=", product.id)
      .execute();
  }
}
