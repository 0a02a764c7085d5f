import type { KeptFile, UploadedFile } from "@inlay/contracts/uploaded-file.ts";
import { Notice } from "@inlay/ui/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormFooter } from "../../shared/form-footer.tsx";
import { Screen } from "../../shared/screen.tsx";
import { taxReturnFolder } from "../../shared/tax-returns.ts";
import { Upload } from "../../shared/upload.tsx";
import { useUploads } from "../../shared/use-uploads.ts";
import { messageOf } from "../../shared/words.ts";

type UploadTaxReturnsProps = {
  /** What is with us already. */
  kept: readonly KeptFile[];
  onUploaded: (files: UploadedFile[]) => Promise<void>;
  onBack: () => void;
};

/** UPLOAD_TAX_DOCUMENTS: the returns themselves. */
export function UploadTaxReturns({ kept, onUploaded, onBack }: UploadTaxReturnsProps) {
  const { t } = useLingui();
  const uploads = useUploads(taxReturnFolder, kept);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const send = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onUploaded(uploads.answer);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  return (
    <Screen
      title={t`Upload your business tax returns`}
      lead={<Trans>The last 2 years or more, with all pages and schedules. One PDF a year is fine.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: <Trans>Tax returns show us what the business earns and owes over a longer time than a bank does.</Trans>,
      }}
      takesFocus
    >
      <Upload id="taxReturnFiles" label={t`Tax returns`} folder={taxReturnFolder} uploads={uploads} />
      <FormFooter
        primary={{
          busy: busy || uploads.state !== "IDLE",
          onPress: send,
          disabledReason: uploads.answer.length > 0 ? null : t`Please upload a file`,
        }}
        onBack={onBack}
      >
        {refusal !== null && (
          <Notice tone="error">
            <p>{messageOf(refusal)}</p>
          </Notice>
        )}
      </FormFooter>
    </Screen>
  );
}
