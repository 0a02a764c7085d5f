/** Days that an offer stands, and days that the owner's signature holds it longer for co-signers. */
const standsDays = 30;
const signatureHoldsDays = 10;
const dayMs = 86_400_000;

type Expiring = { expiredAt: Date; primaryOwnerSignedAt: Date | null };

export const isOfferExpired = ({ expiredAt, primaryOwnerSignedAt }: Expiring, now: Date): boolean => {
  const heldMs = primaryOwnerSignedAt === null ? 0 : signatureHoldsDays * dayMs;
  return now.getTime() >= expiredAt.getTime() + heldMs;
};

/** A group is expired when every one of its offers is. One without offers has nothing that could run out. */
export const isGroupExpired = (offers: readonly Expiring[], now: Date): boolean =>
  offers.length > 0 && offers.every((offer) => isOfferExpired(offer, now));

export const offerExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + standsDays * dayMs);
