import type { KeptFile, UploadedFile } from "@inlay/contracts/fields/uploaded-file.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { taxReturnFolder } from "../../shared/uploads/tax-returns.ts";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";

type UploadTaxReturnsProps = {
  /** The files uploaded before. */
  kept: readonly KeptFile[];
  onUploaded: (files: UploadedFile[]) => Promise<void>;
  onBack: () => void;
};

/** UPLOAD_TAX_DOCUMENTS: the upload of tax returns. */
export function UploadTaxReturns(props: UploadTaxReturnsProps) {
  const { t } = useLingui();
  return (
    <UploadDocuments
      {...props}
      title={t`Upload your business tax returns`}
      lead={<Trans>The last 2 years or more, one PDF a year, with all pages and schedules.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: <Trans>Tax returns show us what the business earns and owes over a longer time than a bank does.</Trans>,
      }}
      takesFocus
      label={t`Tax returns`}
      folder={taxReturnFolder}
    />
  );
}
