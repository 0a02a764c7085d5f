import { randomUUID } from "node:crypto";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type pg from "pg";
import { offered } from "../offers/offered.fixture.ts";

type Tenant = { platformId: string; businessId: string };

export const issuedAmountCents = 5_000_000;

/** Inserts a product that was issued from an offer of $50,000 and is not funded yet. */
export async function issuedProduct(
  admin: pg.Pool,
  tenant: Tenant,
  productType: ProductType = "TERM_LOAN",
  isApplicationOver = false,
): Promise<{ id: string; offerId: string }> {
  const terms = sampleOffer(productType, issuedAmountCents);
  const { offer } = await offered(admin, tenant, {
    terms,
    amountCents: issuedAmountCents,
    state: "OH",
    isLocked: true,
    isIssued: isApplicationOver,
  });
  const request = {
    TERM_LOAN: { loanAmountCents: issuedAmountCents },
    MCA: { advanceAmountCents: issuedAmountCents },
    INTEGRATED_MCA: { advanceAmountCents: issuedAmountCents },
    LOC_TERM_LOAN: null,
    FAST_PAY: null,
    EXTEND_PAY_PURCHASE_ORDER: null,
  }[productType];
  const id = randomUUID();
  await admin.query(
    `insert into app.issued_product (id, platform_id, business_id, offer_id, product_type, book, terms, request, limit_cents, loan_status,
       product_state)
     values ($1, $2, $3, $4, $5, 'EQUITY', $6, $7, $8, 'CURRENT', 'PENDING')`,
    [
      id,
      tenant.platformId,
      tenant.businessId,
      offer,
      productType,
      JSON.stringify(terms),
      request && JSON.stringify(request),
      request ? null : issuedAmountCents,
    ],
  );
  return { id, offerId: offer };
}
