import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { downloadOf } from "./download.ts";
import { type SigningSubject, sha256Of, signedKeyOf } from "./signing.ts";

const largestPdf = 20 * 1024 * 1024;

type Tenant = { platformId: string; businessId: string };

/** A document of an offer that everybody has signed. */
export type SignedDocument = {
  id: string;
  offerId: string;
  documentType: SigningSubject["kind"];
  fileName: string;
  sha256: Buffer;
  createdAt: Date;
};

const signedIn = (tx: Tx, businessId: string) =>
  tx
    .selectFrom("signing as s")
    .leftJoin("disclosure as d", "d.id", "s.disclosure_id")
    .select(["s.id", "s.offer_id", "s.kind", "s.signed_sha256", "s.created_at"])
    .where("s.business_id", "=", businessId)
    .where("s.status", "=", "COMPLETED")
    .where("s.kind", "is not", null)
    // A disclosure of an amount that was not chosen in the end is about no agreement.
    .where("d.superseded_by", "is", null)
    .orderBy("s.id");

type Row = Awaited<ReturnType<ReturnType<typeof signedIn>["execute"]>>[number];

function toDocument({ id, offer_id, kind, signed_sha256, created_at }: Row): SignedDocument {
  if (offer_id === null || signed_sha256 === null) throw new Error("a signed document has an offer and a hash");
  const documentType = kind as SignedDocument["documentType"];
  return {
    id,
    offerId: offer_id,
    documentType,
    fileName: `${documentType.toLowerCase()}-${id}.pdf`,
    sha256: signed_sha256,
    createdAt: created_at,
  };
}

/** The signed documents of all loan applications of a business, in the order of their signing. */
export const listSigned = async (tx: Tx, businessId: string): Promise<SignedDocument[]> =>
  (await signedIn(tx, businessId).execute()).map(toDocument);

/** The signed documents of the offer that a product was issued from. */
export async function listSignedOfProduct(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
): Promise<SignedDocument[]> {
  const product = await tx
    .selectFrom("issued_product")
    .select("offer_id")
    .where("id", "=", issuedProductId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!product) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  if (product.offer_id === null) return [];
  return (await signedIn(tx, businessId).where("s.offer_id", "=", product.offer_id).execute()).map(toDocument);
}

function documentIn(documents: readonly SignedDocument[], id: string): SignedDocument {
  const document = documents.find((one) => one.id === id);
  if (!document) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  return document;
}

/** The bytes of a signed document, exactly as the vendor returned them. */
async function readSigned(
  app: AppContext,
  tenant: Tenant,
  { id, sha256 }: Pick<SignedDocument, "id" | "sha256">,
): Promise<Buffer> {
  const pdf = await app.files.get(signedKeyOf({ ...tenant, id }), largestPdf);
  if (!pdf || !sha256Of(pdf).equals(sha256)) throw new Error("a stored document is not the one that was signed");
  return pdf;
}

/** One document as a PDF, or several as an archive. */
export async function downloadSigned(app: AppContext, { platformId, businessId }: Tenant, ids: readonly string[]) {
  const tenant = { platformId, businessId };
  const signed = await inScope(app.pool, tenant, (tx) => listSigned(tx, businessId));
  const wanted = [...new Set(ids)].map((id) => documentIn(signed, id));
  const files = [];
  for (const { fileName, createdAt, ...document } of wanted)
    files.push({ fileName, createdAt, pdf: await readSigned(app, tenant, document) });
  return downloadOf(files, "agreements.zip");
}

/** A download URL for a signed document of a product. The file is checked first, because the store hands it out without us. */
export async function presignSigned(
  app: AppContext,
  { platformId, businessId }: Tenant,
  issuedProductId: string,
  id: string,
) {
  const tenant = { platformId, businessId };
  const document = await inScope(app.pool, tenant, async (tx) =>
    documentIn(await listSignedOfProduct(tx, businessId, issuedProductId), id),
  );
  await readSigned(app, tenant, document);
  const { url, expiresAt } = await app.files.presignGet(signedKeyOf({ ...tenant, id }), {
    fileName: document.fileName,
    contentType: "application/pdf",
  });
  return { url, expiresAt: expiresAt.toISOString() };
}
