import type { BankAccount } from "@inlay/contracts/bank.ts";
import { listBankAccounts, revokeDebitAuthorization, setPrimaryBankAccount } from "@inlay/contracts/calls/banking.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, useTransition } from "react";
import type { PageProps } from "../products/servicing/pages.ts";
import { SelectAccount } from "../shared/accounts/select-account.tsx";
import { issuedProductsQuery } from "../shared/api/queries.ts";
import { useBusiness } from "../shared/business/business-context.tsx";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useWords } from "../shared/language/words.ts";
import { LinkAnyBank } from "../shared/linking/banks/link-any-bank.tsx";
import { useDoneBanner, useErrorBanner } from "../shared/page/banners.tsx";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { type PortalSession, usePortalSession } from "../shared/session/portal-session.tsx";

const bankAccountsQuery = ({ ask }: Pick<PortalSession, "ask">) =>
  queryOptions({
    // A part of "step", which is loaded again after a bank is linked.
    queryKey: ["step", "bank accounts"],
    queryFn: async () => (await ask(listBankAccounts, { query: {} })).bankAccounts,
    gcTime: 0,
  });

/** The accounts of the business: which one is debited and which one is paid to, and the way to change them. */
export function BankAccounts({ takesFocus }: PageProps<"BANK_ACCOUNTS">) {
  const { t } = useLingui();
  const session = usePortalSession();
  const queries = useQueryClient();
  const showDone = useDoneBanner();
  const { business } = useBusiness();
  const { data: accounts } = useSuspenseQuery(bankAccountsQuery(session));
  const [place, setPlace] = useState<"SUMMARY" | "SELECT" | "LINK" | "RETURNED">("SUMMARY");
  const [, startMoving] = useTransition();
  const move = (to: typeof place) => startMoving(() => setPlace(to));
  const refresh = () => queries.invalidateQueries({ queryKey: ["step"] });
  const isPaidTo = !business.platformDisbursementAccountExpected;

  if (place === "SELECT")
    return (
      <SelectAccount
        accounts={selectable(accounts, business).map((account) => ({
          ...account,
          bankName: account.institutionName,
          isPrimary: account.roles.includes("SERVICING"),
        }))}
        isPaidTo={isPaidTo}
        note={
          <p className="text-small text-ink-soft">
            <Trans>
              We email every owner about this change. Payments already on their way stay with the account that they were
              sent to.
            </Trans>
          </p>
        }
        onSelect={async ({ id }, isAuthorized) => {
          const body = isAuthorized ? { achAuthorized: true as const } : {};
          const answer = await session.ask(setPrimaryBankAccount, { params: { id }, body });
          queries.setQueryData(bankAccountsQuery(session).queryKey, answer.bankAccounts);
          showDone(t`Your account for repayments is set.`);
          move("RETURNED");
        }}
        onLinked={refresh}
        onBack={() => move("RETURNED")}
        takesFocus
      />
    );
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
      title={t`Bank accounts`}
      aside={{
        title: t`Who is told about a change?`,
        body: (
          <Trans>
            Every owner gets an email with a button that stops the change. Before a change we ask you to confirm that it
            is you, and a new account receives no money for three days.
          </Trans>
        ),
      }}
      takesFocus={takesFocus || place === "RETURNED"}
    >
      {accounts.length === 0 ? (
        <EmptyState title={t`We know of no bank account of your business`}>
          <Trans>Please link the bank where your business has one.</Trans>
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {accounts.map((account) => (
            <li key={account.id}>
              <Account account={account} />
            </li>
          ))}
        </ul>
      )}
      <FormFooter
        primary={
          accounts.length === 0
            ? { label: t`Connect your bank`, onPress: () => move("LINK") }
            : { label: t`Change the account`, onPress: () => move("SELECT") }
        }
        {...(accounts.length > 0 && { tertiary: { label: t`Link another bank`, onPress: () => move("LINK") } })}
      />
    </Screen>
  );
}

type Rules = {
  platformDisbursementAccountExpected: boolean;
  canUsePlatformCreatedDisbursementAccountForServicing: boolean;
};

