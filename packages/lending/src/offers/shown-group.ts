import { productPriority } from "../products/priority.ts";
import type { ProductType } from "../products/product-type.ts";
import { closingSteps } from "./closing.ts";
import type { OfferStep } from "./steps.ts";

type Group = { productType: ProductType; step: OfferStep; hasEnded: boolean; createdAt: Date };

const closing: readonly OfferStep[] = closingSteps;
/**
 * The group with the smallest number is shown. The owner goes on with the offer that they chose before they choose another, and no other
 * can be accepted while one is accepted and not funded.
 */
function urgency({ step, hasEnded }: Group): number {
  if (closing.includes(step)) return 0;
  if (step === "OFFER_ACCEPTED") return 1;
  if (step === "DISPLAY_OFFERS") return 2;
  return hasEnded ? 4 : 3;
}

/** The one offer group that is shown: actionable groups first, then by product priority. Among ended groups it is the newest. */
export function shownGroup<G extends Group>(groups: readonly G[]): G | null {
  const rank = (group: Group) => productPriority.indexOf(group.productType);
  const newestFirst = (a: Group, b: Group) => b.createdAt.getTime() - a.createdAt.getTime();
  const [first] = groups.toSorted((a, b) => {
    const byUrgency = urgency(a) - urgency(b);
    if (byUrgency !== 0) return byUrgency;
    return urgency(a) === 4 ? newestFirst(a, b) : rank(a) - rank(b) || newestFirst(a, b);
  });
  return first ?? null;
}
