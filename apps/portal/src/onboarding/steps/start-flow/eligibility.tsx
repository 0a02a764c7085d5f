import { Trans, useLingui } from "@lingui/react/macro";
import { ContinueFooter } from "../../../shared/forms/continue-footer.tsx";
import { Screen } from "../../../shared/page/screen.tsx";

type EligibilityProps = { isEligible: boolean; onContinue: () => Promise<void>; onBack: () => void };

/** The result of the three answers. Every person can continue. */
export function Eligibility({ isEligible, onContinue, onBack }: EligibilityProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={isEligible ? t`Good news: you look eligible` : t`You may not qualify right now`}
      lead={
        isEligible ? (
          <Trans>
            From what you told us, the business meets what is usually asked for. Next we learn more about it.
          </Trans>
        ) : (
          <Trans>
            One of your answers is below what is usually asked for. This is not a decision: if you go on, we look at the
            whole business before we make one.
          </Trans>
        )
      }
      takesFocus
    >
      <ContinueFooter onContinue={onContinue} onBack={onBack} />
    </Screen>
  );
}
