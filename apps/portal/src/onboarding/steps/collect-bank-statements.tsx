import { Trans, useLingui } from "@lingui/react/macro";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";
import type { StepScreen } from "../step-screen.ts";

export const statementsFolder = { folder: "bank-statements", documentType: "BANK_STATEMENT", most: 24 } as const;

export function CollectBankStatements(props: StepScreen<"COLLECT_BANK_STATEMENTS">) {
  const { data, onComplete, onBack, takesFocus } = props;
  const { t } = useLingui();
  return (
    <UploadDocuments
      title={t`Try uploading bank statements instead`}
      lead={
        <Trans>The last 6 months or more, from the primary account of your business. One PDF a month is fine.</Trans>
      }
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>Statements show us the same as a linked bank would. It takes us a little longer to read them.</Trans>
        ),
      }}
      takesFocus={takesFocus}
      label={t`Bank statements`}
      folder={statementsFolder}
      kept={data.files}
      onUploaded={(files) => onComplete({ files })}
      onBack={onBack}
    />
  );
}
