import type { BusinessUser } from "@inlay/contracts/business.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";

const inProgress = "Application in progress";
const activeLoan = "Active loan";

/** Where a business stands, in words that the person would use. */
export function statusLabel(user: BusinessUser): string {
  if (user.currentServicingStep !== null || user.currentStep === "READY_FOR_SERVICING") return activeLoan;
  if (user.currentOfferStep !== null) return offerLabels[user.currentOfferStep](user.highestOfferAmountCents);
  return user.currentStep === "REQUEST_ADDITIONAL_USER_INPUT" ? "Additional user info required" : inProgress;
}

const waiting = () => inProgress;
const offered = (cents: number | null) => (cents === null ? inProgress : `Offer available up to ${dollars(cents)}`);

const offerLabels: Record<OfferStep, (highestCents: number | null) => string> = {
  OFFERS_PENDING: waiting,
  DISPLAY_OFFERS: offered,
  COLLECT_TAX_ID: offered,
  COLLECT_PERSONAL_PHONE_NUMBER: offered,
  COLLECT_PERSONA: offered,
  SELECT_PRIMARY_BANK_ACCOUNT: offered,
  COLLECT_LEGAL_AGREEMENTS: offered,
  OFFER_ACCEPTED: () => "Active loan in progress",
  ISSUED_PRODUCT_CREATED: () => activeLoan,
  OFFERS_EXPIRED: () => "No offers available",
  OFFER_REFRESH_PENDING: waiting,
  NO_OFFERS_EXTENDED: () => "No offers available",
  LOAN_APPLICATION_INCOMPLETE: () => "Loan application incomplete",
  LOAN_APPLICATION_WITHDRAWN: () => "Loan application withdrawn",
};

const wholeDollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const dollars = (cents: number) => wholeDollars.format(cents / 100);
