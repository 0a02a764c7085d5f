import type { KeptFile, UploadedFile } from "@inlay/contracts/fields/uploaded-file.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, type ReactNode, useState } from "react";
import { FormFooter } from "../forms/form-footer.tsx";
import { messageOf } from "../language/words.ts";
import { Screen } from "../page/screen.tsx";
import type { UploadFolder } from "./send-files.ts";
import { Upload } from "./upload.tsx";
import { useUploads } from "./use-uploads.ts";

type UploadDocumentsProps = Omit<ComponentProps<typeof Screen>, "isWrong" | "children"> & {
  label: string;
  /** What the files should be like. */
  hint?: string;
  folder: UploadFolder;
  /** The files uploaded before. */
  kept: readonly KeptFile[];
  onUploaded: (files: UploadedFile[]) => Promise<void>;
  onBack: (() => void) | null;
  /** Why this number of files is not enough; null if it is. At least one is required in any case. */
  whyNotEnough?: (count: number) => string | null;
  /** Shown above the upload area. */
  children?: ReactNode;
  /** Shown below the files, by their number. */
  below?: (count: number) => ReactNode;
};

/** A screen for uploading documents of one kind. At least one file is required to continue. */
export function UploadDocuments({
  label,
  hint,
  folder,
  kept,
  onUploaded,
  onBack,
  whyNotEnough = () => null,
  children,
  below = () => null,
  ...screen
}: UploadDocumentsProps) {
  const { t } = useLingui();
  const uploads = useUploads(folder, kept);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const count = uploads.answer.length;
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
    <Screen {...screen}>
      {children}
      <Upload id="files" label={label} isLabelHidden folder={folder} uploads={uploads} {...(hint && { hint })} />
      {below(count)}
      <FormFooter
        primary={{
          busy: busy || uploads.state !== "IDLE",
          onPress: send,
          disabledReason: count > 0 ? whyNotEnough(count) : t`Please upload a file`,
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
