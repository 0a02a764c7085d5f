import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { requestTaxReturnUploads } from "@inlay/contracts/calls/documents.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type DocumentType,
  documentLifecycle,
  type FileKind,
  fileKindOf,
  whyNotUpload,
} from "@inlay/lending/documents/document.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Accountant, Person, PlatformKey } from "../http/public.ts";
import type { UploadSlot } from "../providers/files/port.ts";
import { startWorkflow } from "../workflows/public.ts";
import { type Document, documentNamed, findDocument, incomingKeyOf, moveDocument } from "./documents.ts";
import { expiryHours } from "./expire-upload.ts";
import { plainFileName } from "./file-name.ts";
import { inHours } from "./signing.ts";

type Wanted = Parsed<typeof requestTaxReturnUploads, "body">["files"];
type Places = Answer<typeof requestTaxReturnUploads>;
/** A platform's server that sends a document of one of its businesses. */
export type PlatformUploader = PlatformKey & { businessId: string };
/** The uploader: a person of the business, its accountant, or its platform. */
type Uploader = Person | Accountant | PlatformUploader;

function actorOf(caller: Uploader): Actor {
  if (caller.kind === "person") return { kind: "USER", id: caller.userId };
  if (caller.kind === "accountant") return { kind: "ACCOUNTANT", id: caller.invitationId };
  return { kind: "PLATFORM_KEY", id: caller.keyId };
}
const actionOf = ({ kind }: Uploader) => (kind === "platform-key" ? "partner.document.create" : "document.upload");

export type PreparedUpload = Places["files"][number] & { fileName: string; fileKind: FileKind; upload: UploadSlot };

/** Creates the upload URLs before the transaction begins. A file that would be rejected anyway gets none. */
export async function prepareUploads(
  app: AppContext,
  caller: Uploader,
  type: DocumentType,
  files: Wanted,
): Promise<PreparedUpload[]> {
  return Promise.all(
    files.map(async ({ id, name, type: mediaType, size, sha256 }) => {
      const fileName = plainFileName(name);
      const reason = whyNotUpload(type, { name: fileName, mediaType, bytes: size });
      const fileKind = fileKindOf(fileName, mediaType);
      if (reason !== null || fileKind === null)
        throw new Refusal("FILE_NOT_ACCEPTED", { context: { reason: reason ?? "WRONG_FILE_TYPE" } });
      const documentId = uuidv7();
      const key = incomingKeyOf({ ...caller, id: documentId });
      const upload = await app.files.presignPut(key, {
        // The declared type, because the sender will upload with it.
        contentType: mediaType,
        bytes: size,
        ...(sha256 !== undefined && { sha256 }),
      });
      const documentUploadUrl = { uploadUrl: upload.url, downloadUrl: fileUrlOf(app, documentId) };
      return { id, documentId, fileName, fileKind, documentUploadUrl, upload };
    }),
  );
}

export async function requestUploads(
  tx: Tx,
  caller: Uploader,
  request: { type: DocumentType; files: Wanted; slots: PreparedUpload[]; requestId: string },
): Promise<Places> {
  const { type, files, slots, requestId } = request;
  const uploads = slots.map(({ documentId, fileName, fileKind }, n) => ({
    documentId,
    fileName,
    fileKind,
    bytes: files[n]?.size ?? null,
    sha256: files[n]?.sha256 ?? null,
  }));
  await insertUploads(tx, caller, { type, uploads, requestId });
  return { files: slots.map(({ id, documentId, documentUploadUrl }) => ({ id, documentId, documentUploadUrl })) };
}

/** A document that waits for its file. */
type NewUpload = {
  documentId: string;
  fileName: string;
  fileKind: FileKind;
  bytes: number | null;
  sha256: string | null;
};

export async function insertUploads(
  tx: Tx,
  caller: Uploader,
  { type, uploads, requestId }: { type: DocumentType; uploads: readonly NewUpload[]; requestId: string },
): Promise<void> {
  const { platformId, businessId } = caller;
  await tx
    .insertInto("business_document")
    .values(
      uploads.map(({ documentId, fileName, fileKind, bytes, sha256 }) => ({
        id: documentId,
        platform_id: platformId,
        business_id: businessId,
        uploaded_by: caller.kind === "person" ? caller.userId : null,
        uploaded_by_accountant: caller.kind === "accountant" ? caller.invitationId : null,
        document_type: type,
        source: caller.kind === "platform-key" ? "PLATFORM" : "USER",
        status: documentLifecycle.begin("UPLOAD_REQUESTED"),
        file_name: fileName,
        file_kind: fileKind,
        declared_bytes: bytes,
        declared_sha256: sha256 === null ? null : Buffer.from(sha256, "hex"),
        next_action_at: inHours(businessId, expiryHours),
      })),
    )
    .execute();
  for (const { documentId } of uploads) {
    await record(tx, {
      platformId,
      businessId,
      kind: "document.upload_requested",
      action: actionOf(caller),
      body: { documentId, documentType: type },
      object: { kind: "document", id: documentId },
      actor: actorOf(caller),
      requestId,
    });
  }
}

