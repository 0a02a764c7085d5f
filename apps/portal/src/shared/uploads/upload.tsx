import { acceptedKinds, fileKinds, shortFileName, type UploadRejection } from "@inlay/lending/documents/document.ts";
import { FileDrop, type ListedFile } from "@inlay/ui/fields/file-drop.tsx";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentFile, UploadFolder, UploadState } from "./send-files.ts";
import type { Uploads } from "./use-uploads.ts";

type UploadProps = {
  id?: string;
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  folder: UploadFolder;
  uploads: Uploads;
  error?: string | null | undefined;
};

/** The upload area of a screen. What happens with the documents is up to the screen. */
export function Upload({ folder, uploads, ...rest }: UploadProps) {
  const { t } = useLingui();
  const { state, files, add, remove, download } = uploads;
  const kinds = acceptedKinds[folder.documentType];
  const accept = kinds.flatMap((kind) => [
    ...fileKinds[kind].mediaTypes,
    ...fileKinds[kind].extensions.map((end) => `.${end}`),
  ]);
  const isPdfOnly = kinds.length === 1;
  const dropWords = isPdfOnly ? t`SELECT PDF FILE OR DROP IT HERE` : t`SELECT FILE OR DROP IT HERE`;
  const chooseWords = isPdfOnly ? t`Choose PDF file` : t`Choose file`;
  const rejectionOf = useRejectionWords(folder, isPdfOnly);
  const busyWords: Record<UploadState, string | null> = {
    IDLE: null,
    FETCHING_SIGNED_URL: t`Getting ready to upload`,
    UPLOADING_FILE: t`Uploading`,
  };
  const noteOf = ({ stage, progress, rejection }: SentFile): string =>
    ({
      WAITING: t`Waiting`,
      SENDING: t`${Math.round(progress * 100)}% uploaded`,
      CHECKING: t`Uploaded. We are checking it.`,
      READY: t`Uploaded`,
      REJECTED: rejectionOf(rejection ?? "GENERIC_ERROR"),
    })[stage];
  const toneOf = { WAITING: "busy", SENDING: "busy", CHECKING: "busy", READY: "good", REJECTED: "bad" } as const;
  const listed = files.map((file): ListedFile => {
    const isUnderWay = file.stage === "WAITING" || file.stage === "SENDING";
    return {
      id: file.id,
      name: file.name,
      shownName: shortFileName(file.name),
      note: noteOf(file),
      tone: toneOf[file.stage],
      progress: isUnderWay ? file.progress : null,
      onDownload: file.stage === "READY" ? () => download(file) : undefined,
      onRemove: isUnderWay ? undefined : () => remove(file.id),
    };
  });
  const settled = files.filter(({ stage }) => stage === "READY" || stage === "CHECKING").length;
  const rejected = files.filter(({ stage }) => stage === "REJECTED");
  const announcement = [
    busyWords[state],
    state === "IDLE" && settled > 0 ? plural(settled, { one: "# file uploaded", other: "# files uploaded" }) : null,
    ...rejected.map((file) => `${file.name}: ${noteOf(file)}`),
  ];
  return (
    <FileDrop
      {...rest}
      invitation={canDrop() ? dropWords : chooseWords}
      busyWith={busyWords[state]}
      accept={accept}
      isMany={folder.most > 1}
      files={listed}
      onFiles={add}
      announcement={announcement.filter(Boolean).join(". ")}
      texts={{
        list: t`Your files`,
        download: (name) => t`Download ${name}`,
        remove: (name) => t`Remove ${name}`,
      }}
    />
  );
}

/** A file is dropped with a mouse, a touchpad or a pen. Fingers on a touch screen drop nothing. */
const canDrop = (): boolean => window.matchMedia("(any-pointer: fine)").matches;

function useRejectionWords({ documentType, most }: UploadFolder, isPdfOnly: boolean) {
  const { t } = useLingui();
  const invoice: Record<UploadRejection, string> = {
    WRONG_FILE_TYPE: t`The file you uploaded is not a valid PDF. Please try uploading a PDF version of your invoice.`,
    FILE_TOO_LARGE: t`The file you uploaded is too large. Please try uploading a smaller PDF of your invoice.`,
    FILE_TOO_SMALL: t`The file you uploaded is too small. Please try uploading a larger PDF of your invoice.`,
    TOO_MANY_FILES: t`Please upload one file at a time.`,
    GENERIC_ERROR: t`There was an error with one of your invoice uploads. We're looking into the issue and apologize for the inconvenience.`,
  };
  const reasons: Record<UploadRejection, string> = {
    WRONG_FILE_TYPE: isPdfOnly
      ? t`The file you uploaded is not a valid PDF. Please try uploading a PDF version of your document.`
      : t`We cannot read this kind of file. Please try uploading a PDF version of your document.`,
    FILE_TOO_LARGE: t`The file you uploaded is too large. Please try uploading a file of 10 MB or less.`,
    FILE_TOO_SMALL: t`The file you uploaded is empty. Please choose another one.`,
    TOO_MANY_FILES: plural(most, {
      one: "Please upload one file only.",
      other: "Please upload # files at most.",
    }),
    GENERIC_ERROR: t`There was an error with one of your uploads. We're looking into the issue and apologize for the inconvenience.`,
  };
  const words = documentType === "INVOICE" ? invoice : reasons;
  return (reason: UploadRejection) => words[reason];
}
