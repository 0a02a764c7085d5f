import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { messageOf } from "../shared/language/words.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { useApplyAgain } from "./use-apply-again.ts";

type ClosedApplicationProps = {
  /** LOAN_APPLICATION_INCOMPLETE or LOAN_APPLICATION_WITHDRAWN. */
  step: OfferStep;
  takesFocus: boolean;
};

/** The application is over without a decision: what that means, and the way to a new one. */
export function ClosedApplication({ step, takesFocus }: ClosedApplicationProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const showError = useErrorBanner();
  const again = useApplyAgain();
  const isWithdrawn = step === "LOAN_APPLICATION_WITHDRAWN";
  return (
    <Screen
      title={isWithdrawn ? t`Your loan application has been withdrawn` : t`Your loan application is closed`}
      takesFocus={takesFocus}
    >
      <div className="grid max-w-[56ch] gap-4">
        <p>
          {isWithdrawn ? (
            <Trans>We do not look at it any further, and nothing was borrowed. A confirmation is in your email.</Trans>
          ) : (
            <Trans>
              We did not receive everything that we needed by the day that we named. This is not a decision about your
              business, and nothing was borrowed.
            </Trans>
          )}
        </p>
        <p>
          <Trans>
            You can apply again at any time. Your answers are kept: you look at them once more and give your consent.
          </Trans>
        </p>
      </div>
      <FormFooter
        primary={{ label: t`Close`, onPress: () => void session.leave().catch(showError), id: "close" }}
        tertiary={{ label: t`Apply again`, onPress: () => !again.isPending && again.mutate() }}
      >
        {again.isError && (
          <Notice tone="error">
            <p>{messageOf(again.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </Screen>
  );
}
