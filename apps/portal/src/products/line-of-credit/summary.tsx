import { explained, plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { fullDrawCost } from "@inlay/lending/products/line-of-credit/quote.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { AmountSlider } from "../offers/amount-slider.tsx";
import { ExplainedFigure } from "../offers/explained-figure.tsx";
import { type OfferView, useOfferFrame } from "../offers/offer-view.ts";
import { Price, Rates } from "../offers/price.tsx";
import { SummaryPage } from "../offers/summary-page.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { type OfferQuote, useOfferQuote } from "../offers/use-offer-quote.ts";
import { drawOf, drawToTry, type Line } from "./draw.ts";
import { useLineWords } from "./line-words.ts";
import { PaymentTable } from "./payment-table.tsx";

/** The limit and the prices of its draws. A draw that the owner tries has a cost. */
export function LineOfCreditSummary({ offers, offer, amountCents: chosenCents, onChoose }: OfferView<"LOC_TERM_LOAN">) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  const { isExpired } = useOfferFrame();
  const { range, amountCents } = drawToTry(offer, chosenCents);
  const quote = useOfferQuote(offers, offer, amountCents);
  const drawn = dollars(amountCents);
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={
        <>
          <Trans>A line of credit you can draw from whenever you need it.</Trans>{" "}
          <Trans>Nothing is final, and nothing is owed, until you sign.</Trans>
        </>
      }
      quote={quote}
      price={{ costCents: quote.terms.totalCostCents, apr: quote.terms.apr, of: t`A ${drawn} draw` }}
      choice={<Prices offer={offer} />}
      cost={
        <Card className="grid gap-5" aria-label={t`Try a draw`}>
          <h2 className="type-subheader">{t`Try a draw`}</h2>
          <AmountSlider
            label={t`You draw`}
            range={range}
            amountCents={amountCents}
            onChange={(next) => onChoose({ offerId: offer.id, amountCents: next })}
            size="title"
            disabledReason={isExpired ? t`This offer has expired.` : null}
          />
          <hr className="border-line" />
          <Draw quote={quote} />
        </Card>
      }
    >
      <div className="hidden print:block">
        <PaymentTable offer={offer} amountCents={amountCents} />
      </div>
    </SummaryPage>
  );
}

/** The limit, and what every draw on it costs, with the APR of a draw of the whole line. */
function Prices({ offer }: { offer: Line }) {
  const { t } = useLingui();
  const { money, dollars } = useOfferFormats();
  const words = useLineWords(offer);
  const { whole, term, maintenance, apr } = words;
  const limitCents = offer.pricing.approvedLimitCents;
  const limit = money(limitCents);
  const yearCents = fullDrawCost(offer.pricing, plainWorksheet);
  const year = money(yearCents);
  const interest = money(whole.interestCents);
  const fee = money(whole.feeAmountCents);
  const upkeep = maintenance?.amount;
  const amount = maintenance?.aMonth;
  const withApr = <span className="whitespace-nowrap">{t`APR ${apr}`}</span>;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="type-small">{t`Credit limit`}</p>
        <p className="text-figure font-bold tabular-nums">{dollars(limitCents)}</p>
        <p className="type-small">
          {maintenance ? <Trans>Left alone it costs {amount}.</Trans> : <Trans>Left alone it costs nothing.</Trans>}{" "}
          <Trans>Each draw is repaid in {term} and frees your limit again.</Trans>
        </p>
      </div>
      <hr className="border-line" />
      <Receipt
        rows={[
          { label: t`Repayment term of each draw`, value: term },
          { label: words.chargeName, note: withApr, value: <Rates rates={words.rates} /> },
          { label: t`Draw fee`, note: withApr, value: words.fee },
          ...(maintenance
            ? [
                {
                  label: t`Maintenance fee`,
                  note: (
                    <>
                      {maintenance.basis} · {withApr}
                    </>
                  ),
                  value: maintenance.aMonth,
                },
              ]
            : []),
          { label: t`Payment of a draw`, value: t`Varies with the draw` },
          {
            label: t`APR, whole line drawn at once`,
            value: (
              <DrawFigure offer={offer} amountCents={limitCents} figure="aprWithMaintenancePercentage" text={apr} />
            ),
            isTotal: true,
          },
        ]}
      />
      <p className="type-small">
        {words.isFlatCharge ? (
          maintenance ? (
            <Trans>
              Drawing all {limit} costs {year} in a year (APR {apr}): {interest} flat charge, {fee} fee, 12 × {upkeep}{" "}
              maintenance.
            </Trans>
          ) : (
            <Trans>
              Drawing all {limit} costs {year} (APR {apr}): {interest} flat charge, {fee} fee.
            </Trans>
          )
        ) : maintenance ? (
          <Trans>
            Drawing all {limit} costs {year} in a year (APR {apr}): {interest} interest, {fee} fee, 12 × {upkeep}{" "}
            maintenance.
          </Trans>
        ) : (
          <Trans>
            Drawing all {limit} costs {year} (APR {apr}): {interest} interest, {fee} fee.
          </Trans>
        )}
      </p>
    </div>
  );
}

