import { stateProductRow } from "../../disclosures/state-product-matrix.ts";
import type { Cents } from "../../money/cents.ts";
import type { ProductType } from "../../products/product-type.ts";
import type { CreditModelInputs } from "../inputs.ts";
import type { AprCap, Policy } from "./policy.ts";

export type Place = { state: string; product: ProductType; borrower: CreditModelInputs["borrower"] };

const rowsFor = ({ aprCaps }: Policy, { state, product, borrower }: Place): AprCap[] =>
  aprCaps.filter(
    ({ states, products, borrowers }) =>
      states.includes(state) && products.includes(product) && borrowers.includes(borrower),
  );

/** Whether the product may be offered to such a borrower in the state, at some amount. */
export const isOffered = (policy: Policy, place: Place): boolean => rowsFor(policy, place).length > 0;

/** The row that applies to an amount. Null: the product is not available. */
export const aprCapFor = (policy: Policy, place: Place, amountCents: Cents): AprCap | null =>
  rowsFor(policy, place).find(({ belowCents }) => belowCents === null || amountCents < belowCents) ?? null;

/** Whether an APR is lawful for an amount. */
export function isLawful(policy: Policy, place: Place, amountCents: Cents, aprPercentage: number): boolean {
  const row = aprCapFor(policy, place, amountCents);
  return row !== null && (row.maxAprPercentage === null || aprPercentage <= Number(row.maxAprPercentage));
}

/** Whether a platform's mark-up may lead to an APR, which is lawful as a price. */
export const isMarkupAllowed = (
  { markup }: Policy,
  { state, product }: Pick<Place, "state" | "product">,
  aprPercentage: number,
): boolean =>
  markup.aprCaps
    .filter(({ states, products }) => states.includes(state) && products.includes(product))
    .every(({ maxAprPercentage }) => aprPercentage <= Number(maxAprPercentage));

/** The highest APR to which a mark-up may lead at an amount. Null: there is no cap. */
export function markupAprCap(policy: Policy, place: Place, amountCents: number): number | null {
  const caps = [
    rowsFor(policy, place).find(({ belowCents }) => belowCents === null || amountCents < belowCents)?.maxAprPercentage,
    ...policy.markup.aprCaps
      .filter(({ states, products }) => states.includes(place.state) && products.includes(place.product))
      .map(({ maxAprPercentage }) => maxAprPercentage),
  ].filter((cap) => cap != null);
  return caps.length === 0 ? null : Math.min(...caps.map(Number));
}

/** The products that a policy offers in states where the law does not let us, as "MCA in TX". */
export const unlawfullyOffered = ({ aprCaps }: Policy): string[] => [
  ...new Set(
    aprCaps.flatMap(({ states, products }) =>
      states.flatMap((state) =>
        products
          .filter((product) => !stateProductRow(state, product)?.available)
          .map((product) => `${product} in ${state}`),
      ),
    ),
  ),
];
