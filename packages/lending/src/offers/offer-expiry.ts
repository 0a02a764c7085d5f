/** An offer is valid for 30 days. The owner's signature extends it by 10 days, so that co-signers can sign. */
const standsDays = 30;
const signatureHoldsDays = 10;
const dayMs = 86_400_000;

type Expiring = { expiredAt: Date; primaryOwnerSignedAt: Date | null };

export const isOfferExpired = ({ expiredAt, primaryOwnerSignedAt }: Expiring, now: Date): boolean => {
  const heldMs = primaryOwnerSignedAt === null ? 0 : signatureHoldsDays * dayMs;
  return now.getTime() >= expiredAt.getTime() + heldMs;
};

/** A group is expired when all of its offers are. A group without offers does not expire. */
export const isGroupExpired = (offers: readonly Expiring[], now: Date): boolean =>
  offers.length > 0 && offers.every((offer) => isOfferExpired(offer, now));

export const offerExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + standsDays * dayMs);
