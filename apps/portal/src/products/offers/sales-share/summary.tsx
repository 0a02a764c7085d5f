import { explained } from "@inlay/lending/explain/worksheet.ts";
import type { SalesLevel } from "@inlay/lending/mechanics/sales-share/sales-levels.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { AmountSlider } from "../amount-slider.tsx";
import { ExplainedFigure } from "../explained-figure.tsx";
import { useOfferFrame } from "../offer-view.ts";
import { Price } from "../price.tsx";
import { SummaryPage } from "../summary-page.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { type Advance, outstandingCents, type QuotedAdvance, tiersWithin } from "./advance.ts";
import { useRhythmWords } from "./rhythm-words.ts";
import { SalesLevels } from "./sales-levels.tsx";

type AdvanceSummaryProps = {
  quote: QuotedAdvance;
  advance: Advance;
  onAmountChange: (amountCents: number) => void;
  /** How the owner gives the advance back, in a sentence. */
  lead: ReactNode;
  /** Which sales a payment is a share of, and when it is taken. */
  paymentNote: string;
  /** What happens when there are no sales. */
  withoutSales: ReactNode;
};

/** An advance that the owner sets by its amount, with what it costs and what happens when sales fall. */
export function AdvanceSummary({ quote, advance, onAmountChange, lead, ...texts }: AdvanceSummaryProps) {
  const { t } = useLingui();
  const shown = { quote, advance, levels: advance.atSalesLevels() };
  const { financeChargeInCents: costCents, estimatedApr: apr } = quote.terms;
  return (
    <SummaryPage
      title={t`An advance that moves with your sales`}
      lead={
        <>
          {lead} <Trans>There is no fixed end date and no late fee.</Trans>{" "}
          <Trans>Nothing is final, and nothing is owed, until you sign.</Trans>
        </>
      }
      quote={quote}
      price={{ costCents, apr, isEstimate: true }}
      choice={<Choice {...shown} onAmountChange={onAmountChange} />}
      cost={<Cost {...shown} {...texts} />}
    />
  );
}

type Shown = Pick<AdvanceSummaryProps, "quote" | "advance"> & { levels: readonly SalesLevel[] };
type ChoiceProps = Shown & Pick<AdvanceSummaryProps, "onAmountChange">;

