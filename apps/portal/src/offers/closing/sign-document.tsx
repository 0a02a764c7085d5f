import type { Answer } from "@inlay/contracts/call.ts";
import type { openCoOwnerAgreement } from "@inlay/contracts/calls/offer-steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { PollsExceeded, poll } from "./poll.ts";
import { SendWhenShown } from "./send-when-shown.tsx";
import { SigningFrame } from "./signing-frame.tsx";

type DocumentToSign = Answer<typeof openCoOwnerAgreement>;

type SignDocumentProps = {
  /** The name of the document. */
  name: string;
  /** What is said when the document could not be signed. */
  failure: string;
  /** Presents the document, again if it was declined, and returns its link once it is prepared. */
  open: () => Promise<DocumentToSign>;
  /** Whether the person has signed, by the server. Asked when the frame fails, because it cannot show a document that is signed. */
  isSigned: () => Promise<boolean>;
  /** Called when the document is signed. Rejects with the server's refusal. */
  onSigned: () => Promise<void>;
  onBack: () => void;
};

/** One document: it is prepared, signed in the vendor's frame, and the server reads the signature from the vendor. */
export function SignDocument({ name, failure, open, isSigned, onSigned, onBack }: SignDocumentProps) {
  const { t } = useLingui();
  const { report } = usePortalSession();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"OPEN" | "SIGNED" | "DOUBTED" | "FAILED">("OPEN");
  const opened = useQuery({
    queryKey: ["document to sign", name, attempt],
    queryFn: () =>
      poll(async () => pageOf(await open())).catch((error: unknown) => {
        if (error instanceof PollsExceeded) report({ eventType: "LEGAL_DOCUMENTS_POLL_EXHAUSTED" });
        throw error;
      }),
    gcTime: 0,
    retry: false,
  });
  const again = () => {
    setState("OPEN");
    setAttempt(attempt + 1);
  };

  const reading = t`We are reading your signature…`;
  if (state === "SIGNED" || opened.data === "SIGNED")
    return <SendWhenShown key="signed" send={onSigned} sending={reading} />;
  if (state === "DOUBTED") {
    const ask = async () => {
      const hasSigned = await isSigned();
      if (!hasSigned) report({ eventType: "LEGAL_DOCUMENT_SIGNING_FAILED" });
      setState(hasSigned ? "SIGNED" : "FAILED");
    };
    return <SendWhenShown key="doubted" send={ask} sending={reading} />;
  }
  const trouble =
    state === "FAILED"
      ? failure
      : opened.error instanceof PollsExceeded
        ? t`Exceeded max poll count on front end`
        : opened.error && messageOf(opened.error);
  if (trouble)
    return (
      <FormFooter primary={{ label: t`Try again`, onPress: again }} onBack={onBack}>
        <Trouble>{trouble}</Trouble>
      </FormFooter>
    );
  return (
    <div className="grid justify-items-start gap-4">
      {opened.data ? (
        <SigningFrame
          key={attempt}
          url={opened.data.url}
          title={name}
          onEnd={(end) => setState(end === "SIGNED" ? "SIGNED" : "DOUBTED")}
        />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-soft">
          <Spinner />
          <Trans>We are preparing your document…</Trans>
        </p>
      )}
      <Button variant="text" onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}

/** The focus was in the frame that is gone, so the notice takes it. */
function Trouble({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="error">
        <p>{children}</p>
      </Notice>
    </div>
  );
}

/** Where the document is signed. Null while it is being prepared. */
const pageOf = ({ status, link }: DocumentToSign) => (status === "COMPLETED" ? "SIGNED" : link);
