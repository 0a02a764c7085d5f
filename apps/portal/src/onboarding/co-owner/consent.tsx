import type { CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans } from "@lingui/react/macro";
import type { StepScreen } from "../../shared/flow/flow.ts";
import { CollectConsent } from "../steps/collect-consent.tsx";

/** The consent of a co-owner: the primary owner's screen with another outlook. */
export const Consent = (props: StepScreen<CoOwnerScreenData<"COLLECT_CONSENT">, object>) => (
  <CollectConsent
    {...props}
    whatNext={
      <Trans>
        We confirm your information, which usually takes less than a minute. Then your part is done, and the owner who
        applied hears from us.
      </Trans>
    }
  />
);
