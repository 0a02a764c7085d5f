import { type AccountChange, type AccountChangeKind, accountChangeTokenHeader } from "@inlay/contracts/bank.ts";
import { readAccountChange, stopAccountChange } from "@inlay/contracts/calls/account-changes.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { ApiError, request } from "../shared/api/api.ts";
import { messageOf, useWords } from "../shared/language/words.ts";
import { Loading } from "../shared/page/loading.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { usePlatformFrame } from "./direct-portal.tsx";
import { Page } from "./page.tsx";

const isToken = (text: string) => /^[\w-]{1,200}$/.test(text);

/** A second link that is opened in the same tab changes only what follows the hash sign, and the browser does not load the page again. */
const onHashChange = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

async function readByToken(token: string): Promise<AccountChange> {
  if (!isToken(token)) throw new ApiError({ code: linkInvalid, message: "", status: 404 });
  return request(readAccountChange, {}, { [accountChangeTokenHeader]: token });
}
const linkInvalid = "ACCOUNT_CHANGE_LINK_INVALID";

/**
 * The page that the link in an email about changed accounts opens, without a session. The token follows the hash sign, so that no server
 * and no other page sees it. Opening the page changes nothing, because email scanners open links too; the button stops the change.
 */
export function AccountChangePage() {
  const { t } = useLingui();
  const token = useSyncExternalStore(onHashChange, () => window.location.hash.slice(1));
  const { platform, frame } = usePlatformFrame();
  // Without a connection the request fails and says so, instead of waiting in silence.
  const change = useQuery({
    queryKey: ["account change", token],
    queryFn: () => readByToken(token),
    networkMode: "always",
  });
  const isInvalid = change.error instanceof ApiError && change.error.code === linkInvalid;
  return (
    <Page {...frame}>
      {(change.isPending || platform.isPending) && <Loading what={t`Loading…`} />}
      {isInvalid && <LinkInvalid error={change.error} />}
      {change.isError && !isInvalid && <Problem error={change.error} again={() => void change.refetch()} />}
      {change.data && !platform.isPending && (
        <Change key={token} token={token} change={change.data} programName={frame.brand?.name ?? t`your platform`} />
      )}
    </Page>
  );
}

/** Support is in the page's footer and behind its help button. */
function LinkInvalid({ error }: { error: unknown }) {
  const { t } = useLingui();
  return (
    <Screen title={t`This link cannot be used`} takesFocus>
      <div className="grid max-w-[56ch] gap-4">
        <Notice tone="warning">
          <p>{messageOf(error)}</p>
        </Notice>
        <p>
          <Trans>
            Please open the newest email about your accounts, or write to the address at the end of this page.
          </Trans>
        </p>
      </div>
    </Screen>
  );
}

type ChangeProps = { token: string; change: AccountChange; programName: string };

function Change({ token, change, programName }: ChangeProps) {
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => request(stopAccountChange, { body: { token } }),
    networkMode: "always",
    onSuccess: (stopped) => queryClient.setQueryData(["account change", token], stopped),
  });
  if (change.outcome) return <Decided change={change} programName={programName} />;
  if (change.stoppedAt) return <Stopped change={change} programName={programName} isJustStopped={stop.isSuccess} />;
  return (
    <CanStop
      change={change}
      programName={programName}
      error={stop.error}
      busy={stop.isPending}
      onStop={() => stop.mutate()}
    />
  );
}

type CanStopProps = Omit<ChangeProps, "token"> & { error: Error | null; busy: boolean; onStop: () => void };

function CanStop({ change, programName, error, busy, onStop }: CanStopProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`Was this you?`}
      lead={<Trans>Somebody changed the bank accounts of your business. Please check that an owner wanted this.</Trans>}
      aside={{
        title: t`What the button does`,
        body: (
          <>
            <p>
              <Trans>We neither pay to nor debit these accounts until our team has spoken with you.</Trans>
            </p>
            <p>
              <Trans>The account that was used before is used again, if there is one.</Trans>
            </p>
            <p>
              {change.madeBy.kind === "PERSON" ? (
                <Trans>The person who made the change is signed out, and every owner is told.</Trans>
              ) : (
                <Trans>Every owner is told.</Trans>
              )}
            </p>
          </>
        ),
      }}
      takesFocus={false}
    >
      <Facts change={change} programName={programName} />
      <div className="grid gap-4">
        {change.wasPaid && <TooLate />}
        {error && (
          <Notice tone="error">
            <p>{messageOf(error)}</p>
          </Notice>
        )}
        <div className="grid justify-items-stretch gap-3 sm:justify-items-start">
          <Button id="stop-change" busy={busy} onClick={onStop}>
            {t`This was not us: stop it`}
          </Button>
          <p className="max-w-[56ch] text-small text-ink-soft">
            <Trans>If an owner wanted this, there is nothing to do. You can close this page.</Trans>
          </p>
        </div>
      </div>
    </Screen>
  );
}

