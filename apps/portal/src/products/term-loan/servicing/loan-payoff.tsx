import { reportInteraction } from "@inlay/contracts/calls/interactions.ts";
import { quotePayoff, schedulePayoff } from "@inlay/contracts/calls/payments.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { DayGrid } from "@inlay/ui/fields/day-grid.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../../shared/language/words.ts";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { PayoffCost, type PayoffQuote, WhatChanges } from "./payoff-cost.tsx";
import { ScheduledPayoff } from "./scheduled-payoff.tsx";
import { useReadAgain, useTermLoan } from "./use-term-loan.ts";

/** The payoff of a loan: the owner chooses a day, reviews what it costs and changes, and confirms. A late loan is paid off through support. */
export function LoanPayoff({ issuedProductId, takesFocus }: PageProps<"PAYOFF">) {
  const { t } = useLingui();
  const { home, open } = useServicing();
  const loan = useTermLoan(issuedProductId);
  const { business } = useBusiness();
  const whyNot = useWhyNotPayOff()(loan);
  const toLoan = () => open({ page: "PRODUCT", issuedProductId });
  const { scheduled, why, request } = loan.payoff;
  const page = { loan, takesFocus };
  if (!business.roles.includes("PRIMARY_OWNER"))
    return (
      <Page title={t`Pay off loan`} takesFocus={takesFocus}>
        <EmptyState title={t`Only the primary owner can pay off this loan`} />
        <FormFooter primary={{ label: t`Done`, onPress: home }} canSwitch={false} />
      </Page>
    );
  if (scheduled)
    return (
      <Page title={t`Your payoff is scheduled`} takesFocus>
        <ScheduledPayoff loan={loan} scheduled={scheduled} />
        <WhatChanges loan={loan} />
        <FormFooter primary={{ label: t`Done`, onPress: toLoan }} canSwitch={false} />
      </Page>
    );
  if (why === "PAYOFF_NEEDS_SUPPORT") {
    if (request?.status === "ANSWERED" && request.effectiveDate)
      return <PayoffFlow {...page} days={[request.effectiveDate]} isQuotedBySupport />;
    return <LatePayoff {...page} isRequested={request !== null} onDone={toLoan} />;
  }
  if (why !== null)
    return (
      <Page title={t`Pay off loan`} takesFocus={takesFocus}>
        <EmptyState title={whyNot} />
        <FormFooter primary={{ label: t`Done`, onPress: toLoan }} canSwitch={false} />
      </Page>
    );
  return <PayoffFlow {...page} days={loan.payoff.days} />;
}

function Page({ title, takesFocus, children }: { title: string; takesFocus: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {children}
    </div>
  );
}

/** Why a loan cannot be paid off now. */
function useWhyNotPayOff(): (loan: TermLoanServicing) => string {
  const { t } = useLingui();
  return ({ payoff }) => {
    switch (payoff.why) {
      case "PAYOFF_PAYMENT_PENDING":
      case "PAYOFF_PAYMENT_DUE_SOON":
        return t`Please wait until the pending/upcoming payment completes prior to repaying off the remaining balance.`;
      case "PAYOFF_NO_ACCOUNT":
        return t`There is no bank account from which the payoff can be debited.`;
      case "PAYOFF_ALREADY_SCHEDULED":
        return t`You have scheduled a payoff.`;
      default:
        return t`Nothing is left to pay off.`;
    }
  };
}

type LatePayoffProps = { loan: TermLoanServicing; takesFocus: boolean; isRequested: boolean; onDone: () => void };

