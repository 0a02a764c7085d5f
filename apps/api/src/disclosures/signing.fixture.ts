import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type pg from "pg";
import type { AppContext } from "../context.ts";
import { handleSigningWebhook, prepareSigning, signingLinkOf } from "../documents/follow-signing.ts";
import { offered } from "../offers/offered.fixture.ts";
import { signAt } from "../providers/e-sign/signing.fixture.ts";

type Tenant = { platformId: string; businessId: string };
type Wishes = { state?: string; product?: ProductType; amountCents?: number };

/** An offer that its owner can accept. */
export const openOffer = (
  admin: pg.Pool,
  tenant: Tenant,
  { state = "CA", product = "TERM_LOAN", amountCents = 5_000_000 }: Wishes = {},
) => offered(admin, tenant, { terms: sampleOffer(product, amountCents), amountCents, state, isLocked: true });

/** The primary owner of a business, who is named on forms and signs them. */
export const namePrimaryOwner = (admin: pg.Pool, { platformId, businessId }: Tenant) =>
  admin.query(
    `insert into app.business_owner (platform_id, business_id, user_id, is_primary, first_name, last_name, email)
     select $1, $2, id, true, 'Rosa', 'Marín', id || '@owner.test' from app.business_user where business_id = $2 limit 1`,
    [platformId, businessId],
  );

/** Sends the documents of an offer that wait for the vendor, as the worker would. */
export async function sendSignings(
  app: AppContext,
  admin: pg.Pool,
  { platformId, businessId }: Tenant,
  offerId: string,
): Promise<void> {
  const waiting = "select id from app.signing where offer_id = $1 and status = 'PREPARING' order by id";
  const { rows } = await admin.query<{ id: string }>(waiting, [offerId]);
  for (const { id } of rows) await prepareSigning(app, { platformId, businessId, id });
}

/** One signer, as a rule the primary owner, signs an open document of an offer, and the vendor reports it. Returns whether there was one. */
export async function signOpen(
  app: AppContext,
  admin: pg.Pool,
  { platformId, businessId }: Tenant,
  offerId: string,
  kind: "DISCLOSURE" | "AGREEMENT",
  signerId = "primary",
  act: (url: string) => Promise<void> = signAt,
): Promise<boolean> {
  const { rows } = await admin.query<{ id: string; vendor: string }>(
    `select id, vendor_document_id as vendor from app.signing where offer_id = $1 and kind = $2 and status in ('SENT', 'VIEWED')`,
    [offerId, kind],
  );
  const [open] = rows;
  if (!open) return false;
  const link = await signingLinkOf(app, { platformId, businessId, id: open.id }, signerId);
  if (!link) throw new Error("an open document has no link");
  await act(link.url);
  await handleSigningWebhook(app, { id: open.id, documentIds: [open.vendor] });
  return true;
}
