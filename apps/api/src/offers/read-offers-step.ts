import type { Answer } from "@inlay/contracts/call.ts";
import type { getOffersStep } from "@inlay/contracts/calls/offer-steps.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { isClosingStep } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { readClosingStep } from "../closing/public.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { listOffers } from "./list-offers.ts";
import { shownApplicationOf } from "./shown-application.ts";

/** What the current offer step shows: the offers to choose from, or the one that is chosen and what its closing needs. */
export async function readOffersStep(tx: Tx, caller: Person, step: OfferStep): Promise<Answer<typeof getOffersStep>> {
  const { businessId } = caller;
  const shown = await shownApplicationOf(tx, businessId);
  if (shown?.offerStep !== step) throw new Refusal("STEP_NOT_CURRENT");
  const group = (await listOffers(tx, businessId)).find(({ loanApplicationId }) => loanApplicationId === shown.id);
  if (!group) return { existingData: {} };
  if (!isClosingStep(step) && step !== "OFFER_ACCEPTED") return { existingData: { offers: group.offers } };
  const offers = group.offers.filter(({ status }) => status === "SELECTED" || status === "ACCEPTED");
  const [chosen] = offers;
  if (!chosen) return { existingData: { offers } };
  return { existingData: { offers, ...(await readClosingStep(tx, caller, step, chosen.id)) } };
}
