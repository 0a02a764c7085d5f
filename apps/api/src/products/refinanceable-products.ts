import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Issued } from "@inlay/lending/mechanics/obligation.ts";
import type { RefinancedDebt } from "@inlay/lending/mechanics/refinance.ts";
import { whyNotOfferRefinance } from "@inlay/lending/mechanics/why-not-offer-refinance.ts";
import { isAsSigned } from "@inlay/lending/mechanics/why-not-refinance.ts";
import { isPaymentUnseen, monthlyPaymentOf } from "@inlay/lending/offers/monthly-payment.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { RefinanceableProduct } from "@inlay/lending/underwriting/data/facts.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf, type IssuedProduct, readIssued, readOpenProducts } from "./issued-product.ts";
import { amountOf } from "./list-issued-products.ts";
import { debtsOf, payoffSince, productsPayingOff } from "./refinance-product.ts";

/** The products of a business that a new one of the same type may pay off, with their payoffs on a day. */
export async function listRefinanceable(tx: Tx, businessId: string, on: BusinessDate): Promise<RefinanceableProduct[]> {
  const listed: RefinanceableProduct[] = [];
  for (const { product, issued, refinance } of await readRefinanceable(tx, businessId)) {
    const amountCents = amountOf(null, product.request);
    listed.push({
      issuedProductId: product.id,
      productType: product.productType,
      book: product.book,
      payoff: refinance.payoff(issued, on),
      monthlyPaymentCents: monthlyPaymentOf(offerPricing.parse(product.terms), amountCents, issued.fundedOn),
      isPaymentUnseen: isPaymentUnseen(issued.fundedOn, on),
      latestReceivableId: await latestReceivableOf(tx, product),
    });
  }
  return listed;
}

/** Whether each product that offered terms pay off may still be paid off, at the payoff that the terms name. */
export async function areOwnPayoffsCurrent(
  tx: Tx,
  businessId: string,
  terms: OfferTerms,
  on: BusinessDate,
): Promise<boolean> {
  const debts = debtsOf({ productType: terms.productType, terms });
  if (debts.length === 0) return true;
  const refinanceable = await readRefinanceable(tx, businessId);
  const isCurrent = async (debt: RefinancedDebt) => {
    const found = refinanceable.find(({ product }) => product.id === debt.refinancedIssuedProductId);
    return (
      found !== undefined && isAsSigned(await payoffSince(tx, debt, found.refinance.payoff(found.issued, on)), debt)
    );
  };
  for (const debt of debts) if (!(await isCurrent(debt))) return false;
  return true;
}

type Refinanceable = {
  product: IssuedProduct;
  issued: Issued<unknown>;
  refinance: NonNullable<ReturnType<typeof functionsOf>["refinance"]>;
};

async function readRefinanceable(tx: Tx, businessId: string): Promise<Refinanceable[]> {
  const found: Refinanceable[] = [];
  for (const product of await readOpenProducts(tx, businessId)) {
    const { refinance } = functionsOf(product.productType);
    if (!refinance) continue;
    const issued = await readIssued(tx, product);
    if (whyNotOfferRefinance(issued, refinance) !== null) continue;
    if ((await productsPayingOff(tx, product.id)).length > 0) continue;
    found.push({ product, issued, refinance });
  }
  return found;
}

async function latestReceivableOf(tx: Tx, { id, productType }: IssuedProduct): Promise<string | null> {
  if (productType !== "INTEGRATED_MCA") return null;
  const latest = await tx
    .selectFrom("receivable")
    .select("id")
    .where("issued_product_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.id ?? null;
}
