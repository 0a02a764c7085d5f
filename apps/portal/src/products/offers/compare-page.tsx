import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { CollectionRhythm } from "@inlay/lending/mechanics/sales-share/estimate.ts";
import {
  type RepaymentFrequency,
  repaymentFrequencies,
} from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import {
  type DatedPayment,
  type OutsideOffer,
  type OutsideOfferRefusal,
  paidPerMonth,
  priceOutsideOffer,
  whyNotPriceOutsideOffer,
} from "@inlay/lending/offers/outside-offer.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { ColumnPicture } from "@inlay/ui/figures/column-picture.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo, useState } from "react";
import { useWords } from "../../shared/language/words.ts";
import { DetailPage } from "./detail-page.tsx";
import { Apr, type PriceFigures } from "./price.tsx";
import { useOfferFormats } from "./use-offer-formats.ts";

/** Our offer at the amount that the owner looks at. */
type OwnOffer = PriceFigures & {
  /** "Your term loan". */
  name: string;
  /** The product at the beginning of a sentence: "The loan". */
  subject: string;
  amountCents: number;
  /** The amount less what is withheld from it. */
  receivedCents: number;
  payments: readonly DatedPayment[];
  frequency: CollectionRhythm;
  /** Whether the payments are the same whatever the sales are. */
  isFixed: boolean;
};

type ComparePageProps = {
  lead: ReactNode;
  own: OwnOffer;
  /** The day from which both offers count. */
  from: string;
  /** How the offers that this product is often compared with are repaid. */
  firstFrequency: RepaymentFrequency;
};

/**
 * Our offer beside one that the owner types. Nothing is claimed about a typical offer: both are priced by the same arithmetic, and their
 * charts have the same scale.
 */
export function ComparePage({ lead, own, from, firstFrequency }: ComparePageProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const [typed, setTyped] = useState<Typed>({
    receivedCents: own.receivedCents,
    knows: "TOTAL",
    cents: null,
    frequency: firstFrequency,
    count: "",
  });
  const offer = useMemo(() => outsideOfferOf(typed), [typed]);
  const refusal = offer && whyNotPriceOutsideOffer(offer);
  const startsOn = businessDate(from);
  const isPriced = offer !== null && refusal === null;
  // The rate of many payments takes a moment, so it is computed only for figures that have changed.
  const other = useMemo(() => (isPriced ? priceOutsideOffer(offer, startsOn) : null), [isPriced, offer, startsOn]);

  const lastDays = [own.payments, other?.payments ?? []].flatMap((payments) => payments.at(-1)?.dueOn ?? []);
  const until = lastDays.toSorted().at(-1) ?? startsOn;
  const ownMonths = paidPerMonth(startsOn, until, own.payments);
  const otherMonths = other && paidPerMonth(startsOn, until, other.payments);
  const most = Math.max(1, ...[...ownMonths, ...(otherMonths ?? [])].map(({ amountCents }) => amountCents));
  const difference = other && other.totalCostCents - own.costCents;
  const { subject } = own;
  const less = money(Math.abs(difference ?? 0));
  return (
    <DetailPage title={t`How does my offer compare`} lead={lead}>
      <OutsideOfferFields typed={typed} onChange={setTyped} refusal={refusal} />
      <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-5">
        <Side
          name={own.name}
          badge={<Badge tone="success">{t`Your offer`}</Badge>}
          isOwn
          price={own}
          amountCents={own.amountCents}
          receivedCents={own.receivedCents}
          payments={own.payments}
          frequency={own.frequency}
          kind={own.isFixed ? t`Fixed` : t`Variable`}
          months={ownMonths}
          most={most}
        />
        {other && offer && otherMonths ? (
          <Side
            name={t`The other offer`}
            badge={<Badge>{t`Typed by you`}</Badge>}
            isOwn={false}
            price={{ costCents: other.totalCostCents, apr: other.aprPercentage, isEstimate: true }}
            amountCents={offer.receivedCents}
            receivedCents={offer.receivedCents}
            payments={other.payments}
            frequency={offer.frequency}
            kind={t`Equal, as you typed`}
            months={otherMonths}
            most={most}
          />
        ) : (
          <p className="rounded-card border border-dashed border-field-line p-6 text-ink-soft">
            <Trans>Type the figures of the other offer above. Its cost and its APR appear here.</Trans>
          </p>
        )}
      </div>
      {difference !== null && other && (
        <section role="status" className="rounded-control bg-tint px-4.5 py-4">
          <p className="font-semibold">
            {difference > 0
              ? t`${subject} costs ${less} less.`
              : difference < 0
                ? t`The other offer costs ${less} less.`
                : t`Both cost the same.`}
          </p>
          <p>
            <Trans>Both charts have the same scale: what leaves your account each month.</Trans>{" "}
            {own.receivedCents !== offer?.receivedCents && (
              <Trans>The amounts that you receive differ, so compare the APR as well.</Trans>
            )}
          </p>
        </section>
      )}
    </DetailPage>
  );
}

