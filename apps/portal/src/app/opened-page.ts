import { type Arrival, type EntryPoint, entryPoint } from "@inlay/lending/onboarding/entry-point.ts";
import { summaryAlert } from "@inlay/lending/servicing/summary-alert.ts";
import type { Elsewhere } from "../servicing/my-financing.tsx";

/**
 * What the person opened instead of the page where they enter: the products, the page that the products refer to, or the input that is
 * asked for while an offer is closed.
 */
export type Opened = "MY_FINANCING" | "ELSEWHERE" | "ADDITIONAL_INPUT" | null;

/** The page that is shown. */
export function openedPage(arrival: Arrival, opened: Opened): EntryPoint {
  const entry = entryPoint(arrival);
  if (opened === "MY_FINANCING" && canOpenMyFinancing(arrival)) return { page: "SERVICING" };
  // Expired offers do not take precedence over the products, so that only this leads to them.
  if (
    opened === "ELSEWHERE" &&
    entry.page === "SERVICING" &&
    alertFor(arrival) === "EXPIRED_OFFERS" &&
    arrival.offerStep
  )
    return { page: "OFFER_FLOW", step: arrival.offerStep };
  if (opened === "ADDITIONAL_INPUT" && canOpenAdditionalInput(arrival))
    return { page: "ONBOARDING_FLOW", step: arrival.onboardingStep };
  return entry;
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

/** The page that a component of the host page opens: the one where the person enters, or the products. */
export type RequestedPage = "ENTRY" | "MY_FINANCING";

/** The components of servicing that every person of the business may open. Those without a page of their own open the products. */
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
export function alertFor({ roles, offerStep, onboardingStep }: Arrival): Elsewhere["alert"] | null {
  if (!roles.includes("PRIMARY_OWNER")) return null;
  const alert = summaryAlert({ ...quiet, offerStep, onboardingStep })?.code;
  if (alert === "NEW_OFFERS_AVAILABLE" || alert === "ACCEPTED_OFFERS_PROCESSING" || alert === "MORE_INFORMATION_NEEDED")
    return alert;
  return offerStep === "OFFERS_EXPIRED" || offerStep === "OFFER_REFRESH_PENDING" ? "EXPIRED_OFFERS" : null;
}
