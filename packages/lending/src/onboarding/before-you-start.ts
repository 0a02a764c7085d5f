import type { ProductType } from "../products/product-type.ts";
import { type OnboardingFacts, onboardingPlan } from "./plan.ts";
import type { OnboardingStep } from "./steps.ts";

/** What a person should have at hand, so that nobody has to stop in the middle to look for it. */
export const thingsToHave = ["BANK_SIGN_IN", "TAX_NUMBER", "ACCOUNTING", "TAX_RETURNS", "DEBTS", "CO_OWNERS"] as const;
export type ThingToHave = (typeof thingsToHave)[number];

/**
 * What a step takes of somebody who comes prepared: minutes, by our own estimate, and what they need beside what anybody knows by
 * heart. It is the only place that says so.
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

/** How long these steps take. An estimate is told in fives, and never below what it is. */
export const minutesFor = (steps: readonly OnboardingStep[]): number =>
  Math.ceil(steps.reduce((sum, step) => sum + takes[step].minutes, 0) / 5) * 5;

export type BeforeYouStart = {
  /** From the shortest choice of products to the longest; the same where there is no choice. */
  minutes: { least: number; most: number };
  /** Each thing, with the products that make it needed. Where that is every one of the choices, it is needed in any case. */
  toHave: { thing: ThingToHave; neededFor: ProductType[] }[];
};

/** What an application is going to take, as far as it is known before the products are chosen. */
export function beforeYouStart(facts: OnboardingFacts, choices: readonly ProductType[]): BeforeYouStart {
  // Where the platform leaves the choice out, the path is that of nothing chosen.
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
