import { type MicroEntryVerification, restartMicroEntries } from "@inlay/contracts/calls/micro-entries.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState, useTransition } from "react";
import { messageOf } from "../../shared/language/words.ts";
import { LinkAnyBank } from "../../shared/linking/banks/link-any-bank.tsx";
import { LoadBoundary } from "../../shared/page/load-boundary.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { AmountsForm } from "./amounts-form.tsx";
import { useDay, useVerifications } from "./use-verifications.ts";

type AccountVerificationProps = { takesFocus: boolean; onLeave: () => void };

/** The page about the two small amounts that verify a typed bank account. Emails about them lead here. */
export function AccountVerification({ takesFocus, onLeave }: AccountVerificationProps) {
  const { t } = useLingui();
  const [place, setPlace] = useState<"VERIFICATION" | "LINK" | "RETURNED">("VERIFICATION");
  const [, startMoving] = useTransition();
  const move = (to: typeof place) => startMoving(() => setPlace(to));
  const { verifications, linkedBankName, refresh } = useVerifications();
  if (place === "LINK")
    return (
      <LoadBoundary>
        <LinkAnyBank
          onDone={async () => {
            await refresh();
            move("RETURNED");
          }}
          onBack={() => move("RETURNED")}
        />
      </LoadBoundary>
    );
  return (
    <Screen
      title={t`Verify your bank account`}
      lead={<Trans>You typed in the numbers of an account. Two small amounts show us that it is yours.</Trans>}
      aside={{
        title: t`Why two small amounts`,
        body: (
          <Trans>
            Only somebody who sees the account knows them. A debit takes the same sum back. Nobody from our team ever
            asks you for the amounts.
          </Trans>
        ),
      }}
      takesFocus={takesFocus || place === "RETURNED"}
    >
      {linkedBankName && (
        <Notice tone="success">
          <p>
            <Trans>Your linked account at {linkedBankName} can be used. Nothing else needs to be verified.</Trans>
          </p>
        </Notice>
      )}
      {verifications.length === 0 && (
        <p>
          <Trans>There is no account to verify.</Trans>
        </p>
      )}
      <ul className="grid gap-4">
        {verifications.map((verification) => (
          <li key={verification.bankAccountId}>
            <Verification
              verification={verification}
              onChange={refresh}
              onLink={linkedBankName ? null : () => move("LINK")}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button id="back" variant="secondary" onClick={onLeave}>
          {t`Back to my application`}
        </Button>
      </div>
    </Screen>
  );
}

type VerificationProps = {
  verification: MicroEntryVerification;
  onChange: () => Promise<void>;
  /** Null when a bank is linked already. */
  onLink: (() => void) | null;
};

function Verification({ verification, onChange, onLink }: VerificationProps) {
  const { t } = useLingui();
  const { bankName, accountNumberLast4, status } = verification;
  const title = bankName ?? t`Bank account`;
  return (
    <Card aria-label={`${title} ${accountNumberLast4}`}>
      <div className="grid gap-4">
        <p className="font-semibold wrap-anywhere">
          {title} <span className="whitespace-nowrap">•••• {accountNumberLast4}</span>
        </p>
        {status === "PENDING_VERIFICATION" ? (
          <AmountsForm verification={verification} onChange={onChange} />
        ) : status === "EXPIRED" || status === "FAILED" ? (
          <NotVerified verification={verification} onChange={onChange} onLink={onLink} />
        ) : (
          <Waiting verification={verification} />
        )}
      </div>
    </Card>
  );
}

function Waiting({ verification: { status, creditsExpectedOn } }: { verification: MicroEntryVerification }) {
  const day = useDay()(creditsExpectedOn);
  if (status === "VERIFIED")
    return (
      <Notice tone="success">
        <p>
          <Trans>This account is verified.</Trans>
        </p>
      </Notice>
    );
  return (
    <Notice tone="info">
      <p>
        {status === "SENT" ? (
          <Trans>
            Two small amounts are on their way. They are in the account by <strong>{day}</strong>. We email you then,
            and you enter them here.
          </Trans>
        ) : (
          <Trans>
            We send two small amounts to this account as soon as our checks are done. We email you when they are there;
            there is nothing to do now.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

/** The verification has ended without success: why, and what the owner can do. */
function NotVerified({ verification, onChange, onLink }: VerificationProps) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const restart = useMutation({
    mutationFn: () => ask(restartMicroEntries, { params: { id: verification.bankAccountId } }),
    onSettled: onChange,
  });
  return (
    <>
      <Notice tone="warning">
        <p>
          <WhyNot verification={verification} />
        </p>
      </Notice>
      {restart.isError && (
        <Notice tone="error">
          <p>{messageOf(restart.error)}</p>
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {verification.canRestart && (
          <Button
            id="restart"
            variant={onLink ? "primary" : "secondary"}
            busy={restart.isPending}
            onClick={() => restart.mutate()}
          >
            {t`Send two new amounts`}
          </Button>
        )}
        {onLink && (
          <Button variant="secondary" onClick={onLink}>
            {t`Link a bank instead`}
          </Button>
        )}
      </div>
      <p className="text-small text-ink-soft">
        <Trans>If you need help, please use the help button of this page.</Trans>
      </p>
    </>
  );
}

function WhyNot({ verification: { failure } }: { verification: MicroEntryVerification }): ReactNode {
  switch (failure) {
    case "TOO_MANY_TRIES":
      return (
        <Trans>The amounts were wrong three times, so this account is not verified. Our team is looking at it.</Trans>
      );
    case "TOO_MANY_VERIFICATIONS":
      return (
        <Trans>
          We have sent amounts three times in 30 days, so we send no more for now. Our team is looking at it.
        </Trans>
      );
    case "ENTRY_FAILED":
      return (
        <Trans>
          The bank did not accept the amounts, so this account is not verified. Please check its numbers. Our team is
          looking at it.
        </Trans>
      );
    case null:
      return <Trans>This account was not verified in time, so we can neither pay to it nor debit it.</Trans>;
  }
}
