import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { useDeferredValue, useEffect, useState } from "react";
import { offersWorkflowQuery } from "../shared/api/queries.ts";
import { LoadingStep } from "../shared/flow/loading-step.tsx";
import { useMovedOn } from "../shared/flow/use-moved-on.ts";
import { useScrollToTop } from "../shared/flow/use-scroll-to-top.ts";
import { withTexts } from "../shared/language/language.ts";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { type Component, onDemand } from "../shared/page/on-demand.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { offerProgress } from "./offer-progress.ts";
import { DisplayOffers } from "./steps/display-offers.tsx";

type OfferFlowProps = { step: OfferStep; takesFocus: boolean };

/** A page after an offer is chosen. */
const closing = (load: () => Promise<Component<OfferFlowProps>>) => onDemand(() => withTexts("closing", load));
const ClosedApplication = onDemand(async () => (await import("./closed-application.tsx")).ClosedApplication);

/** The page of each step. OFFERS_PENDING and ISSUED_PRODUCT_CREATED are never rendered. */
const pages: Partial<Record<OfferStep, Component<OfferFlowProps>>> = {
  // Most people come for this page.
  DISPLAY_OFFERS: DisplayOffers,
  COLLECT_TAX_ID: closing(async () => (await import("./closing/collect-tax-id.tsx")).CollectTaxId),
  COLLECT_PERSONAL_PHONE_NUMBER: closing(
    async () => (await import("./closing/collect-personal-phone-number.tsx")).CollectPersonalPhoneNumber,
  ),
  COLLECT_PERSONA: closing(async () => (await import("./closing/collect-persona.tsx")).CollectPersona),
  SELECT_PRIMARY_BANK_ACCOUNT: closing(
    async () => (await import("./closing/select-primary-bank-account.tsx")).SelectPrimaryBankAccount,
  ),
  COLLECT_LEGAL_AGREEMENTS: closing(
    async () => (await import("./closing/collect-legal-agreements.tsx")).CollectLegalAgreements,
  ),
  OFFER_ACCEPTED: closing(async () => (await import("./closing/offer-accepted.tsx")).OfferAccepted),
  NO_OFFERS_EXTENDED: onDemand(async () => (await import("./steps/no-offers-extended.tsx")).NoOffersExtended),
  OFFERS_EXPIRED: onDemand(async () => (await import("./steps/offers-expired.tsx")).OffersExpired),
  OFFER_REFRESH_PENDING: onDemand(async () => (await import("./steps/offer-refresh-pending.tsx")).OfferRefreshPending),
  LOAN_APPLICATION_INCOMPLETE: ClosedApplication,
  LOAN_APPLICATION_WITHDRAWN: ClosedApplication,
};

/** The page of an application that is decided or closed. The page before stays until the next one is loaded. */
export function OfferFlow({ step, takesFocus: hasMoved }: OfferFlowProps) {
  const [first] = useState(step);
  const shown = useDeferredValue(step);
  useScrollToTop(shown);
  const { host } = usePortalSession();
  useEffect(() => host?.emit("step.changed", offerProgress(shown)), [host, shown]);
  const Page = pages[shown];
  if (!Page) throw new Error(`The step ${shown} is never rendered.`);
  return (
    <LoadBoundary key={shown} fallback={StepProblem}>
      {/* Another step takes the focus, so that a screen reader announces it. */}
      <Page step={shown} takesFocus={hasMoved || shown !== first} />
    </LoadBoundary>
  );
}

/** A step that could not be loaded. If the workflow has moved on meanwhile, the current step follows. */
function StepProblem({ error, again }: { error: unknown; again: () => void }) {
  const hasMovedOn = useMovedOn(error, offersWorkflowQuery(usePortalSession()).queryKey);
  return hasMovedOn ? <LoadingStep /> : <Problem error={error} again={again} />;
}
