import type { ProductType } from "../products/product-type.ts";
import type { CreditModelInputs } from "./inputs.ts";
import { isOffered } from "./policy/apr-caps.ts";
import type { Policy } from "./policy/policy.ts";

// What the policy says before anything is decided. It is told to an owner as general policy and stops nobody: whoever continues is an
// applicant and gets an answer.

/** The eligibility screener asks whether the business has been running for this long. */
export const screenedAgeMonths = 12;

const borrowers: readonly CreditModelInputs["borrower"][] = ["INDIVIDUAL", "ENTITY"];

/** Those of the states in which no business is offered the product, whatever its legal form. */
export const statesWithout = <State extends string>(
  policy: Policy,
  product: ProductType,
  states: readonly State[],
): State[] => states.filter((state) => !borrowers.some((borrower) => isOffered(policy, { state, product, borrower })));

/**
 * The products that ask for at least this age, with the age that they ask for. A product that also accepts a long time on the platform
 * instead is not among them.
 */
export const productsFromAge = (
  { eligibility: { minAgeMonths, platformAgeProducts } }: Policy,
  products: readonly ProductType[],
  ageMonths: number,
): { product: ProductType; minAgeMonths: number }[] =>
  products
    .filter((product) => minAgeMonths[product] >= ageMonths && !platformAgeProducts.includes(product))
    .map((product) => ({ product, minAgeMonths: minAgeMonths[product] }));
