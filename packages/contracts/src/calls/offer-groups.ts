import { z } from "zod/mini";
import { call } from "../call.ts";
import { offerGroup } from "../offer-group.ts";

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
