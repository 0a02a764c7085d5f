/** An offer is valid for 30 days. The owner's signature extends it by 10 days, so that co-signers can sign. */
const validDays = 30;
const signatureExtendsDays = 10;
const dayMs = 86_400_000;

type Expiring = { expiredAt: Date; primaryOwnerSignedAt: Date | null };

export const isOfferExpired = ({ expiredAt, primaryOwnerSignedAt }: Expiring, now: Date): boolean => {
  const extendedMs = primaryOwnerSignedAt === null ? 0 : signatureExtendsDays * dayMs;
  return now.getTime() >= expiredAt.getTime() + extendedMs;
};

/** A group is expired when all of its offers are. A group without offers does not expire. */
export const isGroupExpired = (offers: readonly Expiring[], now: Date): boolean =>
  offers.length > 0 && offers.every((offer) => isOfferExpired(offer, now));

export const offerExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + validDays * dayMs);
