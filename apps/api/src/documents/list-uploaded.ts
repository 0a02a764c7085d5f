import type { KeptFile } from "@inlay/contracts/fields/uploaded-file.ts";
import type { DocumentType } from "@inlay/lending/documents/document.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { fileUrlOf } from "./uploads.ts";

/** The documents of a type that a business has uploaded and that were not rejected, oldest first. */
export async function listUploaded(
  tx: Tx,
  app: AppContext,
  owner: { businessId: string; documentType: DocumentType },
): Promise<KeptFile[]> {
  const rows = await tx
    .selectFrom("business_document")
    .select(["id", "file_name", "status"])
    .where("business_id", "=", owner.businessId)
    .where("document_type", "=", owner.documentType)
    .where("status", "in", ["SCANNING", "READY"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, file_name: fileName, status }) => ({
    documentId: id,
    fileUrl: fileUrlOf(app, id),
    fileName,
    isReady: status === "READY",
  }));
}
