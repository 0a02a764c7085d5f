import { productPriority } from "../products/priority.ts";
import type { ProductType } from "../products/product-type.ts";

export const isAdvance = (product: ProductType) => product === "MCA" || product === "INTEGRATED_MCA";

/** The products a person may choose from: what the platform offers, narrowed by what its page asked for. */
export function selectableProducts(
  enabled: readonly ProductType[],
  subset: readonly ProductType[] | null,
): ProductType[] {
  return productPriority.filter(
    (product) => enabled.includes(product) && (subset === null || subset.includes(product)),
  );
}

/** The prequalification to show: the first by priority among the products that can be chosen. */
export const bestPrequalification = <P extends { product: ProductType }>(
  found: readonly P[],
  selectable: readonly ProductType[],
): P | null =>
  productPriority
    .filter((product) => selectable.includes(product))
    .flatMap((product) => found.find((one) => one.product === product) ?? [])
    .at(0) ?? null;

/**
 * The product when there is nothing to choose: the prequalified one, or the only one left. Advances do not count as a choice unless
 * the platform says that they do.
 */
export function onlyProduct(
  selectable: readonly ProductType[],
  prequalified: ProductType | null,
  countAdvances: boolean,
): ProductType | null {
  if (prequalified) return prequalified;
  const counted = countAdvances ? selectable : selectable.filter((product) => !isAdvance(product));
  return counted.length === 1 ? (counted[0] ?? null) : null;
}

/** States in which a price that is quoted in writing has to come with its disclosure. */
const disclosureStates = ["CA", "NY", "UT", "VA", "FL", "GA", "CT", "KS", "MO", "LA", "TX"];

/** Whether the price of an advance may stand beside its amount before an offer. Where we do not know the state, it may not. */
export const mayShowAdvancePrice = (state: string | null): boolean =>
  state !== null && !disclosureStates.includes(state);