/** The figures that are typed. An owner knows the total or each payment; the other one follows. */
type Typed = {
  receivedCents: number | null;
  knows: "TOTAL" | "PAYMENT";
  cents: number | null;
  frequency: RepaymentFrequency;
  count: string;
};

const countOf = ({ count }: Typed): number => (/^\d{1,4}$/.test(count.trim()) ? Number(count) : Number.NaN);

function totalOf(typed: Typed): number | null {
  if (typed.cents === null || Number.isNaN(typed.cents)) return null;
  if (typed.knows === "TOTAL") return typed.cents;
  const total = typed.cents * countOf(typed);
  return Number.isSafeInteger(total) ? total : null;
}

/** Null as long as a figure is missing. */
function outsideOfferOf(typed: Typed): OutsideOffer | null {
  const { receivedCents, frequency } = typed;
  const repaid = totalOf(typed);
  const count = countOf(typed);
  if (receivedCents === null || Number.isNaN(receivedCents) || repaid === null || Number.isNaN(count)) return null;
  return { receivedCents: cents(receivedCents), repaidCents: cents(repaid), frequency, count };
}

type OutsideOfferFieldsProps = {
  typed: Typed;
  onChange: (typed: Typed) => void;
  refusal: OutsideOfferRefusal | null;
};

function OutsideOfferFields({ typed, onChange, refusal }: OutsideOfferFieldsProps) {
  const { t } = useLingui();
  const often = useFrequencyWords();
  const count = countOf(typed);
  const total = totalOf(typed);
  const each = total === null || !(count > 0) ? null : Math.floor(total / count);
  const noCost = refusal === "NO_COST" ? t`This is not more than you would receive.` : null;
  return (
    <Card className="grid gap-4 print:hidden" aria-label={t`The other offer`}>
      <div className="grid gap-4 sm:grid-cols-2 min-[56.25rem]:grid-cols-3">
        <MoneyField
          label={t`You would receive`}
          amountCents={typed.receivedCents}
          onChange={(receivedCents) => onChange({ ...typed, receivedCents })}
          error={refusal === "NOTHING_RECEIVED" ? t`This must be more than $0.` : null}
        />
        <Select
          label={t`Payments`}
          placeholder={t`Choose one`}
          value={typed.frequency}
          options={repaymentFrequencies.map((value) => ({ value, label: often[value] }))}
          onChange={(frequency) => onChange({ ...typed, frequency })}
        />
        <TextField
          label={t`How many payments`}
          inputMode="numeric"
          autoComplete="off"
          value={typed.count}
          onChange={({ target }) => onChange({ ...typed, count: target.value })}
          error={
            refusal === "NO_PAYMENTS" || refusal === "TOO_MANY" ? t`Type the number of payments, such as 126.` : null
          }
        />
        <MoneyField
          label={t`You would pay back in total`}
          amountCents={typed.knows === "TOTAL" ? typed.cents : total}
          onChange={(totalCents) => onChange({ ...typed, knows: "TOTAL", cents: totalCents })}
          error={typed.knows === "TOTAL" ? noCost : null}
        />
        <MoneyField
          label={t`Or each payment`}
          amountCents={typed.knows === "PAYMENT" ? typed.cents : each}
          onChange={(paymentCents) => onChange({ ...typed, knows: "PAYMENT", cents: paymentCents })}
          error={typed.knows === "PAYMENT" ? noCost : null}
        />
      </div>
    </Card>
  );
}

