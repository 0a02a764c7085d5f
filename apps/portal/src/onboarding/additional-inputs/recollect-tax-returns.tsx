import { Trans, useLingui } from "@lingui/react/macro";
import { taxReturnFolder } from "../../shared/uploads/tax-returns.ts";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";
import type { InputScreen } from "./input-screen.ts";

export function RecollectTaxReturns(props: InputScreen<"RECOLLECT_TAX_RETURNS">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  return (
    <UploadDocuments
      title={t`Upload your business tax returns`}
      lead={<Trans>We need the last 2 years, one PDF a year, with all pages and schedules.</Trans>}
      aside={{
        title: t`Why we ask again`,
        body: <Trans>A year is missing, or we could not read it. With two years we can compare.</Trans>,
      }}
      takesFocus={takesFocus}
      label={t`Tax returns`}
      folder={taxReturnFolder}
      kept={data.files}
      onUploaded={(files) => onComplete({ files })}
      onBack={null}
    />
  );
}
