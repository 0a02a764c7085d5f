import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import type { AssessedFee, UnpaidFee } from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isPaid } from "@inlay/lending/mechanics/obligation.ts";
import type { Refinanced, RefinancedDebt } from "@inlay/lending/mechanics/refinance.ts";
import type { ProductToRefinance } from "@inlay/lending/mechanics/why-not-refinance.ts";
import { openTask } from "../approvals/public.ts";
import type { Tx } from "../db/scope.ts";
import { saveApplications, takeBackPayment } from "./apply-payment.ts";
import { scheduleBilling } from "./bill-product.ts";
import {
  type FundingOrder,
  functionsOf,
  type IssuedProduct,
  lockProduct,
  lockProductIfAny,
  readIssued,
  readObligations,
} from "./issued-product.ts";
import { saveChange } from "./save-change.ts";
import { changeStatus, updateStates } from "./states.ts";

/** The products that the terms of a product pay off, in the order in which they are locked. */
function debtsOf({ productType, terms }: Pick<IssuedProduct, "productType" | "terms">): RefinancedDebt[] {
  const { refinance, terms: schema } = functionsOf(productType);
  const debts = refinance?.debts(schema.parse(terms)) ?? [];
  return debts.toSorted((a, b) => (a.refinancedIssuedProductId < b.refinancedIssuedProductId ? -1 : 1));
}

/** A debt of the terms, with its locked product as it stands on a day; null if the business has no such product, or it is not funded. */
export type DebtToRefinance = {
  debt: RefinancedDebt;
  product: Pick<ProductToRefinance, "status" | "book" | "isSameType" | "isActive" | "payoff"> | null;
};

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
      const payoff = refinance.payoff(await readIssued(tx, old), on);
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

type Closed = { journalIds: string[]; entries: Entry[]; carriedFees: UnpaidFee<AssessedFee>[] };

/**
 * Closes the products that a locked product pays off, when its payout is submitted. Returns their journals, the entries to post with the
 * funding, and the fees that are owed on the new product.
 */
export async function closeRefinanced(tx: Tx, product: IssuedProduct, order: FundingOrder): Promise<Closed> {
  const closed: Closed = { journalIds: [], entries: [], carriedFees: [] };
  for (const debt of debtsOf(product)) {
    const old = await lockProduct(tx, debt.refinancedIssuedProductId);
    const { change, entries, carriedFees } = await closing(tx, product, old, debt, order);
    const source = {
      key: `payment-order/${order.id}/refinanced/${old.id}`,
      type: "payment order",
      id: order.id,
      paymentOrderId: order.id,
      occurredOn: order.occurredOn,
    };
    closed.journalIds.push(...(await saveChange(tx, old, change, source)));
    closed.entries.push(...entries);
    closed.carriedFees.push(...carriedFees);
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
