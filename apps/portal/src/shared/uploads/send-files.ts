import type { Sent } from "@inlay/contracts/call.ts";
import {
  confirmDocumentUpload,
  getBusinessDocument,
  requestDocumentUploads,
  requestInvoiceUploads,
  requestTaxReturnUploads,
} from "@inlay/contracts/calls/documents.ts";
import { type DocumentType, type UploadRejection, whyNotUpload } from "@inlay/lending/documents/document.ts";
import type { PortalSession } from "../session/portal-session.tsx";

/** The state of the drop area. It accepts files only when it is idle. */
export type UploadState = "IDLE" | "FETCHING_SIGNED_URL" | "UPLOADING_FILE";

/** A chosen file and the stage of its upload. */
export type SentFile = {
  id: string;
  name: string;
  stage: "WAITING" | "SENDING" | "CHECKING" | "READY" | "REJECTED";
  /** From 0 to 1. */
  progress: number;
  rejection: UploadRejection | null;
  /** Both are known once the server has created the document. A step refers to the file by its URL. */
  documentId: string | null;
  fileUrl: string | null;
};

export type UploadFolder = {
  documentType: DocumentType;
  folder: "bank-statements" | "business-verification-documents" | "tax-returns" | "additional-documents" | "invoices";
  /** The highest number of files. */
  most: number;
  /** Of an invoice: the product that is to finance it. */
  issuedProductId?: string;
};

/** The effects that an upload needs. */
export type UploadEffects = {
  ask: PortalSession["ask"];
  put: (url: string, file: File, onProgress: (share: number) => void) => Promise<void>;
  fingerprint: (file: File) => Promise<string | undefined>;
  pause: (ms: number) => Promise<void>;
};
export type Notify = {
  state: (state: UploadState) => void;
  file: (id: string, change: Partial<SentFile>) => void;
  /** Called for an error that is not about the file itself. */
  trouble: (error: unknown) => void;
};

const maxChecks = 15;
const pauseMs = 1_000;

/** Checks the chosen files and returns why each is not uploaded, or null. */
export function checkChosenFiles(files: readonly File[], held: number, { documentType, most }: UploadFolder) {
  return files.map((file, n) => ({
    file,
    rejection:
      held + n >= most
        ? ("TOO_MANY_FILES" as const)
        : whyNotUpload(documentType, { name: file.name, mediaType: file.type, bytes: file.size }),
  }));
}

/** Uploads files: requests upload URLs, puts each file, confirms it, and waits a while for the result of the scan. */
export async function sendFiles(
  files: readonly { id: string; file: File }[],
  folder: UploadFolder,
  { ask, put, fingerprint, pause }: UploadEffects,
  notify: Notify,
): Promise<void> {
  const arrived: { id: string; documentId: string }[] = [];
  notify.state("FETCHING_SIGNED_URL");
  try {
    const wanted = await Promise.all(
      files.map(async ({ id, file }) => {
        const sha256 = await fingerprint(file);
        return { id, name: file.name, type: file.type, size: file.size, ...(sha256 && { sha256 }) };
      }),
    );
    const { files: places } = await requestUploads(ask, folder, wanted);
    notify.state("UPLOADING_FILE");
    for (const { id, file } of files) {
      const place = places.find((one) => one.id === id);
      if (!place) throw new Error("The server returned no upload URL for a file.");
      const { documentId, documentUploadUrl } = place;
      notify.file(id, { stage: "SENDING", documentId, fileUrl: documentUploadUrl.downloadUrl });
      try {
        await put(documentUploadUrl.uploadUrl, file, (progress) => notify.file(id, { progress }));
        await ask(confirmDocumentUpload, { params: { id: documentId } });
        notify.file(id, { stage: "CHECKING", progress: 1 });
        arrived.push({ id, documentId });
      } catch (error) {
        notify.file(id, { stage: "REJECTED", rejection: "GENERIC_ERROR" });
        notify.trouble(error);
      }
    }
  } catch (error) {
    for (const { id } of files) notify.file(id, { stage: "REJECTED", rejection: "GENERIC_ERROR" });
    notify.trouble(error);
  } finally {
    notify.state("IDLE");
  }
  await Promise.all(arrived.map((one) => waitForScan(one, { ask, pause }, notify)));
}

type Wanted = Sent<typeof requestTaxReturnUploads, "body">["files"];

function requestUploads(ask: PortalSession["ask"], { folder, issuedProductId }: UploadFolder, files: Wanted) {
  if (folder === "tax-returns") return ask(requestTaxReturnUploads, { body: { files } });
  if (issuedProductId) return ask(requestInvoiceUploads, { params: { id: issuedProductId }, body: { files } });
  return ask(requestDocumentUploads, { body: { files, documentType: folder } });
}

/** Waits for the scan of a file. Most scans take less than a second; a slower one does not block the person. */
async function waitForScan(
  { id, documentId }: { id: string; documentId: string },
  { ask, pause }: Pick<UploadEffects, "ask" | "pause">,
  notify: Notify,
): Promise<void> {
  for (let check = 0; check < maxChecks; check++) {
    const document = await ask(getBusinessDocument, { params: { id: documentId } }).catch(() => null);
    if (document?.status === "READY") return notify.file(id, { stage: "READY" });
    if (document?.status === "REJECTED") {
      return notify.file(id, { stage: "REJECTED", rejection: document.rejectionReason ?? "GENERIC_ERROR" });
    }
    await pause(pauseMs);
  }
}
