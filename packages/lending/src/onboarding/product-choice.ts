import { productPriority } from "../products/priority.ts";
import type { ProductType } from "../products/product-type.ts";

export const isAdvance = (product: ProductType) => product === "MCA" || product === "INTEGRATED_MCA";

/** The products that a person may choose: those that the platform offers, restricted to those that the embedding page requested. */
export function selectableProducts(
  enabled: readonly ProductType[],
  subset: readonly ProductType[] | null,
): ProductType[] {
  return productPriority.filter(
    (product) => enabled.includes(product) && (subset === null || subset.includes(product)),
  );
}

/** The prequalification to show: the first by product priority among the selectable products. */
export const bestPrequalification = <P extends { product: ProductType }>(
  found: readonly P[],
  selectable: readonly ProductType[],
): P | null =>
  productPriority
    .filter((product) => selectable.includes(product))
    .flatMap((product) => found.find((one) => one.product === product) ?? [])
    .at(0) ?? null;

/**
 * The product to select automatically: the prequalified one, or the only selectable one. Advances are not counted unless the platform
 * counts them.
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
