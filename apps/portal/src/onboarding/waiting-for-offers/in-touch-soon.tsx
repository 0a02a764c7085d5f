import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useAccountToVerify } from "../account-verification/use-verifications.ts";
import { AccountToVerify, isOnItsWayTo } from "./account-to-verify.tsx";
import { Agreed } from "./agreed.tsx";
import { ApplicationStatus } from "./application-status.tsx";
import { CoOwnersWaitedFor } from "./co-owners-waited-for.tsx";

type InTouchSoonProps = {
  waiting: WaitingForOffers | null;
  isFinished: boolean;
  takesFocus: boolean;
  /** Opens the verification of a typed bank account. */
  onVerify: () => void;
};

/** Shown when nothing is left to do: the date of our answer and a Close button. A spinner replaces the button while reports are pending. */
export function InTouchSoon({ waiting, isFinished, takesFocus, onVerify }: InTouchSoonProps) {
  const { t } = useLingui();
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  const [isReading, setReading] = useState(false);
  const account = useAccountToVerify();
  return (
    <Screen
      title={isFinished ? t`We will be in touch soon. Thanks!` : t`Thank you!`}
      lead={<Trans>We have your application and are looking at it.</Trans>}
      aside={{
        title: t`What happens next`,
        body: (
          <Trans>
            We look for offers that fit the business. As soon as there is news, this page shows it by itself; you can
            also come back later.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <div className="grid gap-6">
        {account && <AccountToVerify verification={account} onOpen={onVerify} />}
        {waiting?.isLate && <Late isAsked={account !== null && !isOnItsWayTo(account)} />}
        {waiting && <ApplicationStatus waiting={waiting} />}
        <CoOwnersWaitedFor />
        {!isFinished && (
          <p role="status" className="flex items-center gap-3">
            <Spinner />
            <Trans>We are still confirming your information. You can leave this page; we go on without it.</Trans>
          </p>
        )}
      </div>
      {isFinished && (
        <FormFooter
          primary={{ label: t`Close`, onPress: () => void leave().catch(showError), id: "close" }}
          tertiary={{ label: t`What you agreed to`, onPress: () => setReading(true) }}
        />
      )}
      {isReading && <Agreed onClose={() => setReading(false)} />}
    </Screen>
  );
}

/** `isAsked`: the page asks the person for something. */
const Late = ({ isAsked }: { isAsked: boolean }) => (
  <Notice tone="warning">
    <p>
      {isAsked ? (
        <Trans>
          This is taking longer than the 48 hours we promised. We are sorry, and we are still working on it.
        </Trans>
      ) : (
        <Trans>
          This is taking longer than the 48 hours we promised. We are sorry, and we are still working on it. You do not
          need to do anything.
        </Trans>
      )}
    </p>
  </Notice>
);
