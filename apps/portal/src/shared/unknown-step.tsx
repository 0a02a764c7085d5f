import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/empty-state.tsx";
import { Trans, useLingui } from "@lingui/react/macro";

/** A step that this portal has no screen for. */
export function UnknownStep({ step, onBack = null }: { step: string; onBack?: (() => void) | null }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`step is not implemented yet`}
      action={
        onBack && (
          <Button look="secondary" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )
      }
    >
      <Trans>
        Everything you gave us is saved. (<code className="wrap-anywhere">{step}</code>)
      </Trans>
    </EmptyState>
  );
}
