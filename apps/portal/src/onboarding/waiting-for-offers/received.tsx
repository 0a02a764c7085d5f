import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { ApplicationStatus } from "./application-status.tsx";

type ReceivedProps = { waiting: WaitingForOffers; takesFocus: boolean; onContinue: () => void };

/** Says that the application has arrived, before the survey asks for anything else. */
export function Received({ waiting, takesFocus, onContinue }: ReceivedProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`We have your application`}
      lead={<Trans>Thank you. You have done your part, and the same is on its way to your email.</Trans>}
      takesFocus={takesFocus}
    >
      <ApplicationStatus waiting={waiting} />
      <FormFooter primary={{ onPress: onContinue }} />
    </Screen>
  );
}
