import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { cancelDrawPayoff, scheduleDrawPayoff } from "@inlay/contracts/calls/payments.ts";
import type { LineOfCreditServicing, ServicedDraw } from "@inlay/contracts/servicing/line-of-credit.ts";
import type { PayoffChoice } from "@inlay/contracts/servicing/payoff.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { DayGrid } from "@inlay/ui/fields/day-grid.tsx";
import { CompareBars } from "@inlay/ui/figures/compare-bars.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { contactQuery } from "../../../shared/api/queries.ts";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../../shared/language/words.ts";
import { useDoneBanner, useErrorBanner } from "../../../shared/page/banners.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useAccountWords, useDays } from "../../servicing/use-servicing-words.ts";
import { LineFigure } from "./line-figure.tsx";
import {
  type DrawPayoffQuote,
  useDrawPayoff,
  useDrawPayoffQuote,
  useReadPayoffAgain,
  useWhyNotPayOffDraw,
} from "./use-draw-payoff.ts";
import { useDrawNames, useLine } from "./use-line.ts";

/** The payoff of one draw: the owner chooses a day, reviews what it costs and changes, and confirms. */
export function DrawPayoff({ issuedProductId, partId, takesFocus }: PageProps<"DRAW_PAYOFF">) {
  const { t } = useLingui();
  const line = useLine(issuedProductId);
  const draw = line.draws.find(({ id }) => id === partId);
  const { business } = useBusiness();
  const { open } = useServicing();
  const toDraws = () => open({ page: "PAYOFF", issuedProductId });
  if (!draw || !business.roles.includes("PRIMARY_OWNER"))
    return (
      <Page title={t`Pay off draw`} takesFocus={takesFocus}>
        <EmptyState
          title={draw ? t`Only the primary owner can pay off a draw.` : t`This draw is not there any more.`}
        />
        <FormFooter primary={{ label: t`Done`, onPress: toDraws }} canSwitch={false} />
      </Page>
    );
  return <OwnPayoff line={line} draw={draw} takesFocus={takesFocus} onDone={toDraws} />;
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

type PayoffProps = { line: LineOfCreditServicing; draw: ServicedDraw; onDone: () => void };

function OwnPayoff({ line, draw, takesFocus, onDone }: PayoffProps & { takesFocus: boolean }) {
  const { t } = useLingui();
  const payoff = useDrawPayoff(draw.id);
  const whyNot = useWhyNotPayOffDraw()(payoff.why);
  if (payoff.scheduled) return <Scheduled line={line} draw={draw} scheduled={payoff.scheduled} onDone={onDone} />;
  if (payoff.why === "PAYOFF_NEEDS_SUPPORT")
    return (
      <Page title={t`Pay off draw`} takesFocus={takesFocus}>
        <Notice tone="warning" title={t`To schedule your payoff, please email support.`}>
          <SupportEmail />
        </Notice>
        <FormFooter primary={{ label: t`Done`, onPress: onDone }} canSwitch={false} />
      </Page>
    );
  if (whyNot)
    return (
      <Page title={t`Pay off draw`} takesFocus={takesFocus}>
        <EmptyState title={whyNot} />
        <FormFooter primary={{ label: t`Done`, onPress: onDone }} canSwitch={false} />
      </Page>
    );
  return <Flow line={line} draw={draw} payoff={payoff} takesFocus={takesFocus} onDone={onDone} />;
}

function SupportEmail() {
  const { data: contact } = useQuery(contactQuery(usePortalSession()));
  return contact ? (
    <a href={`mailto:${contact.supportEmail}`} className="text-link underline wrap-anywhere">
      {contact.supportEmail}
    </a>
  ) : (
    <p>
      <Trans>Open Help at the top of the page.</Trans>
    </p>
  );
}

type ScheduledProps = PayoffProps & { scheduled: NonNullable<PayoffChoice["scheduled"]> };

/** A payoff that waits for its day, or is being processed. */
function Scheduled({ line, draw, scheduled, onDone }: ScheduledProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { ask } = usePortalSession();
  const { day } = useDays(line.today);
  const showError = useErrorBanner();
  const showDone = useDoneBanner();
  const readAgain = useReadPayoffAgain(line.issuedProductId, draw.id);
  const account = useAccountWords()(line.account);
  const cancel = useMutation({
    mutationFn: async () => {
      await ask(cancelDrawPayoff, { params: { id: draw.id } });
      await readAgain();
    },
    onSuccess: () => showDone(t`The payoff is cancelled. Your schedule applies again.`),
    onError: (error) => {
      showError(error, messageOf(error));
      void readAgain();
    },
  });
  return (
    <Page title={t`You have scheduled a payoff for this draw.`} takesFocus>
      <Card className="max-w-[52ch]">
        <Receipt
          rows={[
            { label: t`Amount`, value: money(scheduled.amountCents) },
            { label: t`Taken on`, value: day(scheduled.effectiveDate) },
            ...(account ? [{ label: t`From`, value: <span className="wrap-anywhere">{account}</span> }] : []),
          ]}
        />
      </Card>
      <p className="max-w-[56ch] text-ink-soft">
        {scheduled.isCancellable ? (
          <Trans>Until it is sent you can cancel it. The draw is closed when the payment has arrived.</Trans>
        ) : (
          <Trans>It is being processed. The draw is closed when the payment has arrived.</Trans>
        )}
      </p>
      {scheduled.isCancellable && (
        <div>
          <Button variant="text" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            <Trans>Cancel the payoff</Trans>
          </Button>
        </div>
      )}
      <FormFooter primary={{ label: t`Done`, onPress: onDone }} canSwitch={false} />
    </Page>
  );
}

type FlowProps = PayoffProps & { payoff: PayoffChoice; takesFocus: boolean };

function Flow({ line, draw, payoff, takesFocus, onDone }: FlowProps) {
  const { t } = useLingui();
  const { ask, report } = usePortalSession();
  const { money } = useOfferFormats();
  const { region } = useWords();
  const { issuedProductId } = line;
  const { day: dayWords } = useDays(line.today);
  const name = useDrawNames(line.today)(draw);
  const readAgain = useReadPayoffAgain(issuedProductId, draw.id);
  const [{ isReview, hasMoved }, setStep] = useState({ isReview: false, hasMoved: false });
  const [chosen, setChosen] = useState(payoff.days[0] ?? null);
  const quote = useDrawPayoffQuote(draw.id, chosen);
  const schedule = useMutation({
    mutationFn: async (effectiveDate: string) => {
      await ask(scheduleDrawPayoff, { params: { id: draw.id }, body: { effectiveDate } });
      await readAgain();
    },
    onError: () => report({ eventType: "EARLY_PAYOFF_FAILED", issuedProductId }),
  });
  const shown = quote.data;
  // The figures of another day cannot be confirmed.
  const isCurrent = shown !== undefined && !quote.isPlaceholderData;
  const cost = shown ? (
    <PayoffCost line={line} quote={shown} />
  ) : quote.isError ? (
    <Notice tone="error">
      <p>{messageOf(quote.error)}</p>
    </Notice>
  ) : (
    <Skeleton className="h-80 w-full" />
  );
  if (isReview && shown) {
    const [amount, takenDay] = [money(shown.amountCents), dayWords(shown.effectiveDate)];
    return (
      <Page title={t`Review and confirm`} takesFocus>
        <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
          {cost}
          <WhatChanges line={line} draw={draw} />
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
  const next = payoff.nextPaymentOn && dayWords(payoff.nextPaymentOn);
  const last = payoff.latestOn && dayWords(payoff.latestOn);
  const closed = payoff.closedDays.map(dayWords).join(", ");
  return (
    <Page title={t`Pay off draw`} takesFocus={takesFocus || hasMoved}>
      <p className="-mt-4 max-w-[56ch] text-ink-soft">
        {name}.{" "}
        <Trans>Choose a day. You see what it costs, what it saves and what changes before anything moves.</Trans>
      </p>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <Card className="grid gap-4">
          <DayGrid
            label={t`Day of the payoff`}
            days={payoff.days}
            closedDays={payoff.closedDays}
            marked={payoff.nextPaymentOn}
            value={chosen}
            onChange={setChosen}
            region={region}
            legend={{ choosable: t`You can choose`, marked: t`Next payment` }}
          />
          {last && next && (
            <p className="type-small">
              {t`${last} is the last day: a payoff needs 3 days before the payment of ${next}.`}{" "}
              {closed && t`Banks are closed on ${closed}.`}
            </p>
          )}
        </Card>
        <div className="grid gap-4">
          {cost}
          <WhatChanges line={line} draw={draw} />
        </div>
      </div>
      <FormFooter
        primary={{
          label: t`Review payoff`,
          onPress: () => isCurrent && setStep({ isReview: true, hasMoved: true }),
          busy: quote.isFetching,
        }}
        onBack={onDone}
        canSwitch={false}
      />
    </Page>
  );
}

/** What the payoff costs with its parts, and what it saves of the interest that the schedule would still cost. */
function PayoffCost({ line, quote }: { line: LineOfCreditServicing; quote: DrawPayoffQuote }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const takenDay = useDays(line.today).day(quote.effectiveDate);
  const { explanations, plannedInterestCents, interestCents, savedCents } = quote;
  const charge = line.monthlyRatePercentage === null ? t`Flat charge` : t`Interest`;
  const names = {
    chargedInterestCents: t`One month of interest`,
    scheduledInterestCents: t`Interest of the payments left`,
    dueInterestCents: t`Interest already due`,
    currentInterestCents: t`Interest for the current month`,
    fromCents: t`Interest as planned`,
    interestCents: t`Interest if you pay off`,
  };
  const interestFigure = explanations["dueInterestCents"]?.result === 0 ? "currentInterestCents" : "interestCents";
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">{t`To pay on ${takenDay}`}</p>
        <LineFigure
          figure="owedCents"
          cents={quote.amountCents}
          explanations={explanations}
          size="figure"
          words={t`Everything that is left of the draw on that day.`}
        />
      </div>
      <Receipt
        rows={[
          { label: t`Principal left`, value: money(quote.principalCents) },
          {
            label: charge,
            value: (
              <LineFigure
                figure={interestFigure}
                cents={interestCents}
                explanations={explanations}
                words={t`One month of interest on the draw. It is never more than the interest of the payments that are left.`}
                names={names}
              />
            ),
          },
          ...(quote.feesCents > 0 ? [{ label: t`Unpaid fees`, value: money(quote.feesCents) }] : []),
          { label: t`Fee for paying early`, value: money(0) },
        ]}
      />
      {savedCents > 0 && (
        <div className="grid gap-3 border-t border-line pt-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="type-subheader">{t`You save`}</span>
            <span className="text-price text-good">
              <LineFigure
                figure="savedCents"
                cents={savedCents}
                explanations={explanations}
                words={t`The interest of the payments left, less the interest that the payoff costs.`}
                names={names}
              />
            </span>
          </p>
          <CompareBars
            bars={[
              {
                label: t`Interest as planned`,
                value: plannedInterestCents,
                text: money(plannedInterestCents),
                tone: "cost",
              },
              { label: t`Interest if you pay off`, value: interestCents, text: money(interestCents), tone: "own" },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

/** What the payoff does to the payments that are left, and to the limit. */
function WhatChanges({ line, draw }: { line: LineOfCreditServicing; draw: ServicedDraw }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const account = useAccountWords()(line.account);
  const accountAtEnd = account && beforePeriod(account);
  const left = draw.payments.filter(({ isPaid }) => !isPaid);
  const [first] = left;
  const firstDay = first && day(first.dueOn);
  const freed = money(draw.openPrincipalCents);
  return (
    <Card className="grid gap-1">
      <h2 className="font-semibold">{t`What changes`}</h2>
      <p className="type-small">
        {[
          firstDay &&
            t`${plural(left.length, { one: "The payment that is left", other: "The # payments that are left" })}, from ${firstDay} on, will not be taken.`,
          accountAtEnd && t`The amount comes from ${accountAtEnd}.`,
          t`The draw is closed when the payment has arrived, and ${freed} of your limit is free again.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </Card>
  );
}
