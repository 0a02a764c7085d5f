import { revealAccountNumbers } from "@inlay/contracts/calls/banking.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState, useTransition } from "react";
import { FormFooter } from "../forms/form-footer.tsx";
import { messageOf, useWords } from "../language/words.ts";
import { AuthorizeDebits } from "../linking/banks/authorize-debits.tsx";
import { LinkAnyBank } from "../linking/banks/link-any-bank.tsx";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { Screen } from "../page/screen.tsx";
import { usePortalSession, useStepUpChange } from "../session/portal-session.tsx";

export type SelectableAccount = {
  id: string;
  bankName: string | null;
  accountName: string;
  accountNumberLast4: string;
  achAuthorized: boolean;
  /** Repayments are debited from it now. */
  isPrimary: boolean;
};

type SelectAccountProps<Account extends SelectableAccount> = {
  accounts: readonly Account[];
  /** The account at which a bank refused a payment, which is why another one is asked for. */
  refusedLast4?: string | null;
  /** Disbursements go to the account, too. */
  isPaidTo: boolean;
  /** Shown under the list. */
  note?: ReactNode;
  /** `isAuthorized`: the owner has just authorized debits, which they had not before. Rejects with the server's refusal. */
  onSelect: (account: Account, isAuthorized: boolean) => Promise<void>;
  /** Called when a bank was linked; its accounts are to be loaded. */
  onLinked: () => Promise<unknown>;
  onBack: (() => void) | null;
  takesFocus: boolean;
};

/** The account for repayments, and the authorization to debit it if it was not given before. */
export function SelectAccount<Account extends SelectableAccount>(props: SelectAccountProps<Account>) {
  const { accounts, refusedLast4 = null, isPaidTo, note, onSelect, onLinked, onBack, takesFocus } = props;
  const { t } = useLingui();
  const { sentence } = useWords();
  const [only, ...others] = accounts;
  const first = accounts.find(({ isPrimary }) => isPrimary) ?? (others.length === 0 ? only : undefined);
  const [chosenId, setChosenId] = useState(first?.id ?? null);
  const [place, setPlace] = useState<"CHOICE" | "AUTHORIZATION" | "LINK" | "RETURNED">("CHOICE");
  const [isMoving, startMoving] = useTransition();
  const move = (to: typeof place) => startMoving(() => setPlace(to));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const chosen = accounts.find(({ id }) => id === chosenId) ?? null;

  const shownAs = (account: Account | null | undefined) =>
    account ? `${account.bankName ?? account.accountName} •••• ${account.accountNumberLast4}` : null;
  useStepUpChange(
    chosen?.isPrimary
      ? [{ label: t`Repayments from`, value: shownAs(chosen) }]
      : [
          { label: t`Repayments now from`, value: shownAs(accounts.find(({ isPrimary }) => isPrimary)) },
          { label: t`Repayments then from`, value: shownAs(chosen) },
        ],
  );

  const send = async (isAuthorized: boolean) => {
    if (!chosen) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onSelect(chosen, isAuthorized);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  const goOn = () => {
    if (chosen?.achAuthorized) void send(false);
    else if (chosen) move("AUTHORIZATION");
  };
  const refused = refusal === null ? null : messageOf(refusal);

  if (place === "LINK")
    return (
      <LoadBoundary>
        <LinkAnyBank
          onDone={async () => {
            await onLinked();
            move("RETURNED");
          }}
          onBack={() => move("RETURNED")}
        />
      </LoadBoundary>
    );
  if (place === "AUTHORIZATION" && chosen)
    return (
      <LoadBoundary>
        <Authorization
          accountId={chosen.id}
          busy={busy}
          refusal={refused}
          onContinue={() => send(true)}
          onBack={() => move("RETURNED")}
        />
      </LoadBoundary>
    );
  const link = { busy: isMoving, onPress: () => move("LINK") };
  return (
    <Screen
      title={isPaidTo ? t`Select an account for repayment and funding` : t`Select an account for repayment`}
      lead={<Trans>A checking account of your business. You can change it later.</Trans>}
      aside={{
        title: t`When would you debit my account?`,
        body: (
          <Trans>Only for payments you agreed to, on the days you agreed to. Nothing is taken by continuing.</Trans>
        ),
      }}
      takesFocus={takesFocus || place === "RETURNED"}
    >
      {refusedLast4 && (
        <Notice tone="warning">
          <p>
            <Trans>
              A bank did not accept a payment for your account ending in {refusedLast4}. Please choose another one.
            </Trans>
          </p>
        </Notice>
      )}
      {accounts.length === 0 ? (
        <>
          <EmptyState
            title={
              refusedLast4
                ? t`We know of no other checking account of your business`
                : t`We know of no checking account of your business`
            }
          >
            <Trans>Please link the bank where your business has one.</Trans>
          </EmptyState>
          <FormFooter primary={{ label: t`Connect your bank`, ...link }} onBack={onBack} />
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) goOn();
          }}
          className="grid gap-6"
        >
          <ChoiceField
            kind="one"
            id="primaryBankAccountId"
            label={t`Account`}
            isLabelHidden
            choices={accounts.map(({ id, bankName, accountName, accountNumberLast4 }) => ({
              value: id,
              label: accountName,
              description: [bankName, t`ending in ${accountNumberLast4}`].filter(Boolean).join(", "),
            }))}
            value={chosenId}
            onChange={setChosenId}
          />
          {note}
          <FormFooter
            primary={{
              busy: busy || isMoving,
              disabledReason: chosen ? null : sentence("Please select an account"),
            }}
            onBack={onBack}
            tertiary={{ label: t`Link another account`, onPress: link.onPress }}
          >
            {refused && (
              <Notice tone="error">
                <p>{refused}</p>
              </Notice>
            )}
          </FormFooter>
        </form>
      )}
    </Screen>
  );
}

type AuthorizationProps = {
  accountId: string;
  busy: boolean;
  refusal: string | null;
  onContinue: () => void;
  onBack: () => void;
};

/** The account numbers are loaded when they are shown and not cached. */
function Authorization({ accountId, ...rest }: AuthorizationProps) {
  const { ask } = usePortalSession();
  const { data } = useSuspenseQuery({
    queryKey: ["account numbers", accountId],
    queryFn: () => ask(revealAccountNumbers, { query: {} }),
    gcTime: 0,
  });
  const accounts = data.accounts.filter(({ id }) => id === accountId);
  return <AuthorizeDebits {...rest} authorization={data.authorization} accounts={accounts} />;
}
