import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { useDeferredValue, useEffect, useState } from "react";
import { type Component, onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { offerProgress } from "./offer-progress.ts";
import { DisplayOffers } from "./steps/display-offers.tsx";
import { useScrollToTop } from "./use-scroll-to-top.ts";

type OfferFlowProps = { step: OfferStep; takesFocus: boolean };

const ChosenOffer = onDemand(async () => (await import("./steps/chosen-offer.tsx")).ChosenOffer);
const ClosedApplication = onDemand(async () => (await import("./closed-application.tsx")).ClosedApplication);

/** The page of each step. OFFERS_PENDING and ISSUED_PRODUCT_CREATED are never rendered. */
const pages: Partial<Record<OfferStep, Component<OfferFlowProps>>> = {
  // Most people come for this page.
  DISPLAY_OFFERS: DisplayOffers,
  OFFER_ACCEPTED: ChosenOffer,
  NO_OFFERS_EXTENDED: onDemand(async () => (await import("./steps/no-offers-extended.tsx")).NoOffersExtended),
  OFFERS_EXPIRED: onDemand(async () => (await import("./steps/offers-expired.tsx")).OffersExpired),
  OFFER_REFRESH_PENDING: onDemand(async () => (await import("./steps/offer-refresh-pending.tsx")).OfferRefreshPending),
  LOAN_APPLICATION_INCOMPLETE: ClosedApplication,
  LOAN_APPLICATION_WITHDRAWN: ClosedApplication,
};
for (const step of closingSteps) pages[step] = ChosenOffer;

/** The page of an application that is decided or closed. The page before stays until the next one is loaded. */
export function OfferFlow({ step, takesFocus: hasMoved }: OfferFlowProps) {
  const [first] = useState(step);
  const shown = useDeferredValue(step);
  useScrollToTop(shown);
  const { host } = usePortalSession();
  useEffect(() => host?.emit("step.changed", offerProgress(shown)), [host, shown]);
  const Page = pages[shown];
  if (!Page) throw new Error(`The step ${shown} is never rendered.`);
  // Another step takes the focus, so that a screen reader announces it.
  return <Page key={shown} step={shown} takesFocus={hasMoved || shown !== first} />;
}
