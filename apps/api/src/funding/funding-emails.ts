import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import type { Tenant } from "./loan-to-close.ts";

type Product = { productType: ProductType; amountCents: number; payoutCents: number | null; accountLast4: string };

/** An issued product with its first payout and the account of the last one; for a line, the account that payouts go to. */
async function productOf(tx: Tx, { businessId }: Tenant, issuedProductId: string): Promise<Product | null> {
  const row = await tx
    .selectFrom("issued_product as i")
    .innerJoin("offer as o", "o.id", "i.offer_id")
    .leftJoin("payment_order as p", (join) =>
      join.onRef("p.issued_product_id", "=", "i.id").on("p.purpose", "=", "FUNDING"),
    )
    .leftJoin("bank_account as a", "a.id", "p.bank_account_id")
    .select(["i.product_type", "i.limit_cents", "o.chosen_amount_cents", "p.amount_cents", "a.account_number_last4"])
    .where("i.id", "=", issuedProductId)
    .where("i.business_id", "=", businessId)
    .orderBy("p.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    productType: row.product_type as ProductType,
    amountCents: Number(row.chosen_amount_cents),
    payoutCents: row.limit_cents === null ? Number(row.amount_cents) : null,
    accountLast4: row.account_number_last4 ?? "",
  };
}

/** Who is written to about a product, and what every email about it says. */
async function readAddressee(app: AppContext, tenant: Tenant, issuedProductId: string) {
  return inScope(app.pool, tenant, async (tx) => {
    const { platformId, businessId } = tenant;
    const settings = await settingsOf(tx, platformId);
    const business = await tx
      .selectFrom("business")
      .select("name")
      .where("id", "=", businessId)
      .executeTakeFirstOrThrow();
    const owner = await primaryOwnerOf(tx, businessId);
    const product = await productOf(tx, tenant, issuedProductId);
    if (!owner || !product) return null;
    const url = actionPage(app, { id: platformId, settings }, owner.locale).href;
    return { owner, product, about: { firstName: owner.firstName, businessName: business.name, url } };
  });
}

/** Welcomes the primary owner when the loan is made. */
export const welcomeEmail: EventHandler<"application.funded"> = async (app, { platformId, businessId, body }) => {
  if (!businessId) return async () => {};
  const tenant = { platformId, businessId };
  const found = await readAddressee(app, tenant, body.issuedProductId);
  if (!found) return async () => {};
  const { owner, product, about } = found;
  const email = await prepareEmail(app, {
    ...tenant,
    key: `loan-funded/${body.issuedProductId}`,
    template: "loan-funded",
    locale: owner.locale,
    recipient: owner.email,
    params: { ...about, ...product },
  });
  return (tx) => queueEmail(tx, email);
};

/** Tells the primary owner that the payout came back, and by when another account is needed. */
export const payoutReturnedEmail: EventHandler<"product.payout_awaited"> = async (
  app,
  { platformId, businessId, body },
) => {
  if (!businessId) return async () => {};
  const tenant = { platformId, businessId };
  const found = await readAddressee(app, tenant, body.issuedProductId);
  if (!found) return async () => {};
  const { owner, product, about } = found;
  const email = await prepareEmail(app, {
    ...tenant,
    key: `payout-returned/${body.paymentOrderId}`,
    template: "payout-returned",
    locale: owner.locale,
    recipient: owner.email,
    params: { ...about, accountLast4: product.accountLast4, fundBy: body.fundBy },
  });
  return (tx) => queueEmail(tx, email);
};
