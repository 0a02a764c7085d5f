import { getBusinessDocumentUrl } from "@inlay/contracts/calls/documents.ts";
import type { KeptFile } from "@inlay/contracts/fields/uploaded-file.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useErrorBanner } from "../page/banners.tsx";
import { usePortalSession } from "../session/portal-session.tsx";
import {
  checkChosenFiles,
  type SentFile,
  sendFiles,
  type UploadEffects,
  type UploadFolder,
  type UploadState,
} from "./send-files.ts";

export type Uploads = {
  state: UploadState;
  files: readonly SentFile[];
  add: (files: File[]) => void;
  remove: (id: string) => void;
  download: (file: SentFile) => void;
  /** The files that a step sends: uploaded and not rejected. */
  answer: { fileUrl: string; fileName: string }[];
};

/** The files of one upload area: those uploaded earlier, then those chosen now. */
export function useUploads(folder: UploadFolder, kept: readonly KeptFile[] = []): Uploads {
  const { ask, report } = usePortalSession();
  const showError = useErrorBanner();
  const [state, setState] = useState<UploadState>("IDLE");
  const [files, setFiles] = useState<readonly SentFile[]>(() => kept.map(sentBefore));
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const change = useCallback((id: string, changes: Partial<SentFile>) => {
    if (isHere.current) setFiles((held) => held.map((file) => (file.id === id ? { ...file, ...changes } : file)));
  }, []);

  const add = (chosen: File[]) => {
    if (state !== "IDLE") return;
    const kept = files.filter(({ stage }) => stage !== "REJECTED");
    const sorted = checkChosenFiles(chosen, kept.length, folder).map((one) => ({ ...one, id: crypto.randomUUID() }));
    const fail = (reason: SentFile["rejection"]) =>
      reason &&
      report({
        eventType: folder.folder === "invoices" ? "fast-pay-upload-failed" : "business-document-upload-failed",
        reason,
      });
    for (const { rejection } of sorted) fail(rejection);
    setFiles([
      ...kept,
      ...sorted.map(({ id, file, rejection }) => ({
        id,
        name: file.name,
        rejection,
        progress: 0,
        documentId: null,
        fileUrl: null,
        stage: rejection ? ("REJECTED" as const) : ("WAITING" as const),
      })),
    ]);
    const sent = sorted.filter(({ rejection }) => rejection === null);
    if (sent.length === 0) return;
    const effects: UploadEffects = { ask, put: putFile, fingerprint, pause };
    void sendFiles(sent, folder, effects, {
      state: (next) => isHere.current && setState(next),
      file: (id, changes) => {
        if (changes.rejection) fail(changes.rejection);
        change(id, changes);
      },
      trouble: showError,
    });
  };

  return {
    state,
    files,
    add,
    remove: (id) => setFiles((held) => held.filter((file) => file.id !== id)),
    download: ({ documentId }) => {
      if (documentId === null) return;
      ask(getBusinessDocumentUrl, { params: { id: documentId } }).then(
        ({ url }) => window.location.assign(url),
        showError,
      );
    },
    answer: files.flatMap(({ stage, fileUrl, name }) =>
      fileUrl && (stage === "CHECKING" || stage === "READY") ? [{ fileUrl, fileName: name }] : [],
    ),
  };
}

const sentBefore = ({ documentId, fileUrl, fileName, isReady }: KeptFile): SentFile => ({
  id: documentId,
  name: fileName,
  documentId,
  fileUrl,
  rejection: null,
  progress: 1,
  stage: isReady ? "READY" : "CHECKING",
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Undefined in an insecure context, where a page cannot compute a hash. The server computes it again anyway. */
async function fingerprint(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const timeoutMs = 120_000;

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function putFile(url: string, file: File, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.timeout = timeoutMs;
    request.setRequestHeader("content-type", file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(`The file store answered ${request.status}.`));
    request.onerror = request.ontimeout = () => reject(new Error("The file could not be uploaded."));
    request.send(file);
  });
}
