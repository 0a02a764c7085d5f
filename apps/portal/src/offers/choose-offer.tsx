import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Tick } from "@inlay/ui/fields/tick.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useState } from "react";
import type { ChoiceFigures } from "../products/offers/choice.ts";
import { Licensing } from "../products/offers/licensing.tsx";
import { OfferActions } from "../products/offers/offer-actions.tsx";
import { Apr } from "../products/offers/price.tsx";
import { Expired } from "../products/offers/summary-page.tsx";
import { useMonths, useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { type AnyOffer, pagesOf } from "../products/product-offers.ts";
import { useProductWords } from "../products/product-screens.ts";
import { useBusiness } from "../shared/business/business-context.tsx";
import { useWords } from "../shared/language/words.ts";
import { Heading } from "../shared/page/heading.tsx";
import { type OfferedGroup, useLastDay } from "./offer-facts.ts";

type ChooseOfferProps = {
  groups: readonly OfferedGroup[];
  /** The ids of the offers that the owner looked at last, one for each group. */
  chosen: readonly string[];
  isExpired: (group: OfferedGroup) => boolean;
  takesFocus: boolean;
  onBack: () => void;
  onContinue: (group: OfferedGroup, offerId: string) => void;
};

type Card = {
  group: OfferedGroup;
  offer: AnyOffer;
  figures: ChoiceFigures;
  name: string;
  what: string | null;
  isExpired: boolean;
};

/**
 * All offers side by side: one card for each product, or one for each term if there is one product. All cards have the same rows in the same
 * order, with the cost first and its APR beside it.
 */
export function ChooseOffer({ groups, chosen, isExpired, takesFocus, onBack, onContinue }: ChooseOfferProps) {
  const { t } = useLingui();
  const { business } = useBusiness();
  const cards = useCards(groups, chosen, isExpired);
  const openCards = cards.filter((card) => !card.isExpired);
  const [selectedId, setSelectedId] = useState(
    () => (openCards.find(({ offer }) => chosen.includes(offer.id)) ?? openCards[0])?.offer.id,
  );
  const selected = openCards.find(({ offer }) => offer.id === selectedId);
  const selectedName = selected?.name;
  const lastDayOf = useLastDay();
  const day = lastDayOf(groups.flatMap(({ offers }) => offers));
  const longestDays = Math.max(...cards.map(({ figures }) => figures.heldDays));
  const nameAtEnd = beforePeriod(business.businessName ?? t`your business`);
  const count = cards.length;
  const title = t`You're approved!`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Heading takesFocus={takesFocus}>{title}</Heading>
          {openCards.length > 0 && (
            <Badge tone="success" dot>
              <Trans>Open until {day}</Trans>
            </Badge>
          )}
        </div>
        <p className="text-ink-soft">
          {groups.length > 1 ? (
            <Plural value={count} one={`# way to fund ${nameAtEnd}.`} other={`# ways to fund ${nameAtEnd}.`} />
          ) : (
            <Plural value={count} one={`# term for ${nameAtEnd}.`} other={`# terms for ${nameAtEnd}.`} />
          )}{" "}
          <Trans>Choose one. Nothing is final, and nothing is owed, until you sign.</Trans>
        </p>
      </div>
      <div
        role="radiogroup"
        aria-label={t`Offers`}
        className="grid gap-3 min-[56.25rem]:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] min-[56.25rem]:gap-4"
      >
        {cards.map((card) => (
          <ChoiceCard
            key={card.offer.id}
            {...card}
            longestDays={longestDays}
            isSelected={card.offer.id === selectedId}
            onSelect={() => setSelectedId(card.offer.id)}
          />
        ))}
      </div>
      <WhyAprDiffers cards={openCards} />
      <OfferActions
        primary={{
          label: selected ? t`Continue with ${selectedName}` : t`Continue with offer`,
          onPress: () => selected && onContinue(selected.group, selected.offer.id),
          isDisabled: selected ? false : t`Choose an offer first.`,
        }}
        price={selected ? selected.figures : null}
        secondary={{ label: t`Back`, onPress: onBack }}
        links={[{ label: t`Print or save as PDF`, onPress: () => window.print() }]}
      />
      <Licensing products={groups.map(({ offers }) => offers[0].terms.productType)} />
    </div>
  );
}

function useCards(
  groups: readonly OfferedGroup[],
  chosen: readonly string[],
  isExpired: (group: OfferedGroup) => boolean,
): Card[] {
  const wordsOf = useProductWords();
  const inWords = useMonths();
  const isOneProduct = groups.length === 1;
  return groups.flatMap((group) => {
    const { name, what } = wordsOf(group.offers[0].terms.productType);
    const shown = isOneProduct ? group.offers : group.offers.filter(({ id }) => chosen.includes(id));
    return shown.map((offer): Card => {
      const figures = pagesOf(offer).choice(offer);
      return {
        group,
        offer,
        figures,
        name: isOneProduct ? inWords(Math.round(figures.heldDays / 30)) : name,
        what: isOneProduct ? null : what,
        isExpired: isExpired(group),
      };
    });
  });
}

type ChoiceCardProps = Card & { longestDays: number; isSelected: boolean; onSelect: () => void };