function TooLate() {
  const { t } = useLingui();
  return (
    <Notice tone="warning" title={t`Money was already sent there`}>
      <p>
        <Trans>It is too late to hold back what was sent. You can still stop everything that follows.</Trans>
      </p>
    </Notice>
  );
}

function Stopped({ change, programName, isJustStopped }: Omit<ChangeProps, "token"> & { isJustStopped: boolean }) {
  const { t } = useLingui();
  return (
    <Screen
      title={isJustStopped ? t`You have stopped the change` : t`The change is stopped`}
      aside={{
        title: t`What happens next`,
        body: (
          <>
            <p>
              <Trans>Our team looks at it by the end of the next banking day and speaks with the owners.</Trans>
            </p>
            <p>
              <Trans>Please change the password of your email account if you think that somebody else uses it.</Trans>
            </p>
          </>
        ),
      }}
      takesFocus={isJustStopped}
    >
      <Notice tone="success">
        <p>
          <Trans>We neither pay to nor debit these accounts. Every owner is told by email.</Trans>
        </p>
      </Notice>
      {change.wasPaid && (
        <Notice tone="warning" title={t`Money was already sent there`}>
          <p>
            <Trans>It was too late to hold back what was sent. Our team looks into it with you.</Trans>
          </p>
        </Notice>
      )}
      <Facts change={change} programName={programName} />
    </Screen>
  );
}

function Decided({ change, programName }: Omit<ChangeProps, "token">) {
  const { t } = useLingui();
  const isConfirmed = change.outcome === "CONFIRMED";
  return (
    <Screen title={isConfirmed ? t`The change was checked` : t`The change stays stopped`} takesFocus={false}>
      <Notice tone="info">
        <p>
          {isConfirmed ? (
            <Trans>
              An owner had stopped it. Our team has checked the accounts since, and they can be used again. If you
              disagree, please write to us at once.
            </Trans>
          ) : (
            <Trans>An owner had stopped it. Our team keeps these accounts blocked.</Trans>
          )}
        </p>
      </Notice>
      <Facts change={change} programName={programName} />
    </Screen>
  );
}

/** What was changed, when and by whom. */
function Facts({ change, programName }: Omit<ChangeProps, "token">) {
  const { t } = useLingui();
  const { region, day } = useWords();
  const deeds = useDeeds(programName);
  const { businessName, madeAt, madeBy, accounts, stoppedAt } = change;
  const moment = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" });
  const makers: Record<AccountChange["madeBy"]["kind"], string> = {
    PERSON: madeBy.name ?? t`Somebody of your business`,
    PLATFORM: programName,
    BANK: t`The bank`,
    STAFF: t`Our team`,
  };
  return (
    <div className="grid max-w-160 gap-6">
      <FigureList
        rows={[
          ...(businessName ? [{ label: t`Business`, value: businessName }] : []),
          { label: t`Changed by`, value: makers[madeBy.kind] },
          { label: t`Changed on`, value: moment.format(new Date(madeAt)) },
        ]}
      />
      <ul className="grid gap-3">
        {accounts.map(({ last4, bankName, holderName, what, firstPayoutOn }) => (
          <li
            key={`${holderName}/${bankName}/${last4}`}
            className="rounded-card border border-line bg-card px-4.5 py-4"
          >
            <p className="font-semibold wrap-anywhere">
              {[holderName, bankName].filter(Boolean).join(", ") || t`Bank account`}{" "}
              <span className="whitespace-nowrap">•••• {last4}</span>
            </p>
            <ul className="mt-1 grid gap-0.5">
              {what.map((kind) => (
                <li key={kind}>{deeds[kind]}</li>
              ))}
            </ul>
            {firstPayoutOn && !stoppedAt && (
              <p className="mt-2 text-small text-ink-soft">
                <NotBefore day={day(firstPayoutOn)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const NotBefore = ({ day }: { day: string }): ReactNode => <Trans>We send no money there before {day}.</Trans>;

function useDeeds(programName: string): Record<AccountChangeKind, string> {
  const { t } = useLingui();
  return {
    LINKED: t`Linked`,
    TYPED: t`Entered by hand`,
    PROVIDED: t`Provided by ${programName}`,
    NUMBERS_CHANGED: t`Its numbers were changed`,
    NUMBERS_REPORTED: t`Its bank reported other numbers`,
    CORRECTED: t`Its bank corrected its details`,
    CHOSEN_FOR_DEBITS: t`Chosen for repayments`,
    CHOSEN_FOR_PAYOUTS: t`Chosen for payouts`,
  };
}
