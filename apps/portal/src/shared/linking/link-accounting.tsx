import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../language/words.ts";
import { AccountingFrame, type FrameEnd } from "./accounting-frame.tsx";

type LinkAccountingProps = {
  openPage: () => Promise<{ url: string }>;
  /** Called when the accounting software is linked. Rejects with the server's refusal. */
  onLinked: () => Promise<void>;
  /** Called when the page in the frame does not work. */
  onFailed: () => void;
  onBack: () => void;
};

/** The accounting frame with its loading, failed and completed states. */
export function LinkAccounting({ openPage, onLinked, onFailed, onBack }: LinkAccountingProps) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"OPEN" | "SENDING" | "FAILED" | "REFUSED">("OPEN");
  const [refusal, setRefusal] = useState<unknown>(null);
  const page = useQuery({ queryKey: ["accounting page", attempt], queryFn: openPage, gcTime: 0 });

  const send = async () => {
    setState("SENDING");
    try {
      await onLinked();
    } catch (error) {
      setRefusal(error);
      setState("REFUSED");
    }
  };
  const end = (how: FrameEnd) => {
    if (how === "LINKED") void send();
    // After a link has been made, leaving the frame is no step back.
    else if (how === "LEFT" && state === "OPEN") onBack();
    else if (how === "FAILED") {
      setState("FAILED");
      onFailed();
    }
  };
  const again = () => {
    setState("OPEN");
    setAttempt(attempt + 1);
  };

  const trouble = page.isError
    ? messageOf(page.error)
    : state === "FAILED"
      ? t`The page of the accounting software did not open here. You can try again, or go back and choose another way.`
      : state === "REFUSED"
        ? messageOf(refusal)
        : null;
  return (
    <div className="grid gap-6">
      {trouble !== null ? (
        <Notice tone="error">
          <p>{trouble}</p>
        </Notice>
      ) : state === "SENDING" ? (
        <p role="status" className="flex items-center gap-2.5 text-ink-soft">
          <Spinner />
          <Trans>The accounting software is connected. One moment…</Trans>
        </p>
      ) : page.data ? (
        <AccountingFrame key={attempt} url={page.data.url} title={t`Accounting software`} onEnd={end} />
      ) : (
        <Skeleton className="h-160 w-full" />
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        {trouble !== null && (
          <Button id="next-step" onClick={state === "REFUSED" ? send : again}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {state !== "SENDING" && (
          <Button variant="secondary" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
