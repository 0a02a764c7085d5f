import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Screen } from "../../shared/page/screen.tsx";

/** Shown while the credit reports are pending. */
export function Finalizing({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  return (
    <Screen title={t`Confirming your information and finalizing your enrollment`} takesFocus={takesFocus}>
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <Trans>This usually takes less than a minute. Please stay on this page.</Trans>
      </p>
    </Screen>
  );
}
