import {
  confirmDocumentUpload,
  getBusinessDocument,
  requestDocumentUploads,
  requestTaxReturnUploads,
} from "@inlay/contracts/calls/documents.ts";
import { type DocumentType, type UploadRejection, whyNotUpload } from "@inlay/lending/documents/document.ts";
import type { PortalSession } from "./portal-session.tsx";

/** What the area is doing. Nothing can be dropped unless it is idle. */
export type UploadState = "IDLE" | "FETCHING_SIGNED_URL" | "UPLOADING_FILE";

/** A file from the moment it was chosen: on its way, looked at by us, ready, or not taken. */
export type SentFile = {
  id: string;
  name: string;
  stage: "WAITING" | "SENDING" | "CHECKING" | "READY" | "REJECTED";
  /** From 0 to 1. */
  progress: number;
  rejection: UploadRejection | null;
  /** Both known once there is a place for it. The address is how a step names the file. */
  documentId: string | null;
  fileUrl: string | null;
};

export type UploadFolder = {
  documentType: DocumentType;
  folder: "bank-statements" | "business-verification-documents" | "tax-returns" | "additional-documents" | "invoices";
  /** How many in all. */
  most: number;
};

/** What sending needs from the world around it. */
export type Means = {
  ask: PortalSession["ask"];
  put: (url: string, file: File, onProgress: (share: number) => void) => Promise<void>;
  fingerprint: (file: File) => Promise<string | undefined>;
  pause: (ms: number) => Promise<void>;
};
export type Notify = {
  state: (state: UploadState) => void;
  file: (id: string, change: Partial<SentFile>) => void;
  /** Something other than the file itself went wrong. */
  trouble: (error: unknown) => void;
};

const looks = 15;
const pauseMs = 1_000;

/** Which of the chosen files are not sent at all, and why. */
export function sortOut(files: readonly File[], held: number, { documentType, most }: UploadFolder) {
  return files.map((file, n) => ({
    file,
    rejection:
      held + n >= most
        ? ("TOO_MANY_FILES" as const)
        : whyNotUpload(documentType, { name: file.name, mediaType: file.type, bytes: file.size }),
  }));
}

/** Sends files: asks for their places, puts each there, says so, and then waits a while for what we find in it. */
export async function sendFiles(
  files: readonly { id: string; file: File }[],
  { folder }: UploadFolder,
  { ask, put, fingerprint, pause }: Means,
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
    const { files: places } =
      folder === "tax-returns"
        ? await ask(requestTaxReturnUploads, { body: { files: wanted } })
        : await ask(requestDocumentUploads, { body: { files: wanted, documentType: folder } });
    notify.state("UPLOADING_FILE");
    for (const { id, file } of files) {
      const place = places.find((one) => one.id === id);
      if (!place) throw new Error("a file got no place");
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
  await Promise.all(arrived.map((one) => waitForFinding(one, { ask, pause }, notify)));
}

/** Most files are looked at within a second. A person need not wait longer than this: the file has arrived. */
async function waitForFinding(
  { id, documentId }: { id: string; documentId: string },
  { ask, pause }: Pick<Means, "ask" | "pause">,
  notify: Notify,
): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const document = await ask(getBusinessDocument, { params: { id: documentId } }).catch(() => null);
    if (document?.status === "READY") return notify.file(id, { stage: "READY" });
    if (document?.status === "REJECTED") {
      return notify.file(id, { stage: "REJECTED", rejection: document.rejectionReason ?? "GENERIC_ERROR" });
    }
    await pause(pauseMs);
  }
}
