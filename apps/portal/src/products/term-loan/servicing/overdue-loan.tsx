import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useOtherAccountWords } from "../../servicing/pay-from-account.tsx";
import { useWhyNotPayNow } from "../../servicing/pay-now.tsx";
import { arrangementsQuery } from "../../servicing/payment-day.tsx";
import { useAccountWords, useDays, useFailureWords, useMayPay } from "../../servicing/use-servicing-words.ts";
import { WaysOutList } from "../../servicing/ways-out-list.tsx";
import { useDueLines } from "./loan-figure.tsx";
import { splitQuery } from "./split-payment.tsx";
import { useDueWords } from "./use-term-loan.ts";

type Overdue = NonNullable<TermLoanServicing["overdue"]>;

type OverdueLoanProps = {
  loan: TermLoanServicing;
  overdue: Overdue;
  onPayNow: () => void;
} & OtherWays;
type OtherWays = { onChooseRetryDay: () => void; onSplit: () => void; onUseOtherAccount: () => void };

/** What happened to a payment, what is owed line by line, the ways to put it right, and what happens meanwhile. */
export function OverdueLoan({ loan, overdue, onPayNow, ...ways }: OverdueLoanProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const amount = money(overdue.totalCents);
  const mayPay = useMayPay();
  const whyNot = useWhyNotPayNow()(loan.whyNotPayNow);
  return (
    <div className="grid gap-6">
      <WhatHappened loan={loan} overdue={overdue} />
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <Owed loan={loan} overdue={overdue} />
        <WaysOut loan={loan} overdue={overdue} {...ways} />
      </div>
      <Meanwhile loan={loan} overdue={overdue} />
      {mayPay && (
        <div className="action-bar grid sm:flex">
          <Button onClick={onPayNow} disabledReason={whyNot}>
            {t`Pay ${amount} now`}
          </Button>
        </div>
      )}
    </div>
  );
}

function WhatHappened({ loan, overdue }: { loan: TermLoanServicing; overdue: Overdue }) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const { oldestDueOn, failure, daysPastDue, isOnItsWay } = overdue;
  const failureWords = useFailureWords(loan.account?.name);
  const dueDay = oldestDueOn && day(oldestDueOn);
  if (!dueDay) return null;
  const whatToDo = () => {
    if (loan.payNowPending) return t`The payment that you have ordered puts it right.`;
    return isOnItsWay
      ? t`A payment is being processed.`
      : t`You can pay it now or choose another way; most take a minute.`;
  };
  const late = t`It is ${plural(daysPastDue, { one: "# day", other: "# days" })} late.`;
  return (
    <Notice
      tone="warning"
      title={failure ? t`Your payment of ${dueDay} did not go through` : t`Your payment of ${dueDay} is overdue`}
    >
      <p>
        {[failure && failureWords(failure.kind), daysPastDue > 0 ? late : null, whatToDo()].filter(Boolean).join(" ")}
      </p>
    </Notice>
  );
}

function Owed({ loan, overdue }: { loan: TermLoanServicing; overdue: Overdue }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(loan.today);
  const { feeWords } = useDueWords(loan.today);
  const { rows, total } = useDueLines(loan)(overdue);
  // A fee that falls due later is taken on its own day.
  const later = loan.fees.filter(({ dueOn }) => dueOn > loan.today);
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">
          <Trans>To be up to date today</Trans>
        </p>
        {total("figure")}
      </div>
      <Receipt rows={[...rows, { label: t`Total`, value: total(), isTotal: true }]} />
      {later.map(({ feeType, dueOn, unpaidCents }) => {
        const [fee, amount, feeDay] = [feeWords(feeType), money(unpaidCents), day(dueOn)];
        return (
          <p key={`${feeType} ${dueOn}`} className="type-small">
            {t`${fee}: ${amount}, due ${feeDay}. It is not part of this sum.`}
          </p>
        );
      })}
    </Card>
  );
}

type WaysOutProps = OtherWays & { loan: TermLoanServicing; overdue: Overdue };

/** The other ways out of a late payment. One that is not offered for this payment is left out. */
function WaysOut({ loan, overdue, onChooseRetryDay, onSplit, onUseOtherAccount }: WaysOutProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const { day } = useDays(loan.today);
  const { roles } = useBusiness().business;
  const mayPay = useMayPay();
  const isPrimary = roles.includes("PRIMARY_OWNER");
  const arrangements = useQuery({ ...arrangementsQuery(session, loan.issuedProductId), enabled: mayPay });
  const retryDays = arrangements.data?.find(({ retryDays: days }) => days.length > 0)?.retryDays;
  const canSplit = isPrimary && arrangements.data?.some(({ splitDays }) => splitDays.length > 0) === true;
  const split = useSplitWords(loan, canSplit);
  const otherAccount = useOtherAccountWords(
    loan.issuedProductId,
    isPrimary && loan.whyNotPayNow !== "PAY_NOW_NOTHING_DUE",
  );
  const planned = overdue.retryOn && day(overdue.retryOn);
  const lastDay = retryDays?.at(-1)?.day;
  const until = lastDay && day(lastDay);
  const retry = {
    name: t`Choose the day we try again`,
    detail: planned ? t`Planned: ${planned}. Any day until ${until}.` : t`Any day until ${until}.`,
    onPress: onChooseRetryDay,
  };
  return (
    <WaysOutList
      ways={[
        ...(retryDays ? [retry] : []),
        ...(canSplit && split ? [{ name: t`Split it in two`, detail: split, onPress: onSplit }] : []),
        ...(otherAccount ? [{ name: t`Use another account`, detail: otherAccount, onPress: onUseOtherAccount }] : []),
      ]}
    />
  );
}

/** Both halves on the first days that are possible, and what that costs. */
function useSplitWords(loan: TermLoanServicing, canSplit: boolean): string | null {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(loan.today);
  const { data } = useQuery({ ...splitQuery(usePortalSession(), loan.issuedProductId, null), enabled: canSplit });
  const [first, second] = data?.parts ?? [];
  if (!data || !first || !second) return null;
  const [amount, firstDay, secondDay] = [money(first.amountCents), day(first.day), day(second.day)];
  const interest = money(data.interestCents);
  const cost = data.interestCents > 0 ? t`${interest} more interest.` : t`No extra cost.`;
  return `${t`${amount} on ${firstDay} and the rest on ${secondDay}.`} ${cost}`;
}

function Meanwhile({ loan, overdue }: { loan: TermLoanServicing; overdue: Overdue }) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const account = useAccountWords()(loan.account);
  const retryDay = overdue.retryOn && day(overdue.retryOn);
  const nextDay = loan.nextPayment && day(loan.nextPayment.dueOn);
  return (
    <Card className="grid gap-1">
      <h2 className="font-semibold">
        <Trans>What happens meanwhile</Trans>
      </h2>
      <p className="type-small">
        {[
          retryDay && account
            ? t`We try ${account} again on ${retryDay}.`
            : t`We do not debit your account for this by ourselves.`,
          nextDay && t`The payment of ${nextDay} stays as it is.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </Card>
  );
}
