import { cents } from "@inlay/lending/money/cents.ts";
import { adjustableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Stamp } from "@inlay/ui/feedback/stamp.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useDeferredValue, useEffect } from "react";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { Heading } from "../../shared/page/heading.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { Licensing } from "./licensing.tsx";
import { Failure, OfferActions } from "./offer-actions.tsx";
import { reportWhenIdle } from "./offer-interactions.ts";
import { useOfferFrame } from "./offer-view.ts";
import type { PriceFigures } from "./price.tsx";
import type { OfferQuote } from "./use-offer-quote.ts";

type SummaryPageProps<Product extends ProductType> = {
  title: string;
  lead: ReactNode;
  /** The figures that are shown. The offer can be selected once they are the server's. */
  quote: OfferQuote<Product>;
  /** `of` names what the price is of, if that is not the whole offer: "A $10,000 draw". */
  price: PriceFigures & { of?: string };
  /** What is chosen, in the left column of a wide screen. */
  choice: ReactNode;
  /** What it costs, in the right column. */
  cost: ReactNode;
  /** Whether the link to the compare page is shown, if the product has one. */
  hasCompareLink?: boolean;
  /** Under both columns, for example what only print shows. It is drawn after the rest. */
  children?: ReactNode;
};

/** The summary of an offer: what is chosen on the left, what it costs on the right, and the button that selects it. */
export function SummaryPage<Product extends ProductType>(props: SummaryPageProps<Product>) {
  const { title, lead, quote, price, choice, cost, hasCompareLink = true, children } = props;
  const { t } = useLingui();
  const frame = useOfferFrame();
  const { isExpired, selection } = frame;
  useIdleReport(quote.offer.pricing.productType);
  const hasRest = useDeferredValue(true, false);
  const select = () => {
    const { offer, amountCents } = quote;
    const isAdjustable = adjustableAmount(offer.pricing, cents(amountCents)) !== null;
    selection.select({ offerId: offer.id, amountCents: isAdjustable ? amountCents : null });
  };
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid items-start gap-x-7 gap-y-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <div className="grid justify-items-start gap-2">
            {isExpired ? <Expired /> : <OpenUntil day={frame.openUntil} />}
            <Heading takesFocus={frame.takesFocus}>{title}</Heading>
            <p className="max-w-[60ch] text-pretty text-ink-soft">{lead}</p>
            {frame.isCounterOffer && <CounterOffer />}
            <PrintedFor />
            {frame.onCompareOffers && (
              <Button variant="text" className="print:hidden" onClick={frame.onCompareOffers}>
                {t`Compare offers`}
              </Button>
            )}
          </div>
          {choice}
        </div>
        <div className="grid min-w-0 gap-6">{cost}</div>
      </div>
      {hasRest && children}
      <OfferActions
        primary={{
          label: t`Continue with offer`,
          onPress: select,
          busy: selection.isPending,
          isDisabled: isExpired ? t`This offer has expired.` : !quote.isConfirmed,
        }}
        price={price}
        secondary={{ label: t`Back`, onPress: frame.onBack }}
        links={[
          ...(frame.has.LEARN_MORE ? [{ label: t`Learn more`, onPress: () => frame.open("LEARN_MORE") }] : []),
          ...(frame.has.COMPARE && hasCompareLink
            ? [{ label: t`How does my offer compare`, onPress: () => frame.open("COMPARE") }]
            : []),
          {
            label: t`Will it fit my cash flow?`,
            onPress: () => frame.openCashFlowFit(quote.offer.id, quote.amountCents),
          },
          { label: t`Print or save as PDF`, onPress: () => window.print() },
        ]}
        error={
          selection.error ? (
            <Failure message={messageOf(selection.error)} />
          ) : (
            Boolean(quote.error) && <Failure message={messageOf(quote.error)} again={quote.again} />
          )
        }
      />
      <Licensing products={[quote.offer.pricing.productType]} />
    </div>
  );
}

const OpenUntil = ({ day }: { day: string }) => (
  <Badge tone="success" dot>
    <Trans>Open until {day}</Trans>
  </Badge>
);

/** The mark of an offer that is no longer open. */
export const Expired = () => (
  <Stamp>
    <Trans>Expired</Trans>
  </Stamp>
);

const CounterOffer = () => (
  <p className="w-fit rounded-control bg-info-tint px-3 py-2 text-small font-semibold text-balance text-info">
    <Trans>This is less than the amount that you asked for.</Trans>
  </p>
);

/** Whom a printed offer is for. On the screen the page around it says that. */
function PrintedFor() {
  const { business } = useBusiness();
  const name = business.businessName;
  if (!name) return null;
  return (
    <p className="hidden print:block">
      <Trans>Offer for {name}</Trans>
    </p>
  );
}

function useIdleReport(productType: ProductType): void {
  const { report } = usePortalSession();
  useEffect(() => reportWhenIdle(window, report, productType), [report, productType]);
}
