import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { AppContext } from "../context.ts";
import { saveFile, sha256Of, signedKeyOf } from "./signing.ts";

type Tenant = { platformId: string; businessId: string };

/** An agreement of an open offer at its largest amount, signed by everybody. Its text stands for the PDF. */
export async function signedAgreement(
  app: AppContext,
  admin: pg.Pool,
  { platformId, businessId }: Tenant,
  offerId: string,
  text = "signed agreement",
): Promise<string> {
  const id = randomUUID();
  const pdf = Buffer.from(text);
  await saveFile(app, signedKeyOf({ platformId, businessId, id }), pdf);
  await admin.query(
    `insert into app.signing (id, platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, signed_sha256,
       places, kind, offer_id, amount_cents)
     select $1, $2, $3, 'agreement/' || id, 'Financing agreement', 'COMPLETED', $7, $5, $6, '[]', 'AGREEMENT', id, amount_cents
     from app.offer where id = $4`,
    [id, platformId, businessId, offerId, sha256Of(Buffer.from("unsigned")), sha256Of(pdf), id],
  );
  return id;
}