type DrawFigureProps = { offer: Line; amountCents: number; figure: string; text: string; words?: ReactNode };

/** A figure of a draw that opens its derivation. */
function DrawFigure({ offer, amountCents, figure, text, words }: DrawFigureProps) {
  const { inputNames } = useLineWords(offer);
  return (
    <ExplainedFigure
      figure={figure}
      text={text}
      explain={() => explained((write) => drawOf(offer, amountCents, write)).explanations}
      words={words}
      names={inputNames}
    />
  );
}

/** What the draw costs, and how it is repaid. */
function Draw({ quote: { offer, amountCents, terms } }: { quote: OfferQuote<"LOC_TERM_LOAN"> }) {
  const { t } = useLingui();
  const { money, minus, percentage, date } = useOfferFormats();
  const { months, chargeName, chargeWords, charge, fee, maintenance } = useLineWords(offer);
  const { schedule, interestCents } = drawOf(offer, amountCents, plainWorksheet);
  const maintenanceCents = terms.monthlyMaintenanceFeeCents * months;
  const paid = money(terms.netDisbursementAmountCents + terms.totalCostCents);
  const received = money(terms.netDisbursementAmountCents);
  const upkeep = money(terms.monthlyMaintenanceFeeCents);
  const apr = percentage(terms.apr);
  const first = date(schedule[0]?.dueOn ?? offer.pricedOn);
  const last = date(schedule.at(-1)?.dueOn ?? offer.pricedOn);
  const figure = (name: string, text: string, words?: ReactNode) => (
    <DrawFigure offer={offer} amountCents={amountCents} figure={name} text={text} words={words} />
  );
  const parts = [
    { label: t`You receive`, value: terms.netDisbursementAmountCents },
    { label: chargeName, value: interestCents },
    { label: t`Fee`, value: terms.feeAmountCents },
    { label: t`Maintenance`, value: maintenanceCents },
  ].filter(({ value }) => value > 0);
  return (
    <>
      <Price label={t`This draw costs you`} costCents={terms.totalCostCents} apr={terms.apr} />
      <div>
        <StackedBar label={t`What you pay, ${paid}, in parts`} parts={parts} />
        <div className="print:hidden">
          <TableOfChart
            toggle={t`Show as a table`}
            label={t`What you pay, in parts`}
            columns={[
              { id: "part", label: t`Part`, cell: ({ label }) => label, isRowHeader: true },
              { id: "amount", label: t`Amount`, cell: ({ value }) => money(value), isFigure: true },
            ]}
            rows={parts}
            rowKey={({ label }) => label}
          />
        </div>
      </div>
      <Receipt
        rows={[
          { label: t`You draw`, value: money(amountCents) },
          { label: t`Draw fee (${fee})`, value: minus(terms.feeAmountCents) },
          { label: t`You receive`, value: received, isTotal: true },
        ]}
      />
      <hr className="border-line" />
      <Receipt
        rows={[
          {
            label: months === 1 ? t`Monthly payment, once` : t`Monthly payment, ${months} times`,
            note: months === 1 ? t`On ${first}` : t`First ${first} · last ${last}`,
            value: figure("monthlyPaymentCents", money(terms.monthlyPayment)),
          },
          {
            label: chargeName,
            note: (
              <>
                {charge} · <span className="whitespace-nowrap">{t`APR ${apr}`}</span>
              </>
            ),
            value: figure("interestCents", money(interestCents), chargeWords),
          },
          { label: t`Draw fee`, value: figure("feeAmountCents", money(terms.feeAmountCents)) },
          ...(maintenance ? [{ label: t`Maintenance, ${months} × ${upkeep}`, value: money(maintenanceCents) }] : []),
          { label: t`Total cost`, value: figure("totalCostCents", money(terms.totalCostCents)), isTotal: true },
          {
            label: t`APR`,
            value: figure(
              "aprWithMaintenancePercentage",
              apr,
              <Trans>
                You receive <strong>{received}</strong> and pay <strong>{paid}</strong>, with the maintenance fees of
                these months. The APR is the yearly rate that makes the two equal.
              </Trans>,
            ),
          },
        ]}
      />
    </>
  );
}
