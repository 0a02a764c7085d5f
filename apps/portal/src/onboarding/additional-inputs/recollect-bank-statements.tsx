import { Trans, useLingui } from "@lingui/react/macro";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";
import { statementsFolder } from "../steps/collect-bank-statements.tsx";
import type { InputScreen } from "./input-screen.ts";

export function RecollectBankStatements(props: InputScreen<"RECOLLECT_BANK_STATEMENTS">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  return (
    <UploadDocuments
      title={t`Upload your recent bank statements`}
      lead={<Trans>We need the last 6 months without a gap. One PDF a month is fine, as your bank gives it out.</Trans>}
      aside={
        data.isInsteadOfLink
          ? {
              title: t`Why we ask`,
              body: (
                <Trans>
                  Statements show us the same as a linked bank would. It takes us a little longer to read them.
                </Trans>
              ),
            }
          : {
              title: t`Why we ask again`,
              body: (
                <Trans>
                  Some months are missing, or we could not read them. Photos and scans are hard to read; files from your
                  bank's website are best.
                </Trans>
              ),
            }
      }
      takesFocus={takesFocus}
      label={t`Bank statements`}
      folder={statementsFolder}
      kept={data.files}
      onUploaded={(files) => onComplete({ files })}
      onBack={null}
    />
  );
}
