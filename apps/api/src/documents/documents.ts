import type { BusinessDocument } from "@inlay/contracts/calls/documents.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import {
  type DocumentStatus,
  type DocumentType,
  documentLifecycle,
  type documentSources,
  type FileKind,
  fileKinds,
  type UploadRejection,
} from "@inlay/lending/documents/document.ts";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { CleanKey, IncomingKey } from "../providers/files/port.ts";

/** A row of app.business_document. */
export type Document = {
  id: string;
  platformId: string;
  businessId: string;
  documentType: DocumentType;
  source: (typeof documentSources)[number];
  status: DocumentStatus;
  rejectionReason: UploadRejection | null;
  /** The invitation of the accountant who uploaded it. Null for uploads of the business or its platform. */
  accountantInvitationId: string | null;
  fileName: string;
  fileKind: FileKind;
  declaredBytes: number | null;
  declaredSha256: Buffer | null;
  createdAt: Date;
  updatedAt: Date;
};

type Place = Pick<Document, "platformId" | "businessId" | "id">;
/** Keys in the store consist of ids only, never of text that a person typed. */
const placeOf = ({ platformId, businessId, id }: Place) => `${platformId}/${businessId}/${id}`;
export const incomingKeyOf = (place: Place): IncomingKey => `incoming/${placeOf(place)}`;
export const cleanKeyOf = (place: Place): CleanKey => `clean/${placeOf(place)}`;
export const mediaTypeOf = (kind: FileKind): string => fileKinds[kind].mediaTypes[0];

export async function findDocument(tx: Tx, id: string, lock = false): Promise<Document | null> {
  const found = tx.selectFrom("business_document").selectAll().where("id", "=", id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    platformId: row.platform_id,
    businessId: row.business_id,
    documentType: row.document_type as DocumentType,
    source: row.source as Document["source"],
    status: row.status as DocumentStatus,
    rejectionReason: row.rejection_reason as UploadRejection | null,
    accountantInvitationId: row.uploaded_by_accountant,
    fileName: row.file_name,
    fileKind: row.file_kind as FileKind,
    declaredBytes: row.declared_bytes,
    declaredSha256: row.declared_sha256,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function documentNamed(tx: Tx, id: string): Promise<Document> {
  const document = await findDocument(tx, id);
  if (!document) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  return document;
}

export const documentAnswer = (document: Document): BusinessDocument => ({
  id: document.id,
  externalId: null,
  documentTemplateId: null,
  documentType: document.documentType,
  source: document.source,
  status: document.status,
  rejectionReason: document.rejectionReason,
  fileName: document.fileName,
  createdAt: document.createdAt.toISOString(),
  updatedAt: document.updatedAt.toISOString(),
});

/** Allows reads of clean documents only: a rejected one is deleted, and one that is not scanned yet must wait. */
export function holdReadable({ status }: Pick<Document, "status">): void {
  if (status === "REJECTED") throw new Refusal("DOCUMENT_REJECTED");
  if (status === "EXPIRED") throw new Refusal("DOCUMENT_EXPIRED");
  if (status !== "READY") throw new Refusal("DOCUMENT_NOT_READY");
}

/** Refuses files that are not clean invoices of the business. One of another business is refused like one that does not exist. */
export async function refuseUnreadyInvoices(tx: Tx, businessId: string, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const rows = await tx
    .selectFrom("business_document")
    .select(["id", "status"])
    .where("id", "in", documentIds)
    .where("business_id", "=", businessId)
    .where("document_type", "=", "INVOICE")
    .execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status as DocumentStatus]));
  for (const id of documentIds) {
    const status = statuses.get(id);
    if (status === undefined)
      throw new Refusal("NOT_FOUND", { context: { object: "document", objectId: publicId("document", id) } });
    if (status === "AWAITING_UPLOAD") throw new Refusal("DOCUMENT_NOT_UPLOADED");
    holdReadable({ status });
  }
}

/** A download URL for a clean document. */
export async function presignRead({ files }: AppContext, document: Document) {
  holdReadable(document);
  const { fileName, fileKind } = document;
  const contentType = mediaTypeOf(fileKind);
  const { url, expiresAt } = await files.presignGet(cleanKeyOf(document), { fileName, contentType });
  return { url, expiresAt: expiresAt.toISOString() };
}

type Change = { by: Actor; action: string; requestId: string | null; to?: Record<string, unknown> };
type DocumentEvent = (typeof documentLifecycle.events)[number];

/** Moves a locked document along its lifecycle, with its event and its audit row. */
export async function moveDocument(tx: Tx, document: Document, event: DocumentEvent, change: Change): Promise<void> {
  const status = documentLifecycle.next(document.status, event);
  await tx
    .updateTable("business_document")
    .set({ ...change.to, status })
    .where("id", "=", document.id)
    .execute();
  const { id, platformId, businessId, documentType } = document;
  const subject = { documentId: id, documentType };
  const rejectionReason = change.to?.["rejection_reason"] as UploadRejection;
  const moved: Event =
    event === "FOUND_WANTING"
      ? { kind: "document.rejected", body: { ...subject, rejectionReason } }
      : { kind: kinds[event], body: subject };
  await record(tx, {
    platformId,
    businessId,
    ...moved,
    action: change.action,
    actor: change.by,
    object: { kind: "document", id },
    before: { status: document.status },
    after: { status },
    requestId: change.requestId,
  });
}

const kinds = {
  UPLOADED: "document.uploaded",
  UPLOAD_EXPIRED: "document.upload_expired",
  FOUND_CLEAN: "document.ready",
} as const;
