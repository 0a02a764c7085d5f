import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { messageOf } from "../../shared/language/words.ts";

type SendWhenShownProps = {
  send: () => Promise<void>;
  /** What happens meanwhile, beside the spinner. */
  sending: string;
};

/** Sends what needs no further action of the person, and lets them try again if it fails. */
export function SendWhenShown({ send, sending }: SendWhenShownProps) {
  const sent = useMutation({ mutationFn: send });
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => sent.mutate());
  useEffect(() => {
    // Once, also when React mounts the component twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);
  if (sent.isError)
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="error">
          <p>{messageOf(sent.error)}</p>
        </Notice>
        <Button id="next-step" onClick={() => sent.mutate()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  return (
    <p role="status" className="flex items-center gap-2.5 text-ink-soft">
      <Spinner />
      {sending}
    </p>
  );
}
