import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle, productStateLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { IssuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { v7 as uuidv7 } from "uuid";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf } from "./issued-product.ts";

/** The accepted offer that becomes a product. */
export type OfferToIssue = {
  platformId: string;
  businessId: string;
  applicationId: string;
  offerId: string;
  productType: ProductType;
  /** The book of the capital provider. */
  book: Book;
  terms: unknown;
  amountCents: Cents;
  issued: IssuedTerms;
};

/**
 * Issues the product of an accepted offer. A line is open at once; a loan or an advance is pending until its payout has succeeded. An index
 * admits one product of an offer.
 */
export async function issueProduct(
  tx: Tx,
  { platformId, businessId, applicationId, offerId, productType, book, terms, amountCents, issued }: OfferToIssue,
  by: { actor: Actor; requestId: string | null },
): Promise<string> {
  const id = uuidv7();
  const isLine = issued.kind === "LINE";
  const pending = productStateLifecycle.begin("OPERATIONAL_LOAN");
  const loanStatus = issuedProductLifecycle.begin("OPERATIONAL_LOAN");
  const productState = isLine ? productStateLifecycle.next(pending, "LINE_OPENED") : pending;
  await tx
    .insertInto("issued_product")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      offer_id: offerId,
      product_type: productType,
      book,
      terms: JSON.stringify(functionsOf(productType).terms.parse(terms)),
      request: isLine ? null : JSON.stringify(issued.request),
      limit_cents: isLine ? issued.limitCents : null,
      loan_status: loanStatus,
      product_state: productState,
      funded_on: isLine ? dateAt(await businessNow(tx, businessId)) : null,
      matures_on: isLine ? issued.maturesOn : null,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "product.issued",
    body: { issuedProductId: id, applicationId, productType, amountCents },
    action: "product.issue",
    object: { kind: "issued product", id },
    after: { loanStatus, productState, amountCents },
    ...by,
  });
  return id;
}