function Choice({ quote: { offer, terms }, advance, levels, onAmountChange }: ChoiceProps) {
  const { t } = useLingui();
  const { isExpired } = useOfferFrame();
  const { money, minus, dollars, percentage, share } = useOfferFormats();
  const { range, amountCents, rhythm } = advance;
  const explain = () => explained(advance.quote).explanations;
  const outstanding = outstandingCents(offer);
  const deposit = money(terms.advanceAmountCents);
  const total = money(terms.totalRepaymentInCents);
  const fee = share(Number(terms.feeFactor) * 100 - 100);
  const apr = percentage(terms.estimatedApr);
  const term = useRhythmWords(rhythm).duration(levels[0]?.quote.estimatedTermPeriods ?? 0);
  const received = money(terms.netDisbursementAmountCents);
  return (
    <Card className="grid gap-5">
      {range.maxCents > range.minCents ? (
        <AmountSlider
          label={t`Deposit amount`}
          range={range}
          amountCents={amountCents}
          onChange={onAmountChange}
          disabledReason={isExpired ? t`This offer has expired.` : null}
        />
      ) : (
        <div>
          <p className="type-small">{t`Deposit amount`}</p>
          <p className="text-figure font-bold tabular-nums">{dollars(amountCents)}</p>
        </div>
      )}
      <hr className="border-line" />
      <Receipt
        rows={[
          { label: t`Deposit amount`, value: deposit },
          {
            label: t`Fee`,
            note: (
              <span className="flex flex-wrap gap-x-2">
                <span>{t`${fee} of the advance, fixed`}</span>
                <span>{t`Est. APR ${apr}`}</span>
              </span>
            ),
            value: (
              <ExplainedFigure
                figure="feeAmountCents"
                text={money(terms.feeAmountCents)}
                explain={explain}
                names={{ fromCents: t`Purchased amount` }}
                words={
                  <Trans>
                    For an advance of {deposit} you give us {total} of your future sales, the purchased amount. The fee
                    is the difference. It is fixed when you accept.
                  </Trans>
                }
              />
            ),
          },
          {
            label: outstanding === null ? t`Total repayment` : t`Total new repayment`,
            value: <ExplainedFigure figure="totalPaymentAmountCents" text={total} explain={explain} />,
            isTotal: true,
          },
          {
            label: t`Estimated APR`,
            value: (
              <ExplainedFigure
                figure="aprPercentage"
                text={apr}
                explain={explain}
                names={{ amountFinancedCents: t`Advance` }}
                words={
                  <Trans>
                    If your sales stay as in the last 6 months, you pay back <strong>{total}</strong> for an advance of{" "}
                    <strong>{deposit}</strong> within {term}. The APR is the yearly rate that makes the two equal. If
                    your sales are lower, it takes longer, and the APR is lower.
                  </Trans>
                }
              />
            ),
          },
          {
            label: t`Share of your sales`,
            note: <Tiers advance={advance} offer={offer} />,
            value: share(terms.repaymentPercentage),
          },
          { label: t`Estimated term`, note: t`If your sales stay as in the last 6 months`, value: term },
          ...(outstanding === null
            ? []
            : [{ label: t`Outstanding advance`, note: t`Paid off by the new one`, value: minus(outstanding) }]),
          {
            label: outstanding === null ? t`You receive` : t`Net proceeds, you receive`,
            value: <span className="text-lead">{received}</span>,
            isTotal: true,
          },
        ]}
      />
      {outstanding !== null && (
        <p className="rounded-control bg-tint px-3.5 py-3">
          <Trans>Payments continue on your current advance until the new one pays it off.</Trans>
        </p>
      )}
    </Card>
  );
}

/** The shares of sales by amount, if they differ. */
function Tiers({ advance: { range }, offer }: { advance: Advance; offer: QuotedAdvance["offer"] }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const tiers = tiersWithin(range, offer);
  if (tiers.length < 2) return null;
  return tiers.map(({ maxCents, repaymentPercentage }) => {
    const part = share(repaymentPercentage);
    const most = money(maxCents);
    return (
      <span key={maxCents} className="block">
        {t`${part} up to ${most}`}
      </span>
    );
  });
}

type CostProps = Shown & Pick<AdvanceSummaryProps, "paymentNote" | "withoutSales">;

function Cost({ quote: { terms }, advance, levels, paymentNote, withoutSales }: CostProps) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const { payment } = useRhythmWords(advance.rhythm);
  const part = share(terms.repaymentPercentage);
  const sales = money(terms.estimatedAverageMonthlySalesInCents);
  const monthly = money(terms.estimatedMonthlyPaymentInCents);
  const total = money(terms.totalRepaymentInCents);
  return (
    <Card className="grid gap-5" aria-label={t`What it costs you`}>
      <Price label={t`What it costs you`} costCents={terms.financeChargeInCents} apr={terms.estimatedApr} isEstimate />
      <Receipt
        rows={[
          {
            label: payment,
            note: paymentNote,
            value: (
              <ExplainedFigure
                figure="estimatedPaymentPerPeriodCents"
                text={money(terms.estimatedPaymentPerPeriodInCents)}
                explain={() => explained(advance.quote).explanations}
                words={
                  <Trans>
                    In the last 6 months your sales were {sales} in an average month. {part} of it is {monthly} a month.
                    A year of that is spread over the payments of a year.
                  </Trans>
                }
              />
            ),
          },
        ]}
      />
      <hr className="border-line" />
      <div className="grid gap-1">
        <h2 className="type-subheader">
          <Trans>What happens when sales fall</Trans>
        </h2>
        <p className="type-small">
          <Trans>Each payment is smaller. The total stays {total}; it takes longer.</Trans>
        </p>
      </div>
      <SalesLevels levels={levels} rhythm={advance.rhythm} />
      <p className="type-small">{withoutSales}</p>
    </Card>
  );
}
