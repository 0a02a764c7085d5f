import { type EligibilityAnswers, isEligible } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Card } from "@inlay/ui/card.tsx";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ContinueFooter } from "../../../shared/forms/continue-footer.tsx";
import { Screen } from "../../../shared/page/screen.tsx";
import { NextSteps } from "./next-steps.tsx";

type EligibilityProps = {
  answers: EligibilityAnswers;
  minimumScore: number;
  onContinue: () => Promise<void>;
  onBack: () => void;
};

/** START_FLOW.IS_ELIGIBLE or START_FLOW.NOT_ELIGIBLE: the result of the three answers. Every person can continue. */
export function Eligibility({ answers, minimumScore, onContinue, onBack }: EligibilityProps) {
  const { t } = useLingui();
  const asked = [
    { what: t`Personal credit score of ${minimumScore} or higher`, isMet: answers.creditScoreGreaterThan },
    { what: t`1 year or more in business`, isMet: answers.businessesGreaterThan },
    { what: t`$2,000 or more in the bank on average`, isMet: answers.averageBusinessesCashBalanceGreaterThan },
  ];
  return (
    <Screen
      title={isEligible(answers) ? t`Good news: you look eligible` : t`You may not qualify right now`}
      lead={
        isEligible(answers) ? (
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
      aside={{ title: t`What happens next`, body: <NextSteps done={t`Three short questions`} /> }}
      takesFocus
    >
      <Card>
        <h2 className="type-subheader mb-2">
          <Trans>What is usually asked for</Trans>
        </h2>
        <ul>
          {asked.map(({ what, isMet }) => (
            <li key={what} className="flex items-start justify-between gap-x-4 border-line py-3 not-last:border-b">
              <span>{what}</span>
              <span
                className={`inline-flex shrink-0 items-center gap-2 font-semibold ${isMet ? "text-good" : "text-warn"}`}
              >
                {isMet && <DoneIcon />}
                {isMet ? t`Yes` : t`No`}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <ContinueFooter onContinue={onContinue} onBack={onBack} />
    </Screen>
  );
}
