import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useDeferredValue, useEffect, useState } from "react";
import { OwnNotices } from "../../notices/on-demand.tsx";
import { sliderReporter } from "../../products/offers/offer-interactions.ts";
import {
  type Choice,
  type OfferFrame,
  OfferFrameProvider,
  type OfferPageName,
} from "../../products/offers/offer-view.ts";
import { type AnyOffer, pagesOf } from "../../products/product-offers.ts";
import { offersWorkflowQuery } from "../../shared/api/queries.ts";
import { usePageStack } from "../../shared/flow/page-stack.ts";
import { useScrollToTop } from "../../shared/flow/use-scroll-to-top.ts";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { onDemand } from "../../shared/page/on-demand.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { ChooseOffer } from "../choose-offer.tsx";
import { InvalidOffer } from "../invalid-offer.tsx";
import { isGroupExpired } from "../is-group-expired.ts";
import { type OfferedGroup, openGroups, useLastDay, useOfferGroups } from "../offer-facts.ts";
import { useSelectOffer } from "../use-offer-step.ts";

const FitPage = onDemand(async () => (await import("../cash-flow-fit/fit-page.tsx")).FitPage);

/** All offers side by side, or a page of one of them, which is named by its page and the place of its group. */
const chooseView = "CHOOSE";
const viewOf = (page: OfferPageName, group: number) => `${page} ${group}`;

/** What is offered, what it costs and until when. One group is shown, the others can be compared with it. */
export function DisplayOffers({ takesFocus }: { takesFocus: boolean }) {
  const groups = openGroups(useOfferGroups());
  if (groups.length === 0) return <InvalidOffer takesFocus={takesFocus} />;
  return <Offers groups={groups} takesFocus={takesFocus} />;
}

type OffersProps = { groups: readonly OfferedGroup[]; takesFocus: boolean };

function Offers({ groups, takesFocus }: OffersProps) {
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  const stack = usePageStack(viewOf("SUMMARY", 0));
  // The page before stays until the next one is loaded.
  const view = useDeferredValue(stack.view);
  useScrollToTop(view);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const selection = useSelectOffer();
  const lastDayOf = useLastDay();
  const reportMove = useMoveReport();
  const now = useNow(groups);
  useStepAfterExpiry(groups.every(({ offers }) => isGroupExpired(offers, now)));

  const chosenOf = ({ loanApplicationId, offers }: OfferedGroup): Choice => {
    const chosen = offers.find(({ chosenAmountCents }) => chosenAmountCents !== null);
    const offer = chosen ?? offers.at(-1) ?? offers[0];
    return choices[loanApplicationId] ?? { offerId: offer.id, amountCents: chosen?.chosenAmountCents ?? null };
  };
  const choose = (group: OfferedGroup, choice: Choice) =>
    setChoices((before) => ({ ...before, [group.loanApplicationId]: choice }));
  const offerOf = (group: OfferedGroup): AnyOffer =>
    group.offers.find(({ id }) => id === chosenOf(group).offerId) ?? group.offers[0];

  const onBack = () => (stack.depth > 0 ? window.history.back() : void leave().catch(showError));
  const isMoved = takesFocus || stack.depth > 0 || stack.isReturn;
  const canCompare = groups.length > 1 || (groups[0]?.offers.length ?? 0) > 1;

  if (view === chooseView)
    return (
      <ChooseOffer
        groups={groups}
        chosen={groups.map((group) => chosenOf(group).offerId)}
        isExpired={({ offers }) => isGroupExpired(offers, now)}
        takesFocus={isMoved}
        onBack={onBack}
        onContinue={(group, offerId) => {
          if (offerId !== chosenOf(group).offerId) choose(group, { offerId, amountCents: null });
          stack.push(viewOf("SUMMARY", groups.indexOf(group)));
        }}
      />
    );

  const [page, place] = view.split(" ") as [OfferPageName, string];
  const group = groups[Number(place)] ?? groups[0];
  if (!group) return null;
  const offer = offerOf(group);
  const pages = pagesOf(offer);
  const frame: OfferFrame = {
    product: offer.terms.productType,
    takesFocus: isMoved,
    isExpired: isGroupExpired(group.offers, now),
    openUntil: lastDayOf(group.offers),
    isCounterOffer: group.offers.some(({ isCounterOffer }) => isCounterOffer),
    has: { LEARN_MORE: pages.LearnMore !== null, COMPARE: pages.Compare !== null },
    open: (next) => stack.push(viewOf(next, groups.indexOf(group))),
    openCashFlowFit: (offerId, amountCents) => {
      choose(group, { ...chosenOf(group), offerId, amountCents });
      stack.push(viewOf("CASH_FLOW_FIT", groups.indexOf(group)));
    },
    onBack,
    onCompareOffers: canCompare ? () => stack.push(chooseView) : null,
    selection: { select: selection.mutate, isPending: selection.isPending, error: selection.error },
  };
  const { amountCents, planId } = chosenOf(group);
  if (page === "CASH_FLOW_FIT" && amountCents !== null)
    return (
      <OfferFrameProvider value={frame}>
        <FitPage key={view} offer={offer} amountCents={amountCents} />
      </OfferFrameProvider>
    );
  const own = { SUMMARY: pages.Summary, LEARN_MORE: pages.LearnMore, COMPARE: pages.Compare, CASH_FLOW_FIT: null };
  const Page = own[page] ?? pages.Summary;
  return (
    <OfferFrameProvider value={frame}>
      <Shown
        key={view}
        Page={Page as ComponentType<PageProps>}
        offers={group.offers}
        offer={offer}
        amountCents={amountCents}
        planId={planId ?? null}
        onChoose={(choice) => {
          if ((choice.planId ?? null) === (chosenOf(group).planId ?? null)) reportMove(offer, choice);
          selection.reset();
          choose(group, choice);
        }}
      />
      {page === "SUMMARY" && (
        <div className="mt-6 print:hidden">
          <OwnNotices />
        </div>
      )}
    </OfferFrameProvider>
  );
}

type PageProps = {
  offers: OfferedGroup["offers"];
  offer: AnyOffer;
  amountCents: number | null;
  planId: string | null;
  onChoose: (choice: Choice) => void;
};

const Shown = ({ Page, ...view }: PageProps & { Page: ComponentType<PageProps> }) => <Page {...view} />;

/** The time, which is read again when the next offer expires. */
function useNow(groups: readonly OfferedGroup[]): number {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(
    ...groups.flatMap(({ offers }) => offers.map(({ expiredAt }) => Date.parse(expiredAt)).filter((end) => end > now)),
  );
  useEffect(() => {
    // A timer cannot be longer than 24 days.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now(), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

/** Asks for the step when all offers have expired on the page, because the server then has another one. */
function useStepAfterExpiry(isExpired: boolean): void {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isExpired) void queryClient.invalidateQueries(offersWorkflowQuery(session));
  }, [isExpired, queryClient, session]);
}

/** Reports that a slider was moved, once it rests. */
function useMoveReport() {
  const { report } = usePortalSession();
  const [reporter] = useState(() => sliderReporter(report));
  useEffect(() => reporter.stop, [reporter]);
  return ({ id, terms }: AnyOffer, choice: Choice) =>
    reporter.moved(terms.productType, choice.offerId === id ? "AMOUNT" : "TERM");
}
