import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { UploadDocuments } from "../../shared/uploads/upload-documents.tsx";
import type { InputScreen } from "./input-screen.ts";

const folder = { folder: "additional-documents", documentType: "ADDITIONAL_DOCUMENTS", most: 20 } as const;

export function AdditionalDocumentsUpload(props: InputScreen<"ADDITIONAL_DOCUMENTS_UPLOAD">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  return (
    <UploadDocuments
      title={t`Upload your documents`}
      lead={<Trans>Somebody is reading your application and needs something more to decide.</Trans>}
      aside={{
        title: t`Who reads it`,
        body: (
          <Trans>Only the people who work on your application. Every file is checked before anybody opens it.</Trans>
        ),
      }}
      takesFocus={takesFocus}
      label={t`Documents`}
      hint={t`Please upload clear copies, not photos or scans.`}
      folder={folder}
      kept={data.files}
      onUploaded={(files) => onComplete({ files })}
      onBack={null}
    >
      {data.request && (
        <Notice tone="info" title={t`What we need`}>
          <p className="wrap-anywhere whitespace-pre-line">{data.request}</p>
        </Notice>
      )}
    </UploadDocuments>
  );
}
