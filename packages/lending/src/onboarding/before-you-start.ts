import type { ProductType } from "../products/product-type.ts";
import { type OnboardingFacts, onboardingPlan } from "./plan.ts";
import type { OnboardingStep } from "./steps.ts";

/** The things that a person should have ready before an application. */
export const thingsToHave = ["BANK_SIGN_IN", "TAX_NUMBER", "ACCOUNTING", "TAX_RETURNS", "DEBTS", "CO_OWNERS"] as const;
export type ThingToHave = (typeof thingsToHave)[number];

/**
 * The estimated minutes of each step for a prepared person, and the things needed for it. All texts about duration and preparation are
 * derived from this table.
 */
const takes: Record<OnboardingStep, { minutes: number; things?: ThingToHave[] }> = {
  START_FLOW: { minutes: 1 },
  SELECT_PRODUCTS: { minutes: 1 },
  COLLECT_PERSONAL_DETAILS: { minutes: 2 },
  COLLECT_BUSINESS_DETAILS: { minutes: 2 },
  COLLECT_PLAID: { minutes: 2, things: ["BANK_SIGN_IN"] },
  COLLECT_BANK_STATEMENTS: { minutes: 4 },
  COLLECT_BANK_INFO: { minutes: 1 },
  COLLECT_RAILZ: { minutes: 4, things: ["TAX_NUMBER", "ACCOUNTING"] },
  COLLECT_BUSINESS_TAX: { minutes: 3, things: ["TAX_NUMBER", "TAX_RETURNS"] },
  COLLECT_EXISTING_DEBT: { minutes: 3, things: ["DEBTS"] },
  COLLECT_REFINANCE_OPTIONS: { minutes: 1 },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { minutes: 2, things: ["CO_OWNERS"] },
  COLLECT_CONSENT: { minutes: 2 },
  COLLECT_PERSONAL_PLAID: { minutes: 0 },
  WAITING_FOR_OFFERS: { minutes: 0 },
  ONBOARDING_ERROR: { minutes: 0 },
  REQUEST_ADDITIONAL_USER_INPUT: { minutes: 0 },
};

/** The estimated duration of the steps, rounded up to a multiple of five minutes. */
export const minutesFor = (steps: readonly OnboardingStep[]): number =>
  Math.ceil(steps.reduce((sum, step) => sum + takes[step].minutes, 0) / 5) * 5;

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
  const needs = (product: ProductType, thing: ThingToHave) =>
    stepsFor([product]).some((step) => takes[step].things?.includes(thing));
  const most = minutesFor(stepsFor(choices));
  return {
    minutes: { least: Math.min(most, ...choices.map((product) => minutesFor(stepsFor([product])))), most },
    toHave: thingsToHave
      .map((thing) => ({ thing, neededFor: choices.filter((product) => needs(product, thing)) }))
      .filter(({ neededFor }) => neededFor.length > 0),
  };
}