/** The payoff of a late loan is asked for from support, who quote it for a day. */
function LatePayoff({ loan, takesFocus, isRequested, onDone }: LatePayoffProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const readAgain = useReadAgain(loan.issuedProductId);
  const { issuedProductId } = loan;
  const notify = useMutation({
    mutationFn: async () => {
      const body = { eventType: "EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN", issuedProductId } as const;
      await ask(reportInteraction, { body });
      await readAgain();
    },
  });
  if (isRequested)
    return (
      <Page title={t`Payoff requested`} takesFocus>
        <p className="max-w-[56ch]">
          <Trans>
            Our support quotes your payoff within one banking day and writes to you. You can then schedule it here.
          </Trans>
        </p>
        <FormFooter primary={{ label: t`Done`, onPress: onDone }} canSwitch={false} />
      </Page>
    );
  return (
    <Page title={t`Your loan is late`} takesFocus={takesFocus}>
      <Notice tone="warning" title={t`To schedule your payoff, please email support.`}>
        <p>
          <Trans>
            A payment of this loan is past due, so its payoff is quoted by our staff. Notify them here: they quote it
            within one banking day.
          </Trans>
        </p>
      </Notice>
      <FormFooter
        primary={{
          label: t`Notify Support`,
          onPress: () => !notify.isPending && notify.mutate(),
          busy: notify.isPending,
        }}
        onBack={onDone}
        canSwitch={false}
      >
        {notify.isError && (
          <Notice tone="error">
            <p>{messageOf(notify.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </Page>
  );
}

type PayoffFlowProps = {
  loan: TermLoanServicing;
  takesFocus: boolean;
  days: readonly string[];
  /** Support has quoted this day, which is the only one. */
  isQuotedBySupport?: boolean;
};

function PayoffFlow({ loan, takesFocus, days, isQuotedBySupport = false }: PayoffFlowProps) {
  const { t } = useLingui();
  const { ask, report } = usePortalSession();
  const { money } = useOfferFormats();
  const { region } = useWords();
  const { issuedProductId, payoff } = loan;
  const { open } = useServicing();
  const { day: dayWords } = useDays(loan.today);
  const readAgain = useReadAgain(issuedProductId);
  const [{ isReview, hasMoved }, setStep] = useState({ isReview: false, hasMoved: false });
  const [chosen, setChosen] = useState(days[0] ?? null);
  const quote = useQuery({
    queryKey: ["payoff quote", issuedProductId, chosen],
    queryFn: async () => {
      const query = { effectiveDate: chosen ?? undefined };
      return (await ask(quotePayoff, { params: { id: issuedProductId }, query })).payoffQuote;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const schedule = useMutation({
    mutationFn: async (effectiveDate: string) => {
      await ask(schedulePayoff, { params: { id: issuedProductId }, body: { effectiveDate } });
      await readAgain();
    },
    onError: () => report({ eventType: "EARLY_PAYOFF_FAILED", issuedProductId }),
  });
  const shown: PayoffQuote | undefined = quote.data;
  // The figures of another day stay in view while those of the chosen one are read, and cannot be confirmed.
  const isCurrent = shown !== undefined && !quote.isPlaceholderData;
  const cost = shown ? (
    <PayoffCost loan={loan} quote={shown} />
  ) : quote.isError ? (
    <Notice tone="error">
      <p>{messageOf(quote.error)}</p>
    </Notice>
  ) : (
    <Skeleton className="h-80 w-full" />
  );
  const next = payoff.nextPaymentOn && dayWords(payoff.nextPaymentOn);
  const last = payoff.latestOn && dayWords(payoff.latestOn);
  const closed = payoff.closedDays.map(dayWords).join(", ");
  if (isReview && shown) {
    const [amount, takenDay] = [money(shown.amountCents), dayWords(shown.effectiveDate)];
    return (
      <Page title={t`Review and confirm`} takesFocus>
        <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
          {cost}
          <WhatChanges loan={loan} />
        </div>
        <FormFooter
          primary={{
            label: t`Pay off ${amount} on ${takenDay}`,
            onPress: () => isCurrent && !schedule.isPending && schedule.mutate(shown.effectiveDate),
            busy: schedule.isPending,
          }}
          onBack={() => setStep({ isReview: false, hasMoved: true })}
          canSwitch={false}
        >
          {schedule.isError && (
            <Notice tone="error">
              <p>{messageOf(schedule.error)}</p>
            </Notice>
          )}
        </FormFooter>
      </Page>
    );
  }
  return (
    <Page title={t`Pay off loan`} takesFocus={takesFocus || hasMoved}>
      <p className="-mt-4 max-w-[56ch] text-ink-soft">
        {isQuotedBySupport ? (
          <Trans>Support has quoted your payoff for one day.</Trans>
        ) : (
          <Trans>Choose a day. You see what it costs, what it saves and what changes before anything moves.</Trans>
        )}
      </p>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <Card className="grid gap-4">
          <DayGrid
            label={t`Day of the payoff`}
            days={days}
            closedDays={payoff.closedDays}
            marked={payoff.nextPaymentOn}
            value={chosen}
            onChange={setChosen}
            region={region}
            legend={{ choosable: t`You can choose`, marked: t`Next payment` }}
          />
          {!isQuotedBySupport && last && next && (
            <p className="type-small">
              {t`${last} is the last day: a payoff needs 3 days before the payment of ${next}.`}{" "}
              {closed && t`Banks are closed on ${closed}.`}
            </p>
          )}
        </Card>
        <div className="grid gap-4">
          {cost}
          <WhatChanges loan={loan} />
        </div>
      </div>
      <FormFooter
        primary={{
          label: t`Review payoff`,
          onPress: () => isCurrent && setStep({ isReview: true, hasMoved: true }),
          busy: quote.isFetching,
        }}
        onBack={() => open({ page: "PRODUCT", issuedProductId })}
        canSwitch={false}
      />
    </Page>
  );
}
