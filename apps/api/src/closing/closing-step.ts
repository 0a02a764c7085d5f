import type { OwnerOfferEvent } from "@inlay/contracts/calls/offer-steps.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";

/** What a primary owner sends while closing. */
export type ClosingEvent = Exclude<OwnerOfferEvent, { eventType: "OFFER_SELECTED" | "WENT_BACK" }>;
export type ClosingEventType = ClosingEvent["eventType"];
export type EventOf<Type extends ClosingEventType> = Extract<ClosingEvent, { eventType: Type }>;

/** The application that is closed, and the offer that its owner chose. */
export type ClosedOffer = { applicationId: string; offerId: string };

export type ClosingRequest = ClosedOffer & { tx: Tx; app: AppContext; caller: Person; requestId: string };

/** A closing step. What it saved decides whether it is done, not what it returns. */
export type ClosingStepHandler<Event extends ClosingEvent = ClosingEvent, Ready = unknown> = {
  /** Asks vendors and keys before the transaction begins, if the step is current. */
  prepare?(app: AppContext, caller: Person, event: Event, of: ClosedOffer): Promise<Ready>;
  complete(request: ClosingRequest, event: Event, ready: Ready): Promise<void>;
  /** Whether a completed step was completed with this event, which then changes nothing. */
  isSame(request: ClosingRequest, event: Event): Promise<boolean>;
};
