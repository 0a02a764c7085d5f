import { businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import {
  type OutsideAdvance,
  type OutsideAdvanceRefusal,
  priceOutsideAdvance,
  whyNotPriceOutsideAdvance,
} from "@inlay/lending/offers/outside-advance.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { DetailPage } from "../detail-page.tsx";
import { Apr, type PriceFigures } from "../price.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import type { PlanTexts } from "./plan-texts.ts";
import { advanceBy, exampleAmount, examplePlan, type PlanView } from "./plan-view.ts";

/** The figures that are typed. */
type Typed = { receivedCents: number | null; feesCents: number | null; days: string };

/** The example beside what another provider offers for it, which the owner types. Nothing is claimed about a typical offer. */
export function PlanCompare({ view, texts }: { view: PlanView; texts: PlanTexts }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { offer } = view;
  const { amountCents } = exampleAmount(view);
  const own = advanceBy(offer, examplePlan(view), amountCents);
  const startsOn = businessDate(offer.pricedOn);
  const ownDays = daysBetween(startsOn, own.schedule.at(-1)?.dueOn ?? startsOn);
  const [typed, setTyped] = useState<Typed>({
    receivedCents: own.netDisbursementAmountCents,
    feesCents: null,
    days: "",
  });
  const advance = outsideAdvanceOf(typed);
  const refusal = advance && whyNotPriceOutsideAdvance(advance);
  const other = advance && refusal === null ? priceOutsideAdvance(advance) : null;
  const mostDays = Math.max(ownDays, other && advance ? advance.days : 0);
  const difference = other && other.totalCostCents - own.totalCostCents;
  const less = money(Math.abs(difference ?? 0));
  const { subject, facts } = texts.compare;
  return (
    <DetailPage title={t`How does my offer compare`} lead={texts.compare.lead(money(amountCents))}>
      <Fields typed={typed} onChange={setTyped} refusal={refusal} label={texts.compare.wouldReceive} />
      <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-5">
        <Side
          name={texts.compare.own}
          badge={<Badge tone="success">{t`Your offer`}</Badge>}
          isOwn
          price={{ costCents: own.totalCostCents, apr: own.aprPercentage }}
          receivedLabel={texts.received}
          receivedCents={own.netDisbursementAmountCents}
          days={ownDays}
          mostDays={mostDays}
          facts={facts}
        />
        {other && advance ? (
          <Side
            name={t`The other offer`}
            badge={<Badge>{t`Typed by you`}</Badge>}
            isOwn={false}
            price={{ costCents: other.totalCostCents, apr: other.aprPercentage, isEstimate: true }}
            receivedLabel={texts.received}
            receivedCents={advance.receivedCents}
            days={advance.days}
            mostDays={mostDays}
            facts={facts.map(({ label }) => ({ label, value: t`Ask the other provider` }))}
          />
        ) : (
          <p className="rounded-card border border-dashed border-field-line p-6 text-ink-soft">
            <Trans>Type the figures of the other offer above. Its cost and its APR appear here.</Trans>
          </p>
        )}
      </div>
      {difference !== null && advance && (
        <section role="status" className="rounded-control bg-tint px-4.5 py-4">
          <p className="font-semibold">
            {difference > 0
              ? t`${subject} costs ${less} less.`
              : difference < 0
                ? t`The other offer costs ${less} less.`
                : t`Both cost the same.`}
          </p>
          {(advance.days !== ownDays || advance.receivedCents !== own.netDisbursementAmountCents) && (
            <p>
              <Trans>The amounts or the days differ, so compare the APR as well: it counts both.</Trans>
            </p>
          )}
        </section>
      )}
    </DetailPage>
  );
}

/** Null as long as a figure is missing. */
function outsideAdvanceOf({ receivedCents, feesCents, days }: Typed): OutsideAdvance | null {
  const isMissing = (amount: number | null): amount is null => amount === null || Number.isNaN(amount);
  if (isMissing(receivedCents) || isMissing(feesCents) || !/^\d{1,4}$/.test(days.trim())) return null;
  return { receivedCents: cents(receivedCents), feesCents: cents(feesCents), days: Number(days) };
}

type FieldsProps = {
  typed: Typed;
  onChange: (typed: Typed) => void;
  refusal: OutsideAdvanceRefusal | null;
  label: string;
};

function Fields({ typed, onChange, refusal, label }: FieldsProps) {
  const { t } = useLingui();
  return (
    <Card className="grid gap-4 print:hidden" aria-label={t`The other offer`}>
      <div className="grid items-start gap-4 sm:grid-cols-2 min-[56.25rem]:grid-cols-3">
        <MoneyField
          label={label}
          amountCents={typed.receivedCents}
          onChange={(receivedCents) => onChange({ ...typed, receivedCents })}
          error={refusal === "NOTHING_RECEIVED" ? t`This must be more than $0.` : null}
        />
        <MoneyField
          label={t`All fees in total`}
          amountCents={typed.feesCents}
          onChange={(feesCents) => onChange({ ...typed, feesCents })}
          error={refusal === "NO_FEES" ? t`This must be more than $0.` : null}
        />
        <TextField
          label={t`Days until it is settled`}
          inputMode="numeric"
          autoComplete="off"
          value={typed.days}
          onChange={({ target }) => onChange({ ...typed, days: target.value })}
          error={refusal === "NO_DAYS" ? t`Type a number of days up to 365.` : null}
        />
      </div>
    </Card>
  );
}

type SideProps = {
  name: string;
  badge: ReactNode;
  isOwn: boolean;
  price: PriceFigures;
  receivedLabel: string;
  receivedCents: number;
  days: number;
  mostDays: number;
  facts: readonly ReceiptRow[];
};

function Side({ name, badge, isOwn, price, receivedLabel, receivedCents, days, mostDays, facts }: SideProps) {
  const { i18n, t } = useLingui();
  const { money, parts, percentage } = useOfferFormats();
  const apr = percentage(price.apr);
  const each = new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
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
      <div className="grid gap-1.5">
        <p className="flex justify-between gap-4">
          <span className="text-ink-soft">{t`You have it for`}</span>
          <span className="font-semibold">{t`${days} days`}</span>
        </p>
        <Meter share={days / mostDays} />
      </div>
      <Receipt
        rows={[
          { label: receivedLabel, value: money(receivedCents) },
          { label: t`Fees`, note: t`APR ${apr}`, value: money(price.costCents) },
          { label: t`Settled in total`, value: money(receivedCents + price.costCents), isTotal: true },
          { label: t`Cost of each $1`, value: `${each.format((price.costCents / receivedCents) * 100)}¢` },
          ...facts,
        ]}
      />
    </Card>
  );
}
