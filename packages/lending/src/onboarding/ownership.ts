/** Everyone who owns this much or more of the business is named. */
export const namedFromPercentage = 20;
/** Owners of this much or more are verified, and so is the control person. */
export const verifiedFromPercentage = 25;

/** Null: the percentage was not asked for when the owner was named. */
type Percentage = number | null;

/** Percentages have two decimals. Their sum is taken in hundredths, because 33.33 + 33.33 + 33.34 is not 100 in binary fractions. */
export const ownedTogether = (percentages: readonly Percentage[]): number =>
  percentages.reduce<number>((sum, percentage) => sum + Math.round((percentage ?? 0) * 100), 0) / 100;

export const isMoreThanWhole = (percentages: readonly Percentage[]): boolean => ownedTogether(percentages) > 100;

/** An unknown percentage counts as a large one. */
export const mustBeVerified = (owner: { ownershipPercentage: Percentage; isControlPerson: boolean }): boolean =>
  owner.isControlPerson || (owner.ownershipPercentage ?? 100) >= verifiedFromPercentage;