function ChoiceCard({ offer, figures, name, what, isExpired, longestDays, isSelected, onSelect }: ChoiceCardProps) {
  const { t } = useLingui();
  const id = useId();
  const { money, parts } = useOfferFormats();
  const { paymentNote, heldFor, costOfDollar, payingEarly } = useChoiceWords(figures);
  const amount = money(figures.amountCents);
  return (
    <div
      className={`relative grid content-start gap-3 rounded-control border bg-card px-4 py-4 min-[56.25rem]:row-span-3 min-[56.25rem]:grid-rows-subgrid min-[56.25rem]:px-5 ${
        isExpired
          ? "border-line text-ink-soft"
          : "border-field-line hover:bg-tint has-checked:border-focus has-checked:bg-tint has-checked:inset-ring has-checked:inset-ring-focus"
      }`}
    >
      <div className="flex items-start gap-3">
        <Tick
          kind="radio"
          id={id}
          name="offer"
          isSelected={isSelected}
          isDisabled={isExpired}
          isInvalid={false}
          describedBy={`${id}-price`}
          onChange={onSelect}
        />
        <div className="min-w-0 grow">
          <h2 className="type-subheader">
            {/* The label is as large as the card, but its name is short. */}
            <label htmlFor={id} className={`after:absolute after:inset-0 ${isExpired ? "" : "cursor-pointer"}`}>
              {name}
            </label>
          </h2>
          {what && <p className="type-small">{what}</p>}
          {offer.isCounterOffer && (
            <p className="type-small text-info">
              <Trans>This is less than the amount that you asked for.</Trans>
            </p>
          )}
        </div>
        {isExpired && <Expired />}
      </div>
      <div id={`${id}-price`}>
        <p className="type-small">{t`What it costs you`}</p>
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <Figure amount={parts(figures.costCents)} size="small" />
          <Apr apr={figures.apr} isEstimate={figures.isEstimate} />
        </p>
        <p className="text-tiny text-ink-soft">
          {figures.basis === "AMOUNT" ? t`on ${amount}` : t`if you use all ${amount} at once`}
        </p>
      </div>
      <dl>
        <Row
          label={figures.isPaidToSupplier ? t`Your suppliers receive` : t`You receive`}
          value={money(figures.receivedCents)}
        />
        <Row label={t`You pay`} value={money(figures.payment.cents)} note={paymentNote} />
        <Row label={t`You have it for`} value={heldFor}>
          <Meter share={figures.heldDays / longestDays} />
        </Row>
        <Row label={t`Cost of each $1`} value={costOfDollar} />
        <Row label={t`Paying early`} value={payingEarly} />
      </dl>
    </div>
  );
}

type RowProps = { label: string; value: string; note?: string | null; children?: ReactNode };

const Row = ({ label, value, note, children }: RowProps) => (
  <div className="grid grid-cols-[auto_minmax(min-content,1fr)] items-baseline gap-x-3 border-t border-line py-2 last:pb-0">
    <dt className="text-small text-ink-soft">{label}</dt>
    <dd className="text-right font-semibold">
      {value}
      {note && <span className="block text-tiny font-normal text-ink-soft">{note}</span>}
    </dd>
    {children && <dd className="col-span-2 mt-1.5 mb-1 flex">{children}</dd>}
  </div>
);

/** The words of the rows, which are the same for all products. */
function useChoiceWords({ payment, heldDays, isEstimate, costCents, amountCents, payingEarly }: ChoiceFigures) {
  const { t } = useLingui();
  const { region } = useWords();
  const { money } = useOfferFormats();
  const inWords = useMonths();
  const { times, plusCents } = payment;
  const plus = money(plusCents);
  const every = {
    DAILY: t`a business day, estimated`,
    WEEKLY: t`a week, estimated`,
    BIWEEKLY: t`every two weeks, estimated`,
    MONTHLY:
      times === null
        ? t`a month, estimated`
        : plusCents > 0
          ? t`a month, ${times} times, plus ${plus}`
          : t`a month, ${times} times`,
    ONCE: t`at once, after ${heldDays} days`,
    PARTS: t`in ${times} parts over ${heldDays} days`,
  };
  const months = Math.max(1, Math.round(heldDays / 30));
  const term =
    heldDays < 30 || heldDays % 30 !== 0 ? (heldDays < 75 ? t`${heldDays} days` : inWords(months)) : inWords(months);
  const saved = {
    SAVES_INTEREST: t`Saves interest`,
    SAVES_CHARGE: t`Saves part of the charge`,
    SAVES_FEE: t`Saves part of the fee`,
    SAVES_NOTHING: t`Saves nothing`,
  };
  const each = new Intl.NumberFormat(region, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    paymentNote: every[payment.every],
    heldFor: isEstimate ? t`about ${term}` : term,
    costOfDollar: `${each.format((costCents / amountCents) * 100)}¢`,
    payingEarly: saved[payingEarly],
  };
}

/** If the offer that costs least has the highest APR, why both are true. */
function WhyAprDiffers({ cards }: { cards: readonly Card[] }) {
  const { t } = useLingui();
  const inWords = useMonths();
  const byCost = cards.toSorted((a, b) => a.figures.costCents - b.figures.costCents);
  const highestApr = Math.max(...cards.map(({ figures }) => figures.apr));
  const [least] = byCost;
  const most = byCost.at(-1);
  if (!least || !most || least.figures.apr < highestApr || least.figures.heldDays >= most.figures.heldDays) return null;
  const monthsOf = ({ figures }: Card) => inWords(Math.max(1, Math.round(figures.heldDays / 30)));
  const first = least.name;
  const short = monthsOf(least);
  const second = most.name;
  const long = monthsOf(most);
  return (
    <section className="rounded-control bg-tint px-4.5 py-4">
      <h2 className="mb-0.5 font-semibold">{t`Why does ${first} cost least and still have the highest APR?`}</h2>
      <p>
        {t`You have its money for about ${short}, that of ${second} for ${long}. APR puts both on one year, so prices can be compared.`}
      </p>
    </section>
  );
}
