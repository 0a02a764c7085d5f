import type { Answer } from "@inlay/contracts/call.ts";
import type { getOffersStep } from "@inlay/contracts/calls/offer-steps.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { Tx } from "../db/scope.ts";
import { listOffers } from "./list-offers.ts";
import { shownApplicationOf } from "./shown-application.ts";

const closing: readonly OfferStep[] = closingSteps;

/** What the current offer step shows: the offers to choose from, or the one that is chosen. */
export async function readOffersStep(
  tx: Tx,
  businessId: string,
  step: OfferStep,
): Promise<Answer<typeof getOffersStep>> {
  const shown = await shownApplicationOf(tx, businessId);
  if (shown?.offerStep !== step) throw new Refusal("STEP_NOT_CURRENT");
  const group = (await listOffers(tx, businessId)).find(({ loanApplicationId }) => loanApplicationId === shown.id);
  if (!group) return { existingData: {} };
  const offers = closing.includes(step) ? group.offers.filter(({ status }) => status === "SELECTED") : group.offers;
  return { existingData: { offers } };
}
