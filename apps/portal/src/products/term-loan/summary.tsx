import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { saysFlatCharge } from "@inlay/lending/disclosures/flat-charge.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { monthsOf } from "@inlay/lending/mechanics/installments/installment.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { monthlyRateShown, showsCompareLink } from "@inlay/lending/products/term-loan/offer-display.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { Card } from "@inlay/ui/card.tsx";
import { SliderField } from "@inlay/ui/fields/slider-field.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { AmountSlider, useSliderTexts } from "../offers/amount-slider.tsx";
import { ExplainedFigure } from "../offers/explained-figure.tsx";
import { type OfferOf, type OfferView, useOfferFrame } from "../offers/offer-view.ts";
import { Price } from "../offers/price.tsx";
import { SummaryPage } from "../offers/summary-page.tsx";
import { useMonths, useOfferFormats } from "../offers/use-offer-formats.ts";
import { type OfferQuote, termsAt, useOfferQuote } from "../offers/use-offer-quote.ts";
import { PaymentTable } from "./payment-table.tsx";
import { amountRange, clampedAmount } from "./selected-loan.ts";

/** The loan that the owner sets by term and amount, with what it costs. */
export function TermLoanSummary(view: OfferView<"TERM_LOAN">) {
  const { t } = useLingui();
  const { offers, offer } = view;
  const amountCents = clampedAmount(offer, view.amountCents);
  const quote = useOfferQuote(offers, offer, amountCents);
  const { isExpired } = useOfferFrame();
  const canMove = !isExpired && (offers.length > 1 || amountRange(offer) !== null);
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={
        <>
          {canMove && (
            <span className="print:hidden">
              <Trans>Move the sliders to fit the loan to your business.</Trans>
            </span>
          )}{" "}
          <Trans>Nothing is final, and nothing is owed, until you sign.</Trans>
        </>
      }
      quote={quote}
      price={{ costCents: quote.terms.totalCostCents, apr: quote.terms.apr }}
      choice={<Sliders {...view} amountCents={amountCents} />}
      cost={<Cost quote={quote} />}
      hasCompareLink={showsCompareLink(offers.map(({ terms }) => terms.effectiveRatePercentage))}
    >
      <div className="hidden print:block">
        <PaymentTable offer={offer} amountCents={amountCents} />
      </div>
    </SummaryPage>
  );
}

const termOf = ({ pricing }: OfferOf<"TERM_LOAN">) => monthsOf(pricing.durationDays);

type SlidersProps = OfferView<"TERM_LOAN"> & { amountCents: number };

function Sliders({ offers, offer, amountCents, onChoose }: SlidersProps) {
  const { t } = useLingui();
  const { isExpired } = useOfferFrame();
  const { dollars } = useOfferFormats();
  const inWords = useMonths();
  const texts = useSliderTexts(t`Repay over`);
  const range = amountRange(offer);
  const [first, ...others] = offers;
  const expiredReason = isExpired ? t`This offer has expired.` : null;
  return (
    <Card className="grid gap-6">
      {range ? (
        <AmountSlider
          label={t`Loan amount`}
          range={range}
          amountCents={amountCents}
          onChange={(next) => onChoose({ offerId: offer.id, amountCents: next })}
          disabledReason={expiredReason}
        />
      ) : (
        <div>
          <p className="type-small">{t`Loan amount`}</p>
          <p className="text-figure font-bold tabular-nums">{dollars(amountCents)}</p>
        </div>
      )}
      <SliderField
        label={t`Repay over`}
        values={[termOf(first), ...others.map(termOf)]}
        value={termOf(offer)}
        onChange={(months) => {
          const next = offers.find((one) => termOf(one) === months) ?? offer;
          onChoose({ offerId: next.id, amountCents: clampedAmount(next, amountCents) });
        }}
        format={inWords}
        parse={(typed) => Number.parseInt(typed, 10)}
        texts={{
          less: texts.less,
          more: texts.more,
          nearest: (term) => t`The nearest term that you can choose is ${term}.`,
        }}
        size="title"
        disabledReason={expiredReason ?? (others.length === 0 ? t`This loan is offered for one term.` : null)}
      >
        <OtherTerm offers={offers} offer={offer} amountCents={amountCents} />
      </SliderField>
    </Card>
  );
}

