import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuidV4 } from "../ids.ts";
import { offerGroup } from "../offer-group.ts";
import { offerTerms } from "../offer-terms.ts";

export const getOffers = call({
  method: "GET",
  path: "/api/v1/offers",
  audience: "portal",
  slice: "offers",
  action: "offers.view",
  summary:
    "Lists the applications of the business that have offers, the shown one first, each with its offers and issued products.",
  answer: z.object({ offerGroups: z.array(offerGroup) }),
});

/** The figures of one amount of an offer, as the server computes and stores them when it is selected. Nothing is stored. */
export const quoteOffer = call({
  method: "POST",
  path: "/api/v1/offers/:id/quote",
  audience: "portal",
  slice: "offers",
  action: "offers.view",
  summary: "Computes the figures of an offer at an amount: of a line at a draw, of invoices and bills at an advance.",
  params: z.object({ id: uuidV4 }),
  body: z.strictObject({ amountCents: z.int().check(z.positive()) }),
  answer: z.object({ terms: offerTerms }),
});
