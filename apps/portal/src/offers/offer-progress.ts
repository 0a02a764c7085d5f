import type { Progress } from "@inlay/embed/messages.ts";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";

/** The steps that a person has to complete. */
const path: readonly OfferStep[] = ["DISPLAY_OFFERS", ...closingSteps];

/** What the parent page is told when the step changes. Where nothing is to be completed, the position is 0. */
export const offerProgress = (step: OfferStep): Progress => ({
  section: "offers",
  position: path.indexOf(step) + 1,
  of: path.length,
});
