import type { CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import {
  collectCoOwnerConsent,
  coOwnerConsentWithCreditCheck,
} from "@inlay/contracts/onboarding/steps/collect-consent.ts";
import { Trans } from "@lingui/react/macro";
import type { StepScreen } from "../../shared/flow/flow.ts";
import { ConsentForm } from "../steps/collect-consent/consent-form.tsx";

/** The consent of a co-owner: the primary owner's screen without the statement, and with another outlook. */
export const Consent = ({
  data,
  onComplete,
  onBack,
  takesFocus,
}: StepScreen<CoOwnerScreenData<"COLLECT_CONSENT">, object>) => (
  <ConsentForm
    data={data}
    shape={data.isCreditCheckEnabled ? coOwnerConsentWithCreditCheck : collectCoOwnerConsent.completion}
    stated={null}
    onComplete={onComplete}
    onBack={onBack}
    takesFocus={takesFocus}
    whatNext={
      <Trans>
        We confirm your information, which usually takes less than a minute. Then your part is done, and the owner who
        applied hears from us.
      </Trans>
    }
  />
);
