import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained, plainWorksheet, type Worksheet } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { paymentsInMonth } from "@inlay/lending/products/line-of-credit/payments-in-month.ts";
import { quoteDraw } from "@inlay/lending/products/line-of-credit/quote.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useAccountWords, useDays } from "../../servicing/use-servicing-words.ts";

type PricedProps = { line: LineOfCreditServicing; amountCents: number };

const quoteOf = ({ terms, today }: LineOfCreditServicing, amountCents: number, write: Worksheet) =>
  quoteDraw(terms as never, { amountCents: cents(amountCents), fundedOn: businessDate(today) }, write);

/** The price of a draw of today, by the same calculation as that of the server. */
export const useDrawQuote = (line: LineOfCreditServicing, amountCents: number) =>
  quoteOf(line, amountCents, plainWorksheet);

type QuoteFigureProps = PricedProps & { figure: string; text: string; shown?: ReactNode };

/** A figure of the quote that opens its derivation. */
function QuoteFigure({ line, amountCents, figure, text, shown }: QuoteFigureProps) {
  const { t } = useLingui();
  const isFlatCharge = line.monthlyRatePercentage === null;
  return (
    <ExplainedFigure
      figure={figure}
      text={text}
      {...(shown !== undefined && { shown })}
      explain={() => explained((write) => quoteOf(line, amountCents, write)).explanations}
      {...(isFlatCharge && {
        names: { interestCents: t`Flat charge`, interestRatePercentage: null, unitPeriod: null },
      })}
    />
  );
}

/** The words of what a draw is charged. Where the law forbids monthly rates it is a flat charge. */
function useChargeWords({ monthlyRatePercentage, terms, termMonths }: LineOfCreditServicing) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const charged = share((Number(terms.interestRatePercentage) * termMonths) / 12);
  return monthlyRatePercentage === null
    ? { name: t`Flat charge`, note: t`${charged} of the draw` }
    : { name: t`Interest`, note: t`${monthlyRatePercentage}% a month of the whole draw` };
}

/** The cost with its APR, for the bar of the buttons. */
export function DrawPrice({ line, amountCents }: PricedProps) {
  const { t } = useLingui();
  const { money, percentage } = useOfferFormats();
  const { totalCostCents, aprWithMaintenancePercentage } = useDrawQuote(line, amountCents);
  const [cost, apr] = [money(totalCostCents), percentage(aprWithMaintenancePercentage)];
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-small font-semibold tabular-nums sm:justify-start">
      <span>{t`Costs ${cost}`}</span>
      <span>{t`APR ${apr}`}</span>
    </p>
  );
}

/** What the draw costs, in parts. */
export function DrawCost({ line, amountCents }: PricedProps) {
  const { t } = useLingui();
  const { money, minus, parts, percentage, share } = useOfferFormats();
  const quote = useDrawQuote(line, amountCents);
  const charge = useChargeWords(line);
  const priced = { line, amountCents };
  const { feeAmountCents, interestCents, netDisbursementAmountCents, totalCostCents } = quote;
  const months = line.termMonths;
  const maintenanceCents = quote.monthlyMaintenanceFeeCents * months;
  const [upkeep, fee] = [money(quote.monthlyMaintenanceFeeCents), share(line.terms.feePercentage)];
  const repaid = money(netDisbursementAmountCents + totalCostCents);
  const apr = percentage(quote.aprWithMaintenancePercentage);
  const shown = [
    { label: t`You receive`, value: netDisbursementAmountCents },
    { label: charge.name, value: interestCents },
    { label: t`Fee`, value: feeAmountCents },
    { label: t`Maintenance`, value: maintenanceCents },
  ].filter(({ value }) => value > 0);
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">{t`This draw costs you`}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <QuoteFigure
            {...priced}
            figure="totalCostCents"
            text={money(totalCostCents)}
            shown={<Figure amount={parts(totalCostCents)} />}
          />
          <span className="text-small font-semibold whitespace-nowrap">{t`APR ${apr}`}</span>
        </p>
      </div>
      <div>
        <StackedBar label={t`What you pay, ${repaid}, in parts`} parts={shown} />
        <TableOfChart
          toggle={t`Show as a table`}
          label={t`What you pay, in parts`}
          columns={[
            { id: "part", label: t`Part`, cell: ({ label }) => label, isRowHeader: true },
            { id: "amount", label: t`Amount`, cell: ({ value }) => money(value), isFigure: true },
          ]}
          rows={shown}
          rowKey={({ label }) => label}
        />
      </div>
      <Receipt
        rows={[
          { label: t`You draw`, value: money(amountCents) },
          { label: t`Draw fee (${fee})`, value: minus(feeAmountCents) },
          { label: t`You receive`, value: money(netDisbursementAmountCents), isTotal: true },
        ]}
      />
      <hr className="border-line" />
      <Receipt
        rows={[
          {
            label: charge.name,
            note: charge.note,
            value: <QuoteFigure {...priced} figure="interestCents" text={money(interestCents)} />,
          },
          ...(maintenanceCents > 0
            ? [
                {
                  label: t`Maintenance, ${months} × ${upkeep}`,
                  note: t`Due with or without this draw`,
                  value: money(maintenanceCents),
                },
              ]
            : []),
          { label: t`You repay`, value: repaid, isTotal: true },
        ]}
      />
    </Card>
  );
}

