import { lifecycle } from "../flow/lifecycle.ts";

/**
 * One offer of an application. OTHER_OFFER_SELECTED, OTHER_OFFER_ACCEPTED, WENT_BACK and ALL_SIGNED are our own names.
 */
export const offerStatusLifecycle = lifecycle("offer", {
  begins: { OFFERS_CREATED: "WAITING_FOR_SELECTION", OFFERS_REFRESHED: "WAITING_FOR_SELECTION" },
  moves: {
    WAITING_FOR_SELECTION: {
      OFFER_SELECTED: "SELECTED",
      OTHER_OFFER_ACCEPTED: "OTHER_OFFER_CHOSEN",
      OFFERS_EXPIRED: "EXPIRED",
      OFFERS_REFRESHED: "EXPIRED",
    },
    SELECTED: {
      OTHER_OFFER_SELECTED: "WAITING_FOR_SELECTION",
      WENT_BACK: "WAITING_FOR_SELECTION",
      ALL_SIGNED: "ACCEPTED",
      OFFERS_EXPIRED: "EXPIRED",
      OFFERS_REFRESHED: "EXPIRED",
    },
    ACCEPTED: {},
    OTHER_OFFER_CHOSEN: {},
    EXPIRED: {},
  },
  ends: ["ACCEPTED", "OTHER_OFFER_CHOSEN", "EXPIRED"],
});
export type OfferStatus = (typeof offerStatusLifecycle.states)[number];
