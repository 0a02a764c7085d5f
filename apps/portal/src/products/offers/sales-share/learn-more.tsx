import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { paidPerMonth } from "@inlay/lending/offers/outside-offer.ts";
import { Card } from "@inlay/ui/card.tsx";
import { ColumnPicture } from "@inlay/ui/figures/column-picture.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/language/words.ts";
import { DetailPage } from "../detail-page.tsx";
import { Apr, Price } from "../price.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { type Advance, outstandingCents, type QuotedAdvance } from "./advance.ts";

/** A tier with its price at the largest amount of it that can be chosen. */
export type PricedTier = {
  maxCents: number;
  repaymentPercentage: string | number;
  feeCents: number;
  apr: number;
};

type AdvanceLearnMoreProps = {
  quote: QuotedAdvance;
  advance: Advance;
  tiers: readonly PricedTier[];
  /** How the share of sales is taken, in sentences. */
  how: readonly ReactNode[];
};

/** What an advance costs, what the owner receives, by which share of sales it is repaid, and what would be paid each month. */
export function AdvanceLearnMore({ quote: { offer, terms }, advance, tiers, how }: AdvanceLearnMoreProps) {
  const { t } = useLingui();
  const { money, minus, share } = useOfferFormats();
  const amount = money(terms.advanceAmountCents);
  const outstanding = outstandingCents(offer);
  const fee = share(Number(terms.feeFactor) * 100 - 100);
  return (
    <DetailPage
      title={t`What your advance costs`}
      lead={<Trans>On an advance of {amount}. The figures change with the slider of your offer.</Trans>}
    >
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2">
        <Card className="grid gap-5">
          <Price
            label={t`What it costs you`}
            costCents={terms.financeChargeInCents}
            apr={terms.estimatedApr}
            isEstimate
          />
          <Receipt
            rows={[
              { label: t`Deposit amount`, value: amount },
              { label: t`Fee`, note: t`${fee} of the advance, fixed`, value: money(terms.feeAmountCents) },
              {
                label: outstanding === null ? t`Total repayment` : t`Total new repayment`,
                note: t`The purchased amount`,
                value: money(terms.totalRepaymentInCents),
                isTotal: true,
              },
            ]}
          />
          <hr className="border-line" />
          <Receipt
            rows={[
              { label: t`Deposit amount`, value: amount },
              ...(outstanding === null ? [] : [{ label: t`Outstanding advance`, value: minus(outstanding) }]),
              { label: t`Net proceeds`, value: money(terms.netDisbursementAmountCents), isTotal: true },
            ]}
          />
          {tiers.length > 1 && <Tiers tiers={tiers} />}
        </Card>
        <Card className="grid gap-4">
          <h2 className="type-subheader">
            <Trans>How you repay it</Trans>
          </h2>
          <ul className="grid list-disc gap-2 pl-5">
            {how.map((sentence, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sentences do not move.
              <li key={at}>{sentence}</li>
            ))}
            <li>
              <Trans>There is no smallest payment, no fixed end date and no late fee.</Trans>
            </li>
            <li>
              <Trans>Paying early saves nothing, because the fee is fixed when you accept.</Trans>
            </li>
            {outstanding !== null && (
              <li>
                <Trans>Payments continue on your current advance until the new one pays it off.</Trans>
              </li>
            )}
          </ul>
          <hr className="border-line" />
          <Months advance={advance} />
        </Card>
      </div>
    </DetailPage>
  );
}

/** The share of sales by the amount of the advance. */
function Tiers({ tiers }: { tiers: readonly PricedTier[] }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  return (
    <div className="grid gap-3">
      <hr className="border-line" />
      <h2 className="type-subheader">
        <Trans>Share of your sales by amount</Trans>
      </h2>
      <DataTable
        label={t`Share of your sales by amount`}
        columns={[
          { id: "amount", label: t`Up to`, cell: ({ maxCents }) => money(maxCents), isRowHeader: true },
          {
            id: "share",
            label: t`Share`,
            cell: ({ repaymentPercentage }) => share(repaymentPercentage),
            isFigure: true,
          },
          {
            id: "fee",
            label: t`Fee`,
            cell: ({ feeCents, apr }) => (
              <>
                {money(feeCents)}
                <span className="block">
                  <Apr apr={apr} isEstimate />
                </span>
              </>
            ),
            isFigure: true,
          },
        ]}
        rows={tiers}
        rowKey={({ maxCents }) => String(maxCents)}
      />
      <p className="type-small">
        <Trans>Fee and APR are those of the largest advance of each row that you can choose.</Trans>
      </p>
    </div>
  );
}

/** What would be paid each month if sales stay as they were. */
function Months({ advance }: { advance: Advance }) {
  const { t } = useLingui();
  const { region } = useWords();
  const { money, dollars } = useOfferFormats();
  const payments = advance
    .quote(plainWorksheet)
    .schedule.map(({ dueOn, paymentCents }) => ({ dueOn, amountCents: paymentCents }));
  const [first] = payments;
  const last = payments.at(-1);
  if (!first || !last) return null;
  const months = paidPerMonth(first.dueOn, last.dueOn, payments);
  const most = Math.max(...months.map(({ amountCents }) => amountCents));
  const short = new Intl.DateTimeFormat(region, { month: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(region, { month: "long", year: "numeric", timeZone: "UTC" });
  const day = (month: string) => new Date(`${month}-01T00:00:00Z`);
  const label = t`What you would pay each month`;
  return (
    <div className="grid gap-2">
      <h2 className="type-subheader">{label}</h2>
      <p className="type-small">
        <Trans>An estimate, if your sales stay as in the last 6 months.</Trans>
      </p>
      <ColumnPicture
        label={label}
        columns={months.map(({ month, amountCents }) => ({
          label: short.format(day(month)),
          values: [amountCents],
          id: month,
        }))}
        scale={{ most, label: dollars(most) }}
        hasAxis
      />
      <TableOfChart
        toggle={t`Show as a table`}
        label={label}
        columns={[
          { id: "month", label: t`Month`, cell: ({ month }) => long.format(day(month)), isRowHeader: true },
          { id: "paid", label: t`You pay`, cell: ({ amountCents }) => money(amountCents), isFigure: true },
        ]}
        rows={months}
        rowKey={({ month }) => month}
      />
    </div>
  );
}
