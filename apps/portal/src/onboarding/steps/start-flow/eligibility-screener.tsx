import {
  type EligibilityAnswers,
  eligibilityAnswers,
  isEligible,
} from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Draft } from "../../../shared/flow/flow.ts";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useStepForm } from "../../../shared/forms/use-step-form.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { YesOrNo } from "../../fields/yes-or-no.tsx";

type EligibilityScreenerProps = {
  minimumScore: number;
  /** The answers with which the step was completed before. */
  answers: EligibilityAnswers | null;
  /** The answers typed since then, on this page or in an earlier session. */
  draft: Draft | null;
  onDraft: (fields: Draft) => void;
  onAnswered: (answers: EligibilityAnswers) => void;
  takesFocus: boolean;
};

export function EligibilityScreener({
  minimumScore,
  answers,
  draft,
  onDraft,
  onAnswered,
  takesFocus,
}: EligibilityScreenerProps) {
  const { t } = useLingui();
  const { report } = usePortalSession();
  const stepForm = useStepForm({
    shape: eligibilityAnswers,
    values: answers ?? {},
    draft,
    onDraft,
    onComplete: async (given) => {
      report({ eventType: "ELIGIBILITY_SCREENER_SUBMITTED" });
      report({ eventType: isEligible(given) ? "ELIGIBILITY_SCREENER_PASSED" : "ELIGIBILITY_SCREENER_FAILED" });
      onDraft(given);
      onAnswered(given);
    },
  });
  return (
    <StepForm
      {...stepForm}
      title={t`See if you qualify for financing`}
      lead={<Trans>Three short questions. Your answers do not affect anyone's credit score.</Trans>}
      aside={{
        title: t`What this is for`,
        body: (
          <Trans>It tells you at once whether an application is likely to succeed. You can apply either way.</Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["creditScoreGreaterThan", "businessesGreaterThan", "averageBusinessesCashBalanceGreaterThan"]}
      onBack={null}
    >
      <YesOrNo name="creditScoreGreaterThan" label={t`Is your personal credit score ${minimumScore} or higher?`} />
      <YesOrNo name="businessesGreaterThan" label={t`Has the business been running for 1 year or more?`} />
      <YesOrNo
        name="averageBusinessesCashBalanceGreaterThan"
        label={t`Does the business hold $2,000 or more in the bank on average?`}
      />
    </StepForm>
  );
}
