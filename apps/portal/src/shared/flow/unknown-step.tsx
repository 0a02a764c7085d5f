import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Trans, useLingui } from "@lingui/react/macro";

type UnknownStepProps = { step: string; isDeprecated?: boolean; onBack?: (() => void) | null };

/** A step without a screen in this portal: it is newer than the portal, or deprecated. */
export function UnknownStep({ step, isDeprecated = false, onBack = null }: UnknownStepProps) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={isDeprecated ? t`step is deprecated` : t`step is not implemented yet`}
      action={
        onBack && (
          <Button variant="secondary" onClick={onBack}>
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
