import { productPriority } from "../products/priority.ts";
import type { ProductType } from "../products/product-type.ts";
import { closingSteps } from "./closing.ts";
import { offerStepLifecycle } from "./offer-step.ts";
import type { OfferStep } from "./steps.ts";

type Group = { productType: ProductType; step: OfferStep; createdAt: Date };

const actionable: readonly OfferStep[] = ["DISPLAY_OFFERS", ...closingSteps];
/** The group with the smallest number is shown. */
const urgency = ({ step }: Group): number => (actionable.includes(step) ? 0 : offerStepLifecycle.isOver(step) ? 2 : 1);

/** The one offer group that is shown: actionable groups first, then by product priority. Among closed groups it is the newest. */
export function shownGroup<G extends Group>(groups: readonly G[]): G | null {
  const rank = (group: Group) => productPriority.indexOf(group.productType);
  const newestFirst = (a: Group, b: Group) => b.createdAt.getTime() - a.createdAt.getTime();
  const [first] = groups.toSorted((a, b) => {
    const byUrgency = urgency(a) - urgency(b);
    if (byUrgency !== 0) return byUrgency;
    return urgency(a) === 2 ? newestFirst(a, b) : rank(a) - rank(b) || newestFirst(a, b);
  });
  return first ?? null;
}
