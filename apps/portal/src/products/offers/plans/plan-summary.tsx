import { businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { Card } from "@inlay/ui/card.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { AmountSlider } from "../amount-slider.tsx";
import { useOfferFrame } from "../offer-view.ts";
import { Price } from "../price.tsx";
import { SummaryPage } from "../summary-page.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { useOfferQuote } from "../use-offer-quote.ts";
import { AdvanceReceipt } from "./advance-receipt.tsx";
import { DayLine } from "./day-line.tsx";
import { type PlanTexts, useWindowTexts } from "./plan-texts.ts";
import { advanceBy, exampleAmount, examplePlan, type PlanView } from "./plan-view.ts";

/** A limit with its plans. An example shows what an invoice or bill costs; the plan that is chosen here changes nothing else. */
export function PlanSummary({ view, texts }: { view: PlanView; texts: PlanTexts }) {
  const { t } = useLingui();
  const { money, dollars, percentage, share } = useOfferFormats();
  const { isExpired } = useOfferFrame();
  const windowTexts = useWindowTexts();
  const { offers, offer, onChoose } = view;
  const planId = examplePlan(view);
  const { range, amountCents } = exampleAmount(view);
  const advance = advanceBy(offer, planId, amountCents);
  const quote = useOfferQuote(offers, offer, advance.principalAmountCents);
  const plans = quote.terms.offerPlans;
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new RangeError(`the offer has no plan ${planId}`);

  const startsOn = businessDate(offer.pricedOn);
  const lastDueOn = advance.schedule.at(-1)?.dueOn ?? startsOn;
  const days = daysBetween(startsOn, lastDueOn);
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={
        <>
          {texts.lead} <Trans>Nothing is final, and nothing is owed, until you sign.</Trans>
        </>
      }
      quote={quote}
      price={{ costCents: plan.totalCostCents, apr: plan.apr, of: texts.priceOf(dollars(amountCents)) }}
      choice={
        <div className="grid gap-5">
          <div className="grid gap-1">
            <p className="type-small">{t`Monthly credit limit`}</p>
            <p className="text-figure font-bold tabular-nums">{dollars(offer.pricing.monthlyLimitAmountCents)}</p>
            <p className="type-small">{texts.limitNote}</p>
          </div>
          <ChoiceField
            kind="one"
            label={t`Your plans`}
            value={planId}
            onChange={(next) => onChoose({ offerId: offer.id, amountCents, planId: next })}
            choices={plans.map(({ id, repaymentWindow, advanceRatePercentage, transactionFeePercentage, ...shown }) => {
              const rate = texts.rate(share(advanceRatePercentage));
              const fee = share(transactionFeePercentage);
              const apr = percentage(shown.apr);
              return {
                value: id,
                label: windowTexts.name(repaymentWindow),
                figure: t`APR ${apr}`,
                description: t`${rate} · fee ${fee}`,
              };
            })}
            hint={texts.planNote}
          />
        </div>
      }
      cost={
        <Card className="grid gap-5" aria-label={t`Example`}>
          <h2 className="type-subheader">{t`Example`}</h2>
          <AmountSlider
            label={texts.amountLabel}
            range={range}
            amountCents={amountCents}
            onChange={(next) => onChoose({ offerId: offer.id, amountCents: next, planId: view.planId })}
            size="title"
            disabledReason={isExpired ? t`This offer has expired.` : null}
          />
          <hr className="border-line" />
          <DayLine
            first={{ label: texts.received, amount: money(plan.netDisbursementAmountCents), day: t`Today` }}
            last={{
              label: t`You repay`,
              amount: money(plan.totalPaymentAmountCents),
              day: windowTexts.lastDay(plan.repaymentWindow, days, lastDueOn),
            }}
            between={advance.schedule.slice(0, -1).map(({ dueOn }) => daysBetween(startsOn, dueOn) / days)}
          />
          <hr className="border-line" />
          <Price label={t`It costs you`} costCents={plan.totalCostCents} apr={plan.apr} />
          <AdvanceReceipt offer={offer} planId={planId} amountCents={amountCents} texts={texts} />
        </Card>
      }
    />
  );
}
