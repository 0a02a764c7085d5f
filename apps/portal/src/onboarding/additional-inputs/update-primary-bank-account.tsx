import { revealAccountNumbers } from "@inlay/contracts/calls/banking.ts";
import type { DebitAuthorization } from "@inlay/contracts/onboarding/debit-authorization.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState, useTransition } from "react";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { LoadBoundary } from "../../shared/page/load-boundary.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession, useStepUpChange } from "../../shared/session/portal-session.tsx";
import { AuthorizeDebits } from "../steps/collect-plaid/authorize-debits.tsx";
import { LinkAnyBank } from "../steps/collect-plaid/link-any-bank.tsx";
import type { InputScreen } from "./input-screen.ts";

/** The account for repayments, and the authorization to debit it if it was not given before. */
export function UpdatePrimaryBankAccount(props: InputScreen<"UPDATE_PRIMARY_BANK_ACCOUNT">) {
  const { data, onComplete, takesFocus } = props;
  const { accounts, isPaidTo, authorization } = data;
  const { t } = useLingui();
  const { sentence } = useWords();
  const [only, ...others] = accounts;
  const first = accounts.find(({ isPrimary }) => isPrimary) ?? (others.length === 0 ? only : undefined);
  const [chosenId, setChosenId] = useState(first?.id ?? null);
  const [place, setPlace] = useState<"CHOICE" | "AUTHORIZATION" | "LINK" | "RETURNED">("CHOICE");
  const [isMoving, startMoving] = useTransition();
  const move = (to: typeof place) => startMoving(() => setPlace(to));
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const chosen = accounts.find(({ id }) => id === chosenId) ?? null;

  const shownAs = (account: typeof chosen | undefined) =>
    account ? `${account.bankName ?? account.accountName} •••• ${account.accountNumberLast4}` : null;
  useStepUpChange([
    { label: t`Repayments now from`, value: shownAs(accounts.find(({ isPrimary }) => isPrimary)) },
    { label: t`Repayments then from`, value: shownAs(chosen) },
  ]);

  const send = async (achAuthorized: boolean) => {
    if (!chosen) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onComplete({ primaryBankAccountId: chosen.id, ...(achAuthorized && { achAuthorized }) });
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  const goOn = () => {
    setMissing(chosen === null);
    if (chosen?.achAuthorized) void send(false);
    else if (chosen) move("AUTHORIZATION");
  };
  const refused = refusal === null ? null : messageOf(refusal);

  if (place === "LINK")
    return (
      <LoadBoundary>
        <LinkAnyBank onDone={async () => move("RETURNED")} onBack={() => move("RETURNED")} />
      </LoadBoundary>
    );
  if (place === "AUTHORIZATION" && chosen)
    return (
      <LoadBoundary>
        <Authorization
          accountId={chosen.id}
          authorization={authorization}
          busy={busy}
          refusal={refused}
          onContinue={() => send(true)}
          onBack={() => move("RETURNED")}
        />
      </LoadBoundary>
    );
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
      isWrong={isMissing && t`Error:`}
    >
      {accounts.length === 0 ? (
        <>
          <EmptyState title={t`We know of no checking account of your business`}>
            <Trans>Please link the bank where your business has one.</Trans>
          </EmptyState>
          <FormFooter primary={{ label: t`Connect your bank`, busy: isMoving, onPress: () => move("LINK") }} />
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
            onChange={(id) => {
              setChosenId(id);
              setMissing(false);
            }}
            error={isMissing ? sentence("Please select an account") : null}
          />
          <FormFooter primary={{ busy: busy || isMoving }}>
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
  authorization: DebitAuthorization;
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
  return <AuthorizeDebits {...rest} accounts={data.accounts.filter(({ id }) => id === accountId)} />;
}
