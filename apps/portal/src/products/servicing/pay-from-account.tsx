import { payFromAccount, quotePayFromAccount } from "@inlay/contracts/calls/payments.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { Heading } from "../../shared/page/heading.tsx";
import { type PortalSession, usePortalSession, useStepUpChange } from "../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { AuthorizationText } from "./authorization-text.tsx";
import { useServicing } from "./use-servicing.ts";
import { useAccountWords, useDays } from "./use-servicing-words.ts";

/** What is due, and the other accounts that it can be paid from. */
const otherAccountsQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: ["pay from account", issuedProductId],
    queryFn: () => ask(quotePayFromAccount, { params: { id: issuedProductId } }),
    gcTime: 0,
    retry: false,
  });

type PayFromAccountProps = {
  product: { issuedProductId: string; today: string };
  readAgain: () => Promise<unknown>;
  onBack: () => void;
};

/** Pays what is due once from another account of the business. The account of later payments stays the same. */
export function PayFromAccount({ product, readAgain, onBack }: PayFromAccountProps) {
  const { t } = useLingui();
  const { issuedProductId } = product;
  const session = usePortalSession();
  const { open } = useServicing();
  const { money, parts } = useOfferFormats();
  const { day } = useDays(product.today);
  const nameOf = useAccountName();
  const { data, refetch } = useSuspenseQuery(otherAccountsQuery(session, issuedProductId));
  const { payNowQuote: quote, accounts } = data;
  const [only, ...others] = accounts;
  const [chosenId, setChosenId] = useState(others.length === 0 ? (only?.bankAccountId ?? null) : null);
  const chosen = accounts.find(({ bankAccountId }) => bankAccountId === chosenId);
  const { amountCents, effectiveDate } = quote;
  const [amount, takenDay] = [money(amountCents), day(effectiveDate)];
  useStepUpChange([
    { label: t`Amount`, value: amount },
    { label: t`Taken on`, value: takenDay },
    { label: t`From`, value: chosen ? nameOf(chosen) : null },
  ]);
  const pay = useMutation({
    mutationFn: (bankAccountId: string) =>
      session.ask(payFromAccount, {
        params: { id: issuedProductId },
        body: { bankAccountId, amountCents, effectiveDate },
      }),
    onError: () => void refetch(),
  });
  if (pay.isSuccess && chosen)
    return (
      <div className="grid gap-6">
        <title>{t`Your payment is on its way`}</title>
        <Heading takesFocus>{t`Your payment is on its way`}</Heading>
        <Card className="max-w-[52ch]">
          <Receipt
            rows={[
              { label: t`Amount`, value: amount },
              { label: t`Taken on`, value: takenDay },
              { label: t`From`, value: <span className="wrap-anywhere">{nameOf(chosen)}</span> },
            ]}
          />
        </Card>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>We tell you when it has arrived. Later payments come from the same account as before.</Trans>
        </p>
        <FormFooter primary={{ label: t`Done`, onPress: () => void readAgain().then(onBack) }} canSwitch={false} />
      </div>
    );
  const title = t`Use another account`;
  const toAccounts = { label: t`Link another account`, onPress: () => open({ page: "BANK_ACCOUNTS" }) };
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus>{title}</Heading>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>
            One payment of exactly this amount, tried once. Later payments come from the same account as before.
          </Trans>
        </p>
      </div>
      <Card className="grid max-w-[52ch] gap-4">
        <div>
          <p className="type-small">{t`To pay on ${takenDay}`}</p>
          <Figure amount={parts(amountCents)} size="figure" />
        </div>
        {quote.feeCents > 0 && (
          <Receipt
            rows={[
              { label: t`Payments`, value: money(quote.repaymentCents) },
              { label: t`Fees`, value: money(quote.feeCents) },
              { label: t`Total`, value: amount, isTotal: true },
            ]}
          />
        )}
      </Card>
      <div className="max-w-[52ch]">
        {accounts.length > 0 ? (
          <ChoiceField
            kind="one"
            label={t`Account`}
            choices={accounts.map((account) => ({ value: account.bankAccountId, label: nameOf(account) }))}
            value={chosenId}
            onChange={setChosenId}
          />
        ) : (
          <Notice tone="info" title={t`We know of no other account that can be debited`}>
            <p>
              <Trans>Link another checking account of your business first. Then it can be chosen here.</Trans>
            </p>
          </Notice>
        )}
      </div>
      {chosen && <AuthorizationText text={chosen.authorization.text} />}
      <FormFooter
        primary={
          accounts.length > 0
            ? {
                label: t`Pay ${amount} on ${takenDay}`,
                onPress: () => chosen && !pay.isPending && pay.mutate(chosen.bankAccountId),
                busy: pay.isPending,
                disabledReason: chosen ? null : t`Please choose an account.`,
              }
            : toAccounts
        }
        onBack={onBack}
        {...(accounts.length > 0 && { tertiary: toAccounts })}
        canSwitch={false}
      >
        {pay.isError && (
          <Notice tone="error">
            <p>
              {isChanged(pay.error) ? (
                <Trans>What is due, or the day of the payment, has changed. Please check it again.</Trans>
              ) : (
                messageOf(pay.error)
              )}
            </p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}

const isChanged = (error: unknown): boolean => error instanceof ApiError && error.code === "PAY_NOW_CHANGED";

/** "Harbor Credit Union •••• 2204", or without the name of a bank that is not known. */
function useAccountName(): (account: { institutionName: string | null; accountNumberLast4: string }) => string {
  const { t } = useLingui();
  const wordsOf = useAccountWords();
  const unnamed = t`Account`;
  return ({ institutionName, accountNumberLast4 }) =>
    wordsOf({ name: institutionName ?? unnamed, last4: accountNumberLast4 }) ?? "";
}

/** The way to pay from another account, with the one there is. Null while it is not known whether anything can be paid. */
export function useOtherAccountWords(issuedProductId: string, isOffered: boolean): string | null {
  const { t } = useLingui();
  const nameOf = useAccountName();
  const { data } = useQuery({ ...otherAccountsQuery(usePortalSession(), issuedProductId), enabled: isOffered });
  if (!data) return null;
  const [first, ...others] = data.accounts;
  if (!first) return t`Link one first. Only this payment is taken from it.`;
  const name = nameOf(first);
  return others.length === 0 ? t`You have one more: ${name}` : t`Only this payment is taken from it.`;
}