/** What the next longer term would cost, or the next shorter one for the longest: a lower payment for more in all. */
function OtherTerm({ offers, offer, amountCents }: Pick<SlidersProps, "offers" | "offer" | "amountCents">) {
  const { money, percentage } = useOfferFormats();
  const inWords = useMonths();
  const at = offers.indexOf(offer);
  const other = offers[at + 1] ?? offers[at - 1];
  if (!other) return null;
  const { monthlyPayment, totalCostCents, apr } = termsAt(offers, other, clampedAmount(other, amountCents));
  const term = inWords(termOf(other));
  const payment = money(monthlyPayment);
  const cost = money(totalCostCents);
  const rate = percentage(apr);
  return (
    <Trans>
      Over {term} you would pay {payment} a month, and {cost} in all for the loan (APR {rate}).
    </Trans>
  );
}

function Cost({ quote }: { quote: OfferQuote<"TERM_LOAN"> }) {
  const { t } = useLingui();
  const { money, minus, percentage, share, date } = useOfferFormats();
  const { offer, terms, amountCents } = quote;
  const months = termOf(offer);
  const payoffCents = terms.refiExistingLoanPayoffAmountCents;
  const explain = () => {
    const request = { loanAmountCents: cents(amountCents), fundedOn: businessDate(offer.pricedOn) };
    return explained((write) => quoteTermLoan(offer.pricing, request, write)).explanations;
  };
  const figure = (name: string, text: string) => <ExplainedFigure figure={name} text={text} explain={explain} />;
  const received = money(terms.netDisbursementAmountCents);
  const repaid = money(terms.totalPaymentAmountCents);
  const financed = money(terms.amountFinancedCents);
  const yearly = share(terms.interestRatePercentage);
  const monthly = percentage(Number(monthlyRateShown(terms.interestRatePercentage)));
  const first = date(terms.firstPaymentDate);
  const last = date(terms.lastPaymentDate);
  const fee = share(terms.feePercentage);
  const apr = percentage(terms.apr);
  const term = useMonths()(months);
  const isRaisedByFee = terms.feeAmountCents > 0 && offer.pricing.interestMethod !== "FLAT";
  const parts = [
    { label: payoffCents > 0 ? t`You receive, and your debts` : t`You receive`, value: terms.amountFinancedCents },
    { label: t`Interest`, value: terms.totalInterest },
    { label: t`Fee`, value: terms.feeAmountCents },
  ].filter(({ value }) => value > 0);
  return (
    <Card className="grid gap-5" aria-label={t`What it costs you`}>
      <Price label={t`Total cost of this loan`} costCents={terms.totalCostCents} apr={terms.apr} />
      <div>
        <StackedBar label={t`What you repay, ${repaid}, in parts`} parts={parts} />
        <div className="print:hidden">
          <TableOfChart
            toggle={t`Show as a table`}
            label={t`What you repay, in parts`}
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
          { label: t`Loan amount`, value: money(terms.loanAmountCents) },
          { label: t`Origination fee (${fee})`, value: minus(terms.feeAmountCents) },
          ...(payoffCents > 0 ? [{ label: t`Paid to existing debt`, value: minus(payoffCents) }] : []),
          { label: payoffCents > 0 ? t`Net proceeds, you receive` : t`You receive`, value: received, isTotal: true },
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
            label: t`Interest`,
            note: (
              <>
                {saysFlatCharge(offer.state) ? t`${yearly} a year` : t`${monthly} a month · ${yearly} a year`} ·{" "}
                <span className="whitespace-nowrap">{t`APR ${apr}`}</span>
              </>
            ),
            value: figure("totalInterestCents", money(terms.totalInterest)),
          },
          { label: t`Origination fee`, value: figure("feeAmountCents", money(terms.feeAmountCents)) },
          { label: t`You repay in total`, value: repaid, isTotal: true },
          { label: t`Total cost`, value: figure("totalCostCents", money(terms.totalCostCents)) },
          {
            label: t`APR`,
            value: (
              <ExplainedFigure
                figure="aprPercentage"
                text={apr}
                explain={explain}
                words={
                  <>
                    <Trans>
                      You receive <strong>{financed}</strong> and pay back <strong>{repaid}</strong> over {term}. The
                      APR is the yearly rate that makes the two equal.
                    </Trans>{" "}
                    {isRaisedByFee && (
                      <Trans>It is above the {yearly} interest because the fee is taken out at the start.</Trans>
                    )}
                  </>
                }
                more={() => <AllPayments offer={offer} amountCents={amountCents} />}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

/** All payments, opened in the derivation of the APR. */
function AllPayments({ offer, amountCents }: { offer: OfferOf<"TERM_LOAN">; amountCents: number }) {
  const months = termOf(offer);
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center text-small text-link underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        <Trans>See all {months} payments</Trans>
      </summary>
      <PaymentTable offer={offer} amountCents={amountCents} />
    </details>
  );
}
