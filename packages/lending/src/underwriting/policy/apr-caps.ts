import type { Cents } from "../../money/cents.ts";
import type { ProductType } from "../../products/product-type.ts";
import type { CreditModelInputs } from "../inputs.ts";
import type { AprCap, Policy } from "./policy.ts";

type Place = { state: string; product: ProductType; borrower: CreditModelInputs["borrower"] };

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
