import { usStates } from "@inlay/contracts/fields/us-states.ts";
import type { NotOffered, OlderBusinesses } from "@inlay/contracts/onboarding/early-answers.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { productsFromAge, screenedAgeMonths, statesWithout } from "@inlay/lending/underwriting/early-answers.ts";
import { currentPolicy } from "../underwriting/public.ts";
import { productsAppliedFor } from "./progress.ts";
import type { StepContext } from "./step-handler.ts";

// What the policy already says about the answers. It is told at the step where the answer is given and stops nobody.

/** The states in which the products that the owner applies for are not offered. */
export async function notOfferedTo({ tx, answers, settings }: StepContext): Promise<NotOffered> {
  const policy = await currentPolicy(tx);
  return productsAppliedFor(answers, settings)
    .map((product) => ({ product, states: statesWithout(policy, product, usStates) }))
    .filter(({ states }) => states.length > 0);
}

/** The products to choose from that ask for an older business, if the owner has said that it is younger. */
export async function forOlderBusinesses(
  { tx, answers }: StepContext,
  selectable: readonly ProductType[],
): Promise<OlderBusinesses> {
  if (answers.eligibilityAnswers?.businessesGreaterThan !== false) return [];
  return productsFromAge(await currentPolicy(tx), selectable, screenedAgeMonths);
}
