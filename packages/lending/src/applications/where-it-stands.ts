import { offerStepLifecycle } from "../offers/offer-step.ts";
import { shownGroup } from "../offers/shown-group.ts";
import type { OfferStep } from "../offers/steps.ts";
import type { ProductType } from "../products/product-type.ts";
import { type LoanApplicationState, loanApplicationLifecycle } from "./loan-application.ts";

/** Where one application stands: its status, and the offer step that its owner sees. The two move together. */
export type Standing = { status: LoanApplicationState; offerStep: OfferStep };

type ApplicationEvent = (typeof loanApplicationLifecycle.events)[number];
type OfferStepEvent = (typeof offerStepLifecycle.events)[number];

const isStepEvent = (event: string): event is OfferStepEvent => (offerStepLifecycle.events as string[]).includes(event);

/**
 * Where an application stands after an event. An event that the owner does not see leaves the step; offers that still wait for the platform's
 * mark-up are not shown yet.
 */
export function moved(from: Standing, event: ApplicationEvent, chosen?: Partial<Standing>): Standing {
  const status = loanApplicationLifecycle.next(from.status, event, chosen?.status);
  const isPriced = event === "MARKUP_SUBMITTED" || event === "MARKUP_TIMEOUT";
  const stepEvent = isPriced ? "OFFERS_CREATED" : event;
  const isSeen = isStepEvent(stepEvent) && status !== "WAITING_FOR_PLATFORM_MARKUP";
  return {
    status,
    offerStep: isSeen ? offerStepLifecycle.next(from.offerStep, stepEvent, chosen?.offerStep) : from.offerStep,
  };
}

/** Whether nothing more happens to an application. After 60 days one with expired offers has ended, and keeps its step. */
export const hasEnded = ({ status, offerStep }: Standing): boolean =>
  offerStepLifecycle.isOver(offerStep) || status === "EXPIRED";

type Row = Standing & { product: ProductType; receivedAt: Date };

/** The application that a business is shown, among all of its applications. */
export function shownApplication<R extends Row>(rows: readonly R[]): R | null {
  const groups = rows.map((row) => ({
    row,
    productType: row.product,
    step: row.offerStep,
    hasEnded: hasEnded(row),
    createdAt: row.receivedAt,
  }));
  return shownGroup(groups)?.row ?? null;
}

/** The states of a business in the partner API while it has an application. Null: its onboarding says more. */
export type OffersState =
  | "OFFERS_READY"
  | "CLOSING"
  | "SIGNED"
  | "NO_OFFERS"
  | "OFFERS_EXPIRED"
  | "REFRESHING"
  | "INCOMPLETE"
  | "WITHDRAWN";

export const offersStateAt: { [Step in OfferStep]: OffersState | null } = {
  OFFERS_PENDING: null,
  DISPLAY_OFFERS: "OFFERS_READY",
  COLLECT_TAX_ID: "CLOSING",
  COLLECT_PERSONAL_PHONE_NUMBER: "CLOSING",
  COLLECT_PERSONA: "CLOSING",
  SELECT_PRIMARY_BANK_ACCOUNT: "CLOSING",
  COLLECT_LEGAL_AGREEMENTS: "CLOSING",
  OFFER_ACCEPTED: "SIGNED",
  ISSUED_PRODUCT_CREATED: null,
  OFFERS_EXPIRED: "OFFERS_EXPIRED",
  OFFER_REFRESH_PENDING: "REFRESHING",
  NO_OFFERS_EXTENDED: "NO_OFFERS",
  LOAN_APPLICATION_INCOMPLETE: "INCOMPLETE",
  LOAN_APPLICATION_WITHDRAWN: "WITHDRAWN",
};