/** The accounts that repayments can be taken from. One that the platform pays to is left out where it may not be debited. */
export const selectable = (accounts: readonly BankAccount[], rules: Rules): BankAccount[] =>
  accounts.filter(({ isChecking, bankAccountCreatedMethod, roles }) => {
    const isOfPlatform = bankAccountCreatedMethod === "PLATFORM" && roles.includes("DISBURSEMENT");
    const isExcluded =
      rules.platformDisbursementAccountExpected && !rules.canUsePlatformCreatedDisbursementAccountForServicing;
    return isChecking && !(isOfPlatform && isExcluded);
  });

function Account({ account }: { account: BankAccount }) {
  const { t } = useLingui();
  const { day } = useWords();
  const [isAsking, setAsking] = useState(false);
  const { institutionName, accountName, accountNumberLast4, roles, achAuthorized, firstPayoutOn } = account;
  const name = institutionName ?? accountName;
  const digits = `\u2022\u2022\u2022\u2022\u00a0${accountNumberLast4}`;
  const number = name === accountName ? digits : `${accountName} \u00b7 ${digits}`;
  const heldUntil = firstPayoutOn && day(firstPayoutOn);
  return (
    <Card className="grid gap-3" aria-labelledby={`account-${account.id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={`account-${account.id}`} className="type-subheader wrap-anywhere">
          {name}
        </h2>
        <span className="flex flex-wrap gap-2 empty:hidden">
          {roles.includes("SERVICING") && <Badge tone="success">{t`Repayments`}</Badge>}
          {roles.includes("DISBURSEMENT") && <Badge tone="info">{t`Funding`}</Badge>}
        </span>
      </div>
      <p className="wrap-anywhere">{number}</p>
      {heldUntil && (
        <Notice tone="info">
          <p>
            <Trans>New or changed: it receives money from {heldUntil} on. Debits are not affected.</Trans>
          </p>
        </Notice>
      )}
      {achAuthorized ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p className="type-small">
            <Trans>You have authorized us to debit this account.</Trans>
          </p>
          <Button variant="text" onClick={() => setAsking(true)}>
            <Trans>
              Withdraw the authorization<span className="sr-only"> of {number}</span>
            </Trans>
          </Button>
        </div>
      ) : (
        <p className="type-small">
          <Trans>We may not debit this account. You authorize us when you choose it for repayment.</Trans>
        </p>
      )}
      <WithdrawDialog account={account} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}

type WithdrawDialogProps = { account: BankAccount; isOpen: boolean; onClose: () => void };

/** What follows from withdrawing the authorization, said before it is done. */
function WithdrawDialog({ account, isOpen, onClose }: WithdrawDialogProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const queries = useQueryClient();
  const showError = useErrorBanner();
  const showDone = useDoneBanner();
  const { data: products } = useSuspenseQuery(issuedProductsQuery(session));
  const running = products.filter(({ loanStatus }) => !issuedProductLifecycle.isOver(loanStatus));
  const hasAdvance = running.some(({ servicingData }) => servicingData.product === "MCA");
  const hasLoan = running.some(({ servicingData }) => !isAdvance(servicingData.product));
  const withdraw = useMutation({
    mutationFn: () => session.ask(revokeDebitAuthorization, { params: { id: account.id } }),
    onSuccess: ({ bankAccounts }) => {
      queries.setQueryData(bankAccountsQuery(session).queryKey, bankAccounts);
      showDone(t`The authorization is withdrawn.`);
      onClose();
    },
    onError: (error) => {
      showError(error);
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Withdraw the authorization?`}
      isOpen={isOpen}
      onClose={onClose}
      closeLabel={t`Close`}
      actions={
        <>
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans>Withdraw the authorization</Trans>
          </Button>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 ps-5">
        <li>
          <Trans>
            Automatic payments from this account end. Debits that were already sent to the bank are not stopped.
          </Trans>
        </li>
        <li>
          <Trans>
            What you owe stays due. You can pay it from another account that you authorize, or send us a wire.
          </Trans>
        </li>
        {hasLoan && (
          <li>
            <Trans>A payment that is not made on its day becomes late, and a late fee may follow.</Trans>
          </li>
        )}
        {hasAdvance && (
          <li>
            <Trans>
              For your advance you must authorize another account within 10 banking days. Otherwise the agreement is
              breached.
            </Trans>
          </li>
        )}
      </ul>
    </Dialog>
  );
}
