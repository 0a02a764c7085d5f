import { EmptyState } from "@inlay/ui/empty-state.tsx";
import { Trans, useLingui } from "@lingui/react/macro";

/** A step that this portal has no screen for. */
export function UnknownStep({ step }: { step: string }) {
  const { t } = useLingui();
  return (
    <EmptyState title={t`step is not implemented yet`}>
      <Trans>
        Everything you gave us is saved. (<code className="wrap-anywhere">{step}</code>)
      </Trans>
    </EmptyState>
  );
}
