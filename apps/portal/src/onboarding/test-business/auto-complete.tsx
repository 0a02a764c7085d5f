import { Button } from "@inlay/ui/button.tsx";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { messageOf } from "../../shared/language/words.ts";

type AutoCompleteProps = {
  /** What the button does, shown until it is pressed. */
  what: ReactNode;
  /** What is in progress, shown after it is pressed. */
  doing: ReactNode;
  onGo: () => Promise<void>;
};

/** Long enough to read what is in progress. */
const waitMs = 1_000;

/** For a test business: completes a vendor's part with sample data after a second, unless the person has left the page. */
export function AutoComplete({ what, doing, onGo }: AutoCompleteProps) {
  const titleId = useId();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = useMutation({
    mutationFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (isHere.current) await onGo();
    },
  });
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-3 rounded-card border border-dashed border-field-line px-4.5 py-4 text-small sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6"
    >
      <div className="grid gap-0.5">
        <p id={titleId} className="font-semibold">
          <Trans>Test business</Trans>
        </p>
        <div role="status" className="text-ink-soft">
          {go.isPending ? doing : what}
        </div>
        {go.isError && (
          <p role="alert" className="text-bad">
            {messageOf(go.error)}
          </p>
        )}
      </div>
      <Button variant="secondary" className="text-small" busy={go.isPending} onClick={() => go.mutate()}>
        <Trans>Complete it for me</Trans>
      </Button>
    </section>
  );
}
