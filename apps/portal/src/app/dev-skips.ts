import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import { completeOffersStep, refreshOffers } from "@inlay/contracts/calls/offer-steps.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import { skipToExpiredOffers, skipToNoOffers, skipToOffers } from "@inlay/contracts/calls/sandbox.ts";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { PortalSession } from "../shared/session/portal-session.tsx";

type Ask = PortalSession["ask"];

/** A shortcut of the developer tools to a step of the offers. */
export type Skip = {
  text: string;
  /** The steps at which it is shown. Null: there are no offers yet. */
  from: readonly (OfferStep | null)[];
  start: (ask: Ask, at: OfferStep | null) => Promise<unknown>;
  to: OfferStep;
  /** How often the step is asked for, once a second, after the server has started. */
  polls: number;
};

const undecided = [null, "OFFERS_PENDING"] as const;
const open = ["DISPLAY_OFFERS", ...closingSteps] as const;

export const skips: readonly Skip[] = [
  {
    text: "Skip to offers",
    from: undecided,
    start: (ask) => ask(skipToOffers, {}),
    to: "DISPLAY_OFFERS",
    polls: 15,
  },
  {
    text: "Skip to no offers",
    from: undecided,
    start: (ask) => ask(skipToNoOffers, {}),
    to: "NO_OFFERS_EXTENDED",
    polls: 10,
  },
  {
    text: "Skip to expired offers",
    from: open,
    start: async (ask) => {
      const [shown] = (await ask(getOffers, {})).offerGroups;
      if (!shown) throw new Error("There are no offers to expire.");
      return ask(skipToExpiredOffers, { body: { loanApplicationId: shown.loanApplicationId } });
    },
    to: "OFFERS_EXPIRED",
    polls: 10,
  },
  {
    text: "Skip to display offers",
    from: ["OFFERS_EXPIRED", ...closingSteps],
    start: (ask, at) =>
      at === "OFFERS_EXPIRED" ? ask(refreshOffers, {}) : ask(completeOffersStep, { body: { eventType: "WENT_BACK" } }),
    to: "DISPLAY_OFFERS",
    polls: 10,
  },
];

/** Steps after which one more application can be opened. */
export const isOver = (at: OfferStep | null): boolean =>
  at === "OFFERS_EXPIRED" || at === "NO_OFFERS_EXTENDED" || at === "ISSUED_PRODUCT_CREATED";

const pollAfterMs = 1_000;

/** Takes a shortcut and waits until the offers are at its step. */
export async function take({ start, to, polls }: Skip, ask: Ask, at: OfferStep | null): Promise<void> {
  await start(ask, at);
  for (let poll = 0; poll < polls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollAfterMs));
    if ((await ask(getOffersWorkflow, {})).currentStep === to) return;
  }
  throw new Error(`The offers are not at ${to} after ${polls} seconds. Reload the page in a moment.`);
}
