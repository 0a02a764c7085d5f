import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { UnknownStep } from "../shared/flow/unknown-step.tsx";
import { ClosedApplication } from "./closed-application.tsx";
import { DisplayOffers } from "./steps/display-offers.tsx";
import { NoOffersExtended } from "./steps/no-offers-extended.tsx";
import { OffersExpired } from "./steps/offers-expired.tsx";

type OfferFlowProps = { step: OfferStep; takesFocus: boolean };

/** The page of an application that is decided or closed. */
export function OfferFlow({ step, takesFocus }: OfferFlowProps) {
  switch (step) {
    case "DISPLAY_OFFERS":
      return <DisplayOffers takesFocus={takesFocus} />;
    case "NO_OFFERS_EXTENDED":
      return <NoOffersExtended takesFocus={takesFocus} />;
    case "OFFERS_EXPIRED":
      return <OffersExpired takesFocus={takesFocus} />;
    case "LOAN_APPLICATION_INCOMPLETE":
    case "LOAN_APPLICATION_WITHDRAWN":
      return <ClosedApplication step={step} takesFocus={takesFocus} />;
    default:
      return <UnknownStep step={step} />;
  }
}