function useFrequencyWords(): Record<CollectionRhythm, string> {
  const { t } = useLingui();
  return {
    DAILY: t`Each business day`,
    WEEKLY: t`Weekly`,
    BIWEEKLY: t`Every two weeks`,
    MONTHLY: t`Monthly`,
    EVERY_DAY: t`Each day`,
  };
}

type SideProps = {
  name: string;
  badge: ReactNode;
  isOwn: boolean;
  price: PriceFigures;
  amountCents: number;
  receivedCents: number;
  payments: readonly DatedPayment[];
  frequency: CollectionRhythm;
  kind: string;
  months: readonly { month: string; amountCents: number }[];
  most: number;
};

function Side({
  name,
  badge,
  isOwn,
  price,
  amountCents,
  receivedCents,
  payments,
  frequency,
  kind,
  months,
  most,
}: SideProps) {
  const { t } = useLingui();
  const { region } = useWords();
  const { money, dollars, parts, percentage, share } = useOfferFormats();
  const often = useFrequencyWords()[frequency];
  const count = payments.length;
  const apr = percentage(price.apr);
  const each = new Intl.NumberFormat(region, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const short = new Intl.DateTimeFormat(region, { month: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(region, { month: "long", year: "numeric", timeZone: "UTC" });
  const day = (month: string) => new Date(`${month}-01T00:00:00Z`);
  const heaviest = Math.max(...months.map((one) => one.amountCents));
  return (
    <Card className={isOwn ? "grid gap-4 border-focus inset-ring inset-ring-focus" : "grid gap-4"} aria-label={name}>
      <div>
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
          <h2 className="type-subheader">{name}</h2>
          {badge}
        </div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Figure amount={parts(price.costCents)} />
          <Apr apr={price.apr} isEstimate={price.isEstimate ?? false} />
        </p>
      </div>
      <ColumnPicture
        label={t`What leaves your account each month`}
        columns={months.map(({ month, amountCents: paid }) => ({
          label: short.format(day(month)),
          values: [paid],
          id: month,
        }))}
        scale={{ most, label: dollars(most) }}
        tone={isOwn ? "own" : "cost"}
        hasAxis
      />
      <TableOfChart
        toggle={t`Show as a table`}
        label={t`What leaves your account each month`}
        columns={[
          { id: "month", label: t`Month`, cell: ({ month }) => long.format(day(month)), isRowHeader: true },
          { id: "paid", label: t`You pay`, cell: (row) => money(row.amountCents), isFigure: true },
        ]}
        rows={months}
        rowKey={({ month }) => month}
      />
      <Receipt
        rows={[
          { label: t`You receive`, value: money(receivedCents) },
          { label: t`Payments`, value: kind },
          { label: t`Schedule`, value: t`${often}, ${count} times` },
          { label: t`Payment`, value: money(payments[0]?.amountCents ?? 0) },
          {
            label: t`Effective rate`,
            note: price.isEstimate
              ? t`Total cost as a share of the amount. Est. APR ${apr}`
              : t`Total cost as a share of the amount. APR ${apr}`,
            value: share(Math.round((price.costCents / amountCents) * 100)),
          },
          { label: t`Cost of each $1`, value: `${each.format((price.costCents / amountCents) * 100)}¢` },
          { label: t`Most that leaves in one month`, value: money(heaviest) },
        ]}
      />
    </Card>
  );
}
