import { type CoOwnerV2, coOwnerStart } from "@inlay/contracts/onboarding/co-owner.ts";
import { namedFromPercentage, ownedTogether } from "@inlay/lending/onboarding/ownership.ts";

/** The primary owner can change or remove a co-owner until that person has started. */
export const isEditable = ({ currentStep }: Pick<CoOwnerV2, "currentStep">): boolean => currentStep === coOwnerStart;

type Missing = "OWNER" | { percentageOf: CoOwnerV2 };

/** What is still missing in the list; null if it can be completed. Owners who have started are not asked about again. */
export function whatIsMissing(owners: readonly CoOwnerV2[], isRequired: boolean): Missing | null {
  if (isRequired && owners.length === 0) return "OWNER";
  const lacking = owners.find((owner) => owner.ownershipPercentage === null && isEditable(owner));
  return lacking ? { percentageOf: lacking } : null;
}

/** The percentage that nobody in the list owns, if it is enough for another owner who has to be named. Null: it is not, or not known. */
export function restForAnotherOwner(
  own: number | null,
  owners: readonly Pick<CoOwnerV2, "ownershipPercentage">[],
): number | null {
  const percentages = [own, ...owners.map(({ ownershipPercentage }) => ownershipPercentage)];
  if (percentages.includes(null)) return null;
  const rest = ownedTogether([100, -ownedTogether(percentages)]);
  return rest >= namedFromPercentage ? rest : null;
}
