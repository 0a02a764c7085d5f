import { labeled } from "../flow/labeled.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { Cents } from "../money/cents.ts";
import { closingSteps } from "../offers/closing.ts";
import type { OfferStep } from "../offers/steps.ts";

/** The alerts on the home page of a product, most urgent first. */
export const summaryAlerts = labeled({
  NEW_OFFERS_AVAILABLE: "New offers available",
  ACCEPTED_OFFERS_PROCESSING: "Accepted offers processing",
  MORE_INFORMATION_NEEDED: "More information needed",
  EARLY_PAYOFF_SCHEDULED: "Early payoff scheduled",
  REPAYMENTS_PROCESSING: "Repayments being processed",
  LATE: "Late",
  DEFAULTED: "Defaulted",
  LIMIT_USED: "Maximum credit limit used",
  CLOSED: "Closed",
});
export type SummaryAlert = (typeof summaryAlerts)[keyof typeof summaryAlerts];

export type SummaryFacts = {
  isOperator: boolean;
  offerStep: OfferStep | null;
  onboardingStep: string;
  hasScheduledPayoff: boolean;
  hasRepaymentOnItsWay: boolean;
  loanStatus: LoanStatus;
  /** Null for products without a limit. */
  availableCents: Cents | null;
};

const newOffers: readonly OfferStep[] = ["DISPLAY_OFFERS", ...closingSteps];

/** Offers that have expired do not take precedence over the products, so that only servicing leads to them. */
export const hasExpiredOffers = (offerStep: OfferStep | null): boolean =>
  offerStep === "OFFERS_EXPIRED" || offerStep === "OFFER_REFRESH_PENDING";

/** Whether an offer waits for the owner, or is accepted and not issued yet. */
export const isAboutNewOffers = (offerStep: OfferStep | null): boolean =>
  offerStep !== null && (newOffers.includes(offerStep) || offerStep === "OFFER_ACCEPTED");

const conditions: readonly { alert: SummaryAlert; applies: (facts: SummaryFacts) => boolean }[] = [
  {
    alert: summaryAlerts.NEW_OFFERS_AVAILABLE,
    applies: (facts) => !facts.isOperator && facts.offerStep !== null && newOffers.includes(facts.offerStep),
  },
  {
    // The step is the same while the owner has signed and co-signers have not.
    alert: summaryAlerts.ACCEPTED_OFFERS_PROCESSING,
    applies: (facts) => !facts.isOperator && facts.offerStep === "OFFER_ACCEPTED",
  },
  {
    alert: summaryAlerts.MORE_INFORMATION_NEEDED,
    applies: (facts) => !facts.isOperator && facts.onboardingStep === "REQUEST_ADDITIONAL_USER_INPUT",
  },
  { alert: summaryAlerts.EARLY_PAYOFF_SCHEDULED, applies: (facts) => facts.hasScheduledPayoff },
  { alert: summaryAlerts.REPAYMENTS_PROCESSING, applies: (facts) => facts.hasRepaymentOnItsWay },
  { alert: summaryAlerts.LATE, applies: (facts) => facts.loanStatus === "LATE" },
  { alert: summaryAlerts.DEFAULTED, applies: (facts) => facts.loanStatus === "DEFAULTED" },
  // A closed line also has an available limit of zero, but the alert is that it is closed.
  { alert: summaryAlerts.LIMIT_USED, applies: (facts) => facts.availableCents === 0 && facts.loanStatus !== "CLOSED" },
  { alert: summaryAlerts.CLOSED, applies: (facts) => facts.loanStatus === "CLOSED" },
];

/** The first alert that applies. Only one is shown. */
export const summaryAlert = (facts: SummaryFacts): SummaryAlert | null =>
  conditions.find(({ applies }) => applies(facts))?.alert ?? null;
