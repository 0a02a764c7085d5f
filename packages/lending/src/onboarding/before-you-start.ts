import type { ProductType } from "../products/product-type.ts";
import { stepMinutes } from "./minutes.ts";
import { type OnboardingFacts, onboardingPlan } from "./plan.ts";
import type { OnboardingStep } from "./steps.ts";

/** The things that a person should have ready before an application. */
export const thingsToHave = ["BANK_SIGN_IN", "TAX_NUMBER", "ACCOUNTING", "TAX_RETURNS", "DEBTS", "CO_OWNERS"] as const;
export type ThingToHave = (typeof thingsToHave)[number];

/** The things that the steps need. */
const needs: Partial<Record<OnboardingStep, readonly ThingToHave[]>> = {
  COLLECT_PLAID: ["BANK_SIGN_IN"],
  COLLECT_RAILZ: ["TAX_NUMBER", "ACCOUNTING"],
  COLLECT_BUSINESS_TAX: ["TAX_NUMBER", "TAX_RETURNS"],
  COLLECT_EXISTING_DEBT: ["DEBTS"],
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: ["CO_OWNERS"],
};

/** The estimated duration of the steps, rounded up to a multiple of five minutes. */
export const minutesFor = (steps: readonly OnboardingStep[]): number =>
  Math.ceil(steps.reduce((sum, step) => sum + stepMinutes[step], 0) / 5) * 5;

export type BeforeYouStart = {
  /** The range from the shortest product choice to the longest. Both are equal when there is no choice. */
  minutes: { least: number; most: number };
  /** Each thing, with the products that need it. A thing that every choice needs is needed in any case. */
  toHave: { thing: ThingToHave; neededFor: ProductType[] }[];
};

/** The duration and the needed things of an application, as far as they are known before the products are chosen. */
export function beforeYouStart(facts: OnboardingFacts, choices: readonly ProductType[]): BeforeYouStart {
  // If the platform hides the product choice, the plan is that of no selected products.
  const isChosen = onboardingPlan(facts).includes("SELECT_PRODUCTS");
  const stepsFor = (products: readonly ProductType[]) =>
    onboardingPlan({ ...facts, selectedProducts: isChosen ? products : [] }).filter(
      (step) => step !== "SELECT_PRODUCTS" || choices.length > 1,
    );
  const isNeeded = (product: ProductType, thing: ThingToHave) =>
    stepsFor([product]).some((step) => needs[step]?.includes(thing));
  const most = minutesFor(stepsFor(choices));
  return {
    minutes: { least: Math.min(most, ...choices.map((product) => minutesFor(stepsFor([product])))), most },
    toHave: thingsToHave
      .map((thing) => ({ thing, neededFor: choices.filter((product) => isNeeded(product, thing)) }))
      .filter(({ neededFor }) => neededFor.length > 0),
  };
}
