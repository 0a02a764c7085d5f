import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerDocument } from "@inlay/contracts/partner/documents/document.ts";
import { type FileKind, fileKinds } from "@inlay/lending/documents/document.ts";
import type { Tx } from "../../db/scope.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

const notFound = () => new Refusal("NOT_FOUND", { context: { object: "document" } });

/** The uuid inside an id that the contract has accepted. */
export function documentIdIn({ documentId }: { documentId: string }): string {
  const id = uuidOf("document", documentId);
  if (id === null) throw notFound();
  return id;
}

export const getDocument = (request: PartnerRequest<"getDocument">): Promise<PartnerDocument> =>
  readDocument(request, documentIdIn(request.params));

/** A document that the platform sent. Those of the people of a business are not the platform's. */
export async function ownDocument(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("business_document as d")
    .innerJoin("business as b", "b.id", "d.business_id")
    .selectAll("d")
    .select("b.platform_business_id")
    .where("d.id", "=", id)
    .where("d.source", "=", "PLATFORM")
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function readDocument({ tx, app }: PartnerScope, id: string): Promise<PartnerDocument> {
  const row = await ownDocument(tx, id);
  return {
    object: "document",
    id: publicId("document", id),
    livemode: app.config.isProduction,
    version: row.version,

    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    businessId: publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id,

    documentType: row.document_type as PartnerDocument["documentType"],
    fileName: row.file_name,
    contentType: fileKinds[row.file_kind as FileKind].mediaTypes[0],
    sizeBytes: row.bytes ?? row.declared_bytes ?? 0,

    sha256: (row.sha256 ?? row.declared_sha256)?.toString("hex") ?? null,
    status: row.status as PartnerDocument["status"],
    rejectionReason: row.rejection_reason as PartnerDocument["rejectionReason"],
    upload: null,
  };
}
