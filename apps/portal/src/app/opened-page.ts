import { type Arrival, type EntryPoint, entryPoint } from "@inlay/lending/onboarding/entry-point.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { hasExpiredOffers, summaryAlert } from "@inlay/lending/servicing/summary-alert.ts";
import type { ElsewhereAlert } from "../servicing/elsewhere.tsx";

/**
 * What the person opened instead of the page where they enter: the products, the page that the products refer to, or the input that is
 * asked for while an offer is closed.
 */
export type Opened = "MY_FINANCING" | "ELSEWHERE" | "ADDITIONAL_INPUT" | null;

/** The page that is shown. */
export function openedPage(arrival: Arrival, opened: Opened): EntryPoint {
  const entry = entryPoint(arrival);
  if (opened === "MY_FINANCING" && canOpenMyFinancing(arrival)) return { page: "SERVICING" };
  if (opened === "ELSEWHERE" && entry.page === "SERVICING") return elsewhereOf(arrival) ?? entry;
  if (opened === "ADDITIONAL_INPUT" && canOpenAdditionalInput(arrival))
    return { page: "ONBOARDING_FLOW", step: arrival.onboardingStep };
  return entry;
}

/** The page that only the products lead to, because it does not take precedence over them. */
function elsewhereOf(arrival: Arrival): EntryPoint | null {
  const alert = alertFor(arrival);
  if (alert === "APPLICATION_BEGUN") return { page: "ONBOARDING_FLOW", step: arrival.onboardingStep };
  const isOfOffers = alert === "EXPIRED_OFFERS" || alert === "APPLICATION_DECLINED";
  return isOfOffers && arrival.offerStep ? { page: "OFFER_FLOW", step: arrival.offerStep } : null;
}

/** Whether input is asked for while an accepted offer is closed. The page of the offer takes precedence, so that only this leads to the input. */
export const canOpenAdditionalInput = (arrival: Arrival): boolean =>
  entryPoint(arrival).page === "OFFER_FLOW" &&
  arrival.offerStep === "OFFER_ACCEPTED" &&
  arrival.onboardingStep === "REQUEST_ADDITIONAL_USER_INPUT";

/** Whether the products are beside the page where the person enters. */
export function canOpenMyFinancing(arrival: Arrival): boolean {
  const { page } = entryPoint(arrival);
  return arrival.hasIssuedProducts && (page === "OFFER_FLOW" || page === "ONBOARDING_FLOW" || page === "SERVICING");
}

/** What a component of the host page opens: the page where the person enters, or a page of servicing. */
export type RequestedPage = "ENTRY" | "MY_FINANCING";

/** The components of servicing that every person of the business may open. Servicing decides which page shows each. */
const servicingComponents: ReadonlySet<string> = new Set([
  ...["INVOICE_UPLOAD", "INVOICE_HISTORY", "DRAW", "PAY_NOW", "PAYMENTS", "STATEMENTS", "AGREEMENTS"],
]);

/** Whether a session's component is the one that was asked for, or a kind of it, such as INVOICE_SESSION_RELAXED. */
export const isSessionOf = (asked: string, component: string): boolean =>
  /^(INVOICE|BILL)_SESSION(_|$)/.test(asked) && (component === asked || component.startsWith(`${asked}_`));

/** The page that a component opens; null if this person cannot be shown it. Servicing needs a product. */
export function requestedPage(arrival: Arrival, component: string): RequestedPage | null {
  if (component === "SUMMARY") return "ENTRY";
  const isForOwner = component === "BANK_ACCOUNTS" && arrival.roles.includes("PRIMARY_OWNER");
  const isServicing = servicingComponents.has(component) || isSessionOf(component, component) || isForOwner;
  return isServicing && canOpenMyFinancing(arrival) ? "MY_FINANCING" : null;
}

const quiet = {
  isOperator: false,
  hasScheduledPayoff: false,
  hasRepaymentOnItsWay: false,
  loanStatus: "CURRENT",
  availableCents: null,
} as const;

/** What the primary owner is told on the page of the products about offers and missing information. Nobody else sees them. */
export function alertFor({ roles, offerStep, onboardingStep }: Arrival): ElsewhereAlert | null {
  if (!roles.includes("PRIMARY_OWNER")) return null;
  const alert = summaryAlert({ ...quiet, offerStep, onboardingStep })?.code;
  if (alert === "NEW_OFFERS_AVAILABLE" || alert === "ACCEPTED_OFFERS_PROCESSING" || alert === "MORE_INFORMATION_NEEDED")
    return alert;
  if (hasExpiredOffers(offerStep)) return "EXPIRED_OFFERS";
  // Until the consent another application has no offer step.
  if (offerStep === null && onboardingStepOf(onboardingStep) !== null) return "APPLICATION_BEGUN";
  if (offerStep === "OFFERS_PENDING") return "APPLICATION_IN_REVIEW";
  return offerStep === "NO_OFFERS_EXTENDED" ? "APPLICATION_DECLINED" : null;
}
