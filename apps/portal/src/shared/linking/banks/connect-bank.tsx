import { stepMinutes } from "@inlay/lending/onboarding/minutes.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../forms/form-footer.tsx";
import { Screen } from "../../page/screen.tsx";
import type { BankScreen } from "./bank-screen.ts";
import { LinkTrouble } from "./link-trouble.tsx";

/** Shown before the first bank is linked. */
export function ConnectBank(props: BankScreen) {
  const { busy, isStuck, isBankRefused, onOpen, onStatements, reconnect, onBack, takesFocus } = props;
  // After a failure LinkTrouble offers statements, so the tertiary action is left out.
  const inTrouble = isStuck || isBankRefused;
  const { t } = useLingui();
  const minutes = stepMinutes.COLLECT_PLAID;
  return (
    <Screen
      title={reconnect?.title ?? t`Connect your bank account`}
      lead={
        reconnect?.lead ?? (
          <Trans>
            Sign in to the bank your business uses most. It takes about {minutes} minutes, and you choose which accounts
            to share.
          </Trans>
        )
      }
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            We read the last two years of deposits and payments to see what your business can comfortably repay. You
            sign in with your bank; we never see your password.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <FormFooter
        primary={{ label: t`Connect your bank`, busy: busy === "LINKING", onPress: () => onOpen(null) }}
        onBack={onBack}
        {...(onStatements &&
          !inTrouble && { tertiary: { label: t`Upload bank statements instead`, onPress: onStatements } })}
      >
        <LinkTrouble {...props} />
      </FormFooter>
    </Screen>
  );
}
