import { labeled } from "../flow/labeled.ts";
import { closingSteps } from "../offers/closing.ts";
import type { OfferStep } from "../offers/steps.ts";
import type { ServicingStep } from "../servicing/steps.ts";

/** The application statuses with the texts that people and platforms see. `{amount}` is the amount of the highest offer. */
export const applicationStatuses = labeled({
  APPLICATION_IN_PROGRESS: "Application in progress",
  ADDITIONAL_USER_INFO_REQUIRED: "Additional user info required",
  OFFER_AVAILABLE: "Offer available up to {amount}",
  ACTIVE_LOAN_IN_PROGRESS: "Active loan in progress",
  NO_OFFERS_AVAILABLE: "No offers available",
  LOAN_APPLICATION_INCOMPLETE: "Loan application incomplete",
  LOAN_APPLICATION_WITHDRAWN: "Loan application withdrawn",
  ACTIVE_LOAN: "Active loan",
});
export type ApplicationStatus = keyof typeof applicationStatuses;

/** One business of a person. Steps have their wire names. */
type BusinessPlace = {
  currentStep: string;
  currentOfferStep: OfferStep | null;
  currentServicingStep: ServicingStep | null;
  highestOfferAmountCents: number | null;
};

const offered: readonly OfferStep[] = ["DISPLAY_OFFERS", ...closingSteps];

const settledAt: Partial<Record<OfferStep, ApplicationStatus>> = {
  OFFER_ACCEPTED: "ACTIVE_LOAN_IN_PROGRESS",
  ISSUED_PRODUCT_CREATED: "ACTIVE_LOAN",
  LOAN_APPLICATION_INCOMPLETE: "LOAN_APPLICATION_INCOMPLETE",
  LOAN_APPLICATION_WITHDRAWN: "LOAN_APPLICATION_WITHDRAWN",
};

/** An offer is available only when its amount is known. */
export function applicationStatus(user: BusinessPlace): { status: ApplicationStatus; upToCents: number | null } {
  const { currentOfferStep: offerStep, highestOfferAmountCents } = user;
  if (offerStep !== null && offered.includes(offerStep) && highestOfferAmountCents !== null && !isServiced(user))
    return { status: "OFFER_AVAILABLE", upToCents: highestOfferAmountCents };
  return { status: statusWithoutAmount(user), upToCents: null };
}

const isServiced = (user: BusinessPlace) =>
  user.currentServicingStep !== null || user.currentStep === "READY_FOR_SERVICING";

function statusWithoutAmount(user: BusinessPlace): ApplicationStatus {
  const { currentStep, currentOfferStep: offerStep } = user;
  if (isServiced(user)) return "ACTIVE_LOAN";
  const settled = offerStep === null ? undefined : settledAt[offerStep];
  if (settled !== undefined) return settled;
  // A request for additional input takes precedence over offers that need no action, as in `entryPoint`.
  if (currentStep === "REQUEST_ADDITIONAL_USER_INPUT") return "ADDITIONAL_USER_INFO_REQUIRED";
  const isOver = offerStep === "OFFERS_EXPIRED" || offerStep === "NO_OFFERS_EXTENDED";
  return isOver ? "NO_OFFERS_AVAILABLE" : "APPLICATION_IN_PROGRESS";
}
