import type { BuiltStep, Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";

type Passing = { [S in BuiltStep]?: (data: ScreenData<S>) => Completion<S> | null };

/** Steps that may have nothing to ask. The portal then sends the answer itself and shows no screen. */
const passing: Passing = {
  // The information before the start is always shown, even if there is nothing to ask.
  START_FLOW: ({ variant, beforeYouStart }) => (variant === "NEITHER" && beforeYouStart === null ? {} : null),
  // With linked accounting software and a tax number on file there is nothing to ask.
  COLLECT_RAILZ: ({ isAccountingCollected, tinLast4, entityType }) =>
    isAccountingCollected && tinLast4 !== null && entityType !== "PASS_THROUGH"
      ? { entityType: "CORPORATE_TAX" }
      : null,
  SELECT_PRODUCTS: ({ onlyProduct }) => (onlyProduct ? { selectedProducts: [onlyProduct] } : null),
};

export const mayPass = (step: BuiltStep): boolean => step in passing;

/** The answer to a step that has nothing to ask, or null if its screen has to be shown. */
export const passingAnswer = <S extends BuiltStep>(step: S, data: ScreenData<S>): Completion<S> | null =>
  passing[step]?.(data) ?? null;
