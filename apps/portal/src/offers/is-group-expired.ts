import type { Offer } from "@inlay/contracts/offer-group.ts";

/** An offer group is expired when every offer has an `expiredAt` in the past. The clock of the business may be ahead; then the server has set the status. */
export const isGroupExpired = (offers: readonly Pick<Offer, "status" | "expiredAt">[], now: number): boolean =>
  offers.length > 0 && offers.every((offer) => offer.status === "EXPIRED" || Date.parse(offer.expiredAt) <= now);
