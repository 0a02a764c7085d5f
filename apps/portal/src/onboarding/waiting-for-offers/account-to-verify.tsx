import type { MicroEntryVerification } from "@inlay/contracts/calls/micro-entries.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useDay } from "../account-verification/use-verifications.ts";

/** Whether the owner waits, and has nothing to do. */
export const isOnItsWayTo = ({ status }: MicroEntryVerification): boolean => status === "CREATED" || status === "SENT";

type AccountToVerifyProps = { verification: MicroEntryVerification; onOpen: () => void };

/** What happens with an account that is not verified yet, and the way to its page. */
export function AccountToVerify({ verification, onOpen }: AccountToVerifyProps) {
  const { t } = useLingui();
  const isOnItsWay = isOnItsWayTo(verification);
  return (
    <Notice
      tone={isOnItsWay ? "info" : "warning"}
      title={isOnItsWay ? t`Your bank account is being verified` : t`Please verify your bank account`}
    >
      <p>
        <What verification={verification} />
      </p>
      <div className="mt-2">
        <Button variant="text" onClick={onOpen}>
          {verification.status === "PENDING_VERIFICATION" ? t`Enter the two amounts` : t`Open the verification`}
        </Button>
      </div>
    </Notice>
  );
}

function What({ verification }: { verification: MicroEntryVerification }) {
  const { status, accountNumberLast4, creditsExpectedOn, confirmBy } = verification;
  const day = useDay()(confirmBy ?? creditsExpectedOn);
  switch (status) {
    case "PENDING_VERIFICATION":
      return (
        <Trans>
          Two small amounts are in the account that ends in {accountNumberLast4}. Please enter them by{" "}
          <strong>{day}</strong>.
        </Trans>
      );
    case "SENT":
      return (
        <Trans>
          Two small amounts are on their way to the account that ends in {accountNumberLast4}. They are there by{" "}
          <strong>{day}</strong>.
        </Trans>
      );
    case "CREATED":
      return <Trans>We will send two small amounts to the account that ends in {accountNumberLast4}.</Trans>;
    default:
      return (
        <Trans>
          The account that ends in {accountNumberLast4} is not verified, so we can neither pay to it nor debit it.
        </Trans>
      );
  }
}
