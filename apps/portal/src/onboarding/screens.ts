import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { StepScreen } from "./step-screen.ts";

type Screen<S extends BuiltStep> = ComponentType<StepScreen<S>>;

const screen = <S extends BuiltStep>(load: () => Promise<Screen<S>>): LazyExoticComponent<Screen<S>> =>
  lazy(async () => ({ default: await load() }));

/** The screen of each step, loaded when somebody gets there. */
export const screens: { [S in BuiltStep]: LazyExoticComponent<Screen<S>> } = {
  START_FLOW: screen(async () => (await import("./steps/start-flow.tsx")).StartFlow),
  SELECT_PRODUCTS: screen(async () => (await import("./steps/select-products.tsx")).SelectProducts),
  COLLECT_PERSONAL_DETAILS: screen(
    async () => (await import("./steps/collect-personal-details.tsx")).CollectPersonalDetails,
  ),
  COLLECT_BUSINESS_DETAILS: screen(
    async () => (await import("./steps/collect-business-details.tsx")).CollectBusinessDetails,
  ),
};

// Asked of the screens and not of the contracts: whoever only looks at one step need not load the shapes of all.
export const isBuilt = (step: OnboardingStep): step is BuiltStep => step in screens;
