import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent } from "react";
import { Heading } from "../../../shared/page/heading.tsx";
import { Upload } from "../../../shared/uploads/upload.tsx";
import { useUploads } from "../../../shared/uploads/use-uploads.ts";
import type { KnownDetails } from "./details-form.tsx";
import { FlowProgress } from "./flow-progress.tsx";
import type { WithKind } from "./invoice-kind.ts";
import { useParseResult } from "./use-parse-result.ts";

/** A file that was uploaded, and what was read from it. */
export type UploadedInvoice = {
  fileUrl: string;
  fileName: string;
  documentId: string;
  read: KnownDetails | null;
};

type ChooseFileProps = WithKind<{
  issuedProductId: string;
  takesFocus: boolean;
  onUploaded: (file: UploadedInvoice) => void;
  onBack: () => void;
}>;

/** One PDF is uploaded, and read as far as that does not take long. */
export function ChooseFile({ issuedProductId, kind, takesFocus, onUploaded, onBack }: ChooseFileProps) {
  const { t } = useLingui();
  const folder = { documentType: "INVOICE", folder: "invoices", most: 1, issuedProductId } as const;
  const uploads = useUploads(folder);
  const file = uploads.files.find(({ stage, fileUrl }) => fileUrl && (stage === "CHECKING" || stage === "READY"));
  const documentId = file?.documentId ?? null;
  const fileName = file?.name ?? "";
  const fileUrl = file?.fileUrl ?? null;
  useParseResult(documentId, kind.isBill, (read) => {
    if (documentId && fileUrl) onUploaded({ documentId, fileUrl, fileName, read });
  });
  const isSending = useEffectEvent(() => uploads.state !== "IDLE");
  useEffect(() => {
    // A page that is closed while a file is sent would lose it without a word.
    const warn = (event: BeforeUnloadEvent) => isSending() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return (
    <div className="grid max-w-160 gap-6">
      <title>{t`Upload invoices`}</title>
      <FlowProgress at="UPLOAD" name={t`Upload invoices`} />
      <Heading takesFocus={takesFocus}>{t`Upload invoices`}</Heading>
      <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
        {kind.uploadHints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <Upload
        label={t`Invoice`}
        isLabelHidden
        folder={folder}
        uploads={uploads}
        hint={t`PDF, up to 10 MB. One invoice in each file.`}
      />
      {file && (
        <Notice tone="info">
          <p className="flex items-center gap-3">
            <Spinner />
            <Trans>We read the invoice. This takes a few seconds.</Trans>
          </p>
        </Notice>
      )}
      <div>
        <Button variant="secondary" onClick={onBack}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}
