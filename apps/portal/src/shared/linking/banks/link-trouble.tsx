import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { BankScreen } from "./bank-screen.ts";

type LinkTroubleProps = Pick<BankScreen, "refusal" | "isBankRefused" | "isStuck" | "onHosted" | "onStatements">;

/** The error of linking a bank, and the alternatives. */
export function LinkTrouble({ refusal, isBankRefused, isStuck, onHosted, onStatements }: LinkTroubleProps) {
  const { t } = useLingui();
  const offersStatements = isStuck || isBankRefused;
  if (!refusal && !isStuck) return null;
  return (
    <div className="grid gap-4">
      {refusal && (
        <Notice tone="error">
          <p>{refusal}</p>
        </Notice>
      )}
      {offersStatements && (
        <Notice tone="info" title={t`Having trouble connecting?`}>
          <p>
            {onStatements ? (
              <Trans>
                You can open your bank on a page of its own, or upload copies of your recent bank statements.
              </Trans>
            ) : (
              <Trans>You can open your bank on a page of its own.</Trans>
            )}
          </p>
          <div className="mt-2 flex flex-wrap gap-x-6">
            <Button variant="text" onClick={onHosted}>
              <Trans>Open my bank on its own page</Trans>
            </Button>
            {onStatements && (
              <Button variant="text" onClick={onStatements}>
                <Trans>Upload bank statements</Trans>
              </Button>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}
