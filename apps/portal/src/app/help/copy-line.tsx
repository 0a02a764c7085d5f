import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

type CopyLineProps = { label: string; value: string; isLarge?: boolean };

/** A value to read out or to copy. */
export function CopyLine({ label, value, isLarge = false }: CopyLineProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<"COPIED" | "FAILED" | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setOutcome("COPIED"),
      () => setOutcome("FAILED"),
    );
  };
  return (
    <div className="rounded-control bg-tint px-4.5 pt-3 pb-1">
      <p className="text-small">{label}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className={`wrap-anywhere select-all ${isLarge ? "text-lead font-semibold tracking-wider" : "text-small"}`}>
          {value}
        </p>
        <div className="ml-auto flex items-center gap-3">
          <p role="status" className="text-small">
            {outcome === "COPIED" && <Trans>Copied.</Trans>}
          </p>
          <Button variant="text" className="text-small" aria-label={t`Copy: ${label}`} onClick={copy}>
            <Trans>Copy</Trans>
          </Button>
        </div>
      </div>
      {outcome === "FAILED" && (
        <p role="alert" className="pb-2 text-small">
          <Trans>Your browser does not let us copy. Please select it and copy it yourself.</Trans>
        </p>
      )}
    </div>
  );
}
