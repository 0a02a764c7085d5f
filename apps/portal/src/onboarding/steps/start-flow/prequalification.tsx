import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { useLingui } from "@lingui/react/macro";
import { PrequalifiedOffer } from "../../../products/prequalified-offer.tsx";
import { ContinueFooter } from "../../../shared/forms/continue-footer.tsx";
import { Screen } from "../../../shared/page/screen.tsx";
import { NextSteps } from "./next-steps.tsx";

type PrequalificationProps = {
  prequalification: ShownPrequalification;
  takesFocus: boolean;
  onContinue: () => Promise<void>;
};

export function Prequalification({ prequalification, takesFocus, onContinue }: PrequalificationProps) {
  const { t } = useLingui();
  const hasPrice = prequalification.feeFactor !== null;
  return (
    <Screen
      title={hasPrice ? t`You're approved! Here are the details` : t`Congratulations! You qualify for up to`}
      takesFocus={takesFocus}
      aside={{
        title: t`What happens next`,
        body: <NextSteps done={t`Prequalified`} />,
      }}
    >
      <div className="grid gap-6">
        <PrequalifiedOffer prequalification={prequalification} />
        <ContinueFooter onContinue={onContinue} />
      </div>
    </Screen>
  );
}