/** What the owner receives and when, and what it costs. */
export function DrawReceived({ line, amountCents }: PricedProps) {
  const { t } = useLingui();
  const { money, minus, parts, percentage, share } = useOfferFormats();
  const { day } = useDays(line.today);
  const quote = useDrawQuote(line, amountCents);
  const account = useAccountWords()(line.paidTo);
  const { netDisbursementAmountCents, totalCostCents, feeAmountCents, aprWithMaintenancePercentage } = quote;
  const fee = share(line.terms.feePercentage);
  const arrives = day(line.fundsExpectedOn);
  const rows: ReceiptRow[] = [
    ...(account ? [{ label: t`To`, value: <span className="wrap-anywhere">{account}</span> }] : []),
    { label: t`Arrives`, note: t`if nobody has to look at it`, value: t`${arrives}, end of day` },
    { label: t`Draw amount`, value: money(amountCents) },
    {
      label: t`Draw fee (${fee})`,
      value: <QuoteFigure line={line} amountCents={amountCents} figure="feeAmountCents" text={minus(feeAmountCents)} />,
    },
    {
      label: t`Total cost`,
      value: <QuoteFigure line={line} amountCents={amountCents} figure="totalCostCents" text={money(totalCostCents)} />,
    },
    {
      label: t`APR`,
      value: (
        <QuoteFigure
          line={line}
          amountCents={amountCents}
          figure="aprWithMaintenancePercentage"
          text={percentage(aprWithMaintenancePercentage)}
        />
      ),
    },
    { label: t`You repay`, value: money(netDisbursementAmountCents + totalCostCents), isTotal: true },
  ];
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">{t`You receive`}</p>
        <Figure amount={parts(netDisbursementAmountCents)} size="figure" />
      </div>
      <Receipt rows={rows} />
    </Card>
  );
}

/** Every payment of the draw with its parts. */
export function DrawSchedule({ line, amountCents }: PricedProps) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { schedule } = useDrawQuote(line, amountCents);
  const charge = useChargeWords(line);
  return (
    <div className="min-w-0 text-small max-sm:text-tiny">
      <DataTable
        label={t`All payments of the draw`}
        columns={[
          { id: "date", label: t`Date`, cell: ({ dueOn }) => shortDate(dueOn), isRowHeader: true },
          { id: "principal", label: t`Principal`, cell: ({ principalCents }) => money(principalCents), isFigure: true },
          { id: "charge", label: charge.name, cell: ({ interestCents }) => money(interestCents), isFigure: true },
          { id: "payment", label: t`Payment`, cell: ({ paymentCents }) => money(paymentCents), isFigure: true },
        ]}
        rows={schedule}
        rowKey={({ number }) => String(number)}
      />
      <p className="pt-2 text-tiny text-ink-soft">{t`The days count from the day on which the money is sent.`}</p>
    </div>
  );
}

/** What the draw changes: the limit, the payments to come, and what other draws cost in the same month. */
export function DrawChanges({ line, amountCents }: PricedProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { plain } = useDays(line.today);
  const { schedule } = useDrawQuote(line, amountCents);
  const [first, last] = [schedule[0], schedule.at(-1)];
  if (!first || !last) return null;
  const [before, rest] = [money(line.availableCents), money(line.availableCents - amountCents)];
  const [firstAmount, lastAmount] = [money(first.paymentCents), money(last.paymentCents)];
  const others = paymentsInMonth(
    line.draws.flatMap(({ payments }) => payments),
    first.dueOn,
  );
  const together = money(others.reduce((sum, each) => sum + each, first.paymentCents));
  const value = [first.paymentCents, ...others].map(money).join(" + ");
  const firstDay = plain(first.dueOn);
  return (
    <>
      <Card className="grid gap-4">
        <h2 className="type-subheader">{t`What changes`}</h2>
        <Timeline
          doneLabel={t`Done`}
          stops={[
            { label: t`Today`, detail: t`Remaining limit goes from ${before} to ${rest}.`, state: "NOW" },
            { label: firstDay, detail: t`First payment: ${firstAmount}`, state: "LATER" },
            ...(last.number === first.number
              ? []
              : [{ label: plain(last.dueOn), detail: t`Last payment: ${lastAmount}`, state: "LATER" as const }]),
          ]}
        />
      </Card>
      {others.length > 0 && (
        <Notice
          tone="warning"
          title={t`${plural(others.length, { one: "Another payment falls due in that month", other: "# other payments fall due in that month" })}`}
        >
          <p>{t`With this draw, the payments in the month of ${firstDay} come to ${together}: ${value}.`}</p>
        </Notice>
      )}
    </>
  );
}