/** Whether the file has arrived. Asked before the transaction begins. */
export async function hasArrived(app: AppContext, caller: Uploader, id: string): Promise<boolean> {
  const { platformId, businessId } = caller;
  const document = await inScope(app.pool, { platformId, businessId }, (tx) => findDocument(tx, id));
  if (document?.status !== "AWAITING_UPLOAD") return true;
  return (await app.files.head(incomingKeyOf(document))) !== null;
}

/** Confirms that the upload is complete and starts the scan. Idempotent. */
export async function confirmUpload(
  tx: Tx,
  caller: Uploader,
  { id, isThere, requestId }: { id: string; isThere: boolean; requestId: string },
): Promise<Document> {
  const document = await findDocument(tx, id, true);
  if (!document || !mayTouch(caller, document)) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  if (document.status === "EXPIRED") throw new Refusal("DOCUMENT_EXPIRED");
  if (document.status !== "AWAITING_UPLOAD") return document;
  if (!isThere) throw new Refusal("DOCUMENT_NOT_UPLOADED");
  await moveDocument(tx, document, "UPLOADED", { by: actorOf(caller), action: actionOf(caller), requestId });
  await startWorkflow(tx, "scan-document", document);
  return documentNamed(tx, id);
}

/** An accountant and a platform see only their own uploads. */
function mayTouch(caller: Uploader, { accountantInvitationId, source }: Document): boolean {
  if (caller.kind === "person") return true;
  return caller.kind === "accountant" ? accountantInvitationId === caller.invitationId : source === "PLATFORM";
}

/** The document, for the accountant who uploaded it. */
export async function uploadedDocument(tx: Tx, accountant: Accountant, id: string): Promise<Document> {
  const document = await documentNamed(tx, id);
  if (!mayTouch(accountant, document)) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  return document;
}

/** The URL by which a client names a file, and at which it can be read once it is clean. */
export const fileUrlOf = ({ config }: AppContext, documentId: string): string =>
  new URL(`/api/v2/servicing/documents/${documentId}/read-file-url`, config.PORTAL_URL).href;
type Kind = { businessId: string; documentType: DocumentType };

/**
 * Marks the documents of a type that complete a step or an answer as counted. Documents of the type that are no longer named do not count.
 * A counted document that is rejected later is reported as missing.
 */
export async function countDocuments(
  tx: Tx,
  app: AppContext,
  owner: Kind,
  fileUrls: readonly string[],
): Promise<Document[]> {
  const documents = await documentsFromFileUrls(tx, app, owner, fileUrls);
  await tx
    .updateTable("business_document")
    .set({ is_counted: sql<boolean>`id = any(${documents.map(({ id }) => id)}::uuid[])` })
    .where("business_id", "=", owner.businessId)
    .where("document_type", "=", owner.documentType)
    .where("uploaded_by_accountant", "is", null)
    .execute();
  return documents;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/**
 * Resolves the documents that a client names by URL. A URL that is not ours, or that names another business's file, is refused like one
 * that does not exist. An uploaded file may be named during its scan, while it is not yet readable.
 */
export async function documentsFromFileUrls(
  tx: Tx,
  app: AppContext,
  owner: Kind,
  fileUrls: readonly string[],
): Promise<Document[]> {
  const documents: Document[] = [];
  for (const fileUrl of new Set(fileUrls)) {
    const id = uuid.exec(fileUrl)?.[0];
    // Locked, so that a scan result is applied only after the document counts.
    const document = id && fileUrl === fileUrlOf(app, id) ? await findDocument(tx, id, true) : null;
    if (document?.businessId !== owner.businessId || document.documentType !== owner.documentType)
      throw new Refusal("NOT_FOUND", { context: { object: "document" } });
    if (document.status === "AWAITING_UPLOAD") throw new Refusal("DOCUMENT_NOT_UPLOADED");
    if (document.status === "EXPIRED") throw new Refusal("DOCUMENT_EXPIRED");
    if (document.status === "REJECTED") throw new Refusal("DOCUMENT_REJECTED");
    documents.push(document);
  }
  return documents;
}
