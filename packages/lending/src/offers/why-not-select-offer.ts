import { isInRange } from "../mechanics/amount-range.ts";
import type { Cents } from "../money/cents.ts";
import { type AmountTerms, adjustableAmount } from "./adjustable-amount.ts";
import { isOfferExpired } from "./offer-expiry.ts";
import type { OfferStatus } from "./offer-status.ts";

export type OfferToSelect = {
  status: OfferStatus;
  expiredAt: Date;
  primaryOwnerSignedAt: Date | null;
  terms: AmountTerms;
  /** The largest amount. */
  amountCents: Cents;
};
export type Selection = { offer: OfferToSelect; customAmountCents: Cents | null };

export type SelectOfferRefusal =
  | "OFFER_ALREADY_ACCEPTED"
  | "OFFER_EXPIRED"
  | "WRONG_STATE"
  | "AMOUNT_NOT_ADJUSTABLE"
  | "AMOUNT_OUT_OF_RANGE";

/** `acceptedElsewhere`: another application of the business has an accepted offer that is not an issued product yet. */
export function whyNotSelectOffer(
  { offer, customAmountCents }: Selection,
  acceptedElsewhere: boolean,
  now: Date,
): SelectOfferRefusal | null {
  if (acceptedElsewhere || offer.status === "ACCEPTED" || offer.primaryOwnerSignedAt !== null)
    return "OFFER_ALREADY_ACCEPTED";
  if (offer.status === "EXPIRED" || isOfferExpired(offer, now)) return "OFFER_EXPIRED";
  if (offer.status === "OTHER_OFFER_CHOSEN") return "WRONG_STATE";
  if (customAmountCents === null) return null;
  const range = adjustableAmount(offer.terms, offer.amountCents);
  if (range === null) return "AMOUNT_NOT_ADJUSTABLE";
  return isInRange(range, customAmountCents) ? null : "AMOUNT_OUT_OF_RANGE";
}
