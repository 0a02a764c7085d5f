import type { KeptFile, UploadedFile } from "@inlay/contracts/fields/uploaded-file.ts";
import { yearsOfTaxReturns } from "@inlay/lending/documents/document.ts";
import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { taxReturnFolder } from "../../shared/uploads/tax-returns.ts";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";

type UploadTaxReturnsProps = {
  /** The files uploaded before. */
  kept: readonly KeptFile[];
  /** Whether the person has said before that one file is all there is. */
  isOnlyOne: boolean;
  onUploaded: (answer: { taxReturnFiles: UploadedFile[]; hasOnlyOneTaxReturn: boolean }) => Promise<void>;
  onBack: () => void;
};

/** UPLOAD_TAX_DOCUMENTS: the upload of tax returns. A single file needs the statement that there are no more. */
export function UploadTaxReturns({ isOnlyOne, onUploaded, ...props }: UploadTaxReturnsProps) {
  const { t } = useLingui();
  const [isAll, setAll] = useState(isOnlyOne);
  const isShort = (count: number) => count > 0 && count < yearsOfTaxReturns;
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
      whyNotEnough={(count) =>
        isShort(count) && !isAll ? t`Please upload the other year, or say that this file is all there is` : null
      }
      below={(count) =>
        isShort(count) && (
          <Checkbox
            id="hasOnlyOneTaxReturn"
            isSelected={isAll}
            onChange={setAll}
            hint={t`It has both years, or the business has filed only once.`}
          >
            <Trans>This file is all there is</Trans>
          </Checkbox>
        )
      }
      onUploaded={(taxReturnFiles) =>
        onUploaded({ taxReturnFiles, hasOnlyOneTaxReturn: isAll && isShort(taxReturnFiles.length) })
      }
    />
  );
}
