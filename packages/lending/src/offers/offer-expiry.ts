/** An offer is valid for 30 days. The owner's signature extends it by 10 days, so that co-signers can sign. */
const validDays = 30;
const signatureExtendsDays = 10;
const remindedDays = 3;
const dayMs = 86_400_000;

type Expiring = { expiredAt: Date; primaryOwnerSignedAt: Date | null };

/** When an offer ends, with the extension by the owner's signature. */
export const offerEndsAt = ({ expiredAt, primaryOwnerSignedAt }: Expiring): Date =>
  primaryOwnerSignedAt === null ? expiredAt : new Date(expiredAt.getTime() + signatureExtendsDays * dayMs);

export const isOfferExpired = (offer: Expiring, now: Date): boolean => now >= offerEndsAt(offer);

/** A group is expired when all of its offers are. A group without offers does not expire. */
export const isGroupExpired = (offers: readonly Expiring[], now: Date): boolean =>
  offers.length > 0 && offers.every((offer) => isOfferExpired(offer, now));

/** The owner is told three days before the offers expire. */
export const expiryRemindedAt = (endsAt: Date): Date => new Date(endsAt.getTime() - remindedDays * dayMs);

/** Until when the law keeps an offer as it was made: for so many days after it was shown. */
export const unchangedUntil = (shownAt: Date, days: number): Date => new Date(shownAt.getTime() + days * dayMs);

export const offerMadeAt = (expiredAt: Date): Date => new Date(expiredAt.getTime() - validDays * dayMs);

export const offerExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + validDays * dayMs);
