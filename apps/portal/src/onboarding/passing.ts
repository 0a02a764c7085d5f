import type { BuiltStep, Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";

type Passing = { [S in BuiltStep]?: (data: ScreenData<S>) => Completion<S> | null };

/** Steps that may have nothing to ask. Then the portal sends the answer itself, and nobody sees a screen. */
const passing: Passing = {
  // What to know before the start is read by a person, even where nothing is asked then.
  START_FLOW: ({ variant, beforeYouStart }) => (variant === "NEITHER" && beforeYouStart === null ? {} : null),
  // Books that are connected, and a tax number on file: there is nothing left to bring.
  COLLECT_RAILZ: ({ isAccountingCollected, tinLast4, entityType }) =>
    isAccountingCollected && tinLast4 !== null && entityType !== "PASS_THROUGH"
      ? { entityType: "CORPORATE_TAX" }
      : null,
  SELECT_PRODUCTS: ({ onlyProduct }) => (onlyProduct ? { selectedProducts: [onlyProduct] } : null),
};

export const mayPass = (step: BuiltStep): boolean => step in passing;

/** The answer to a step that has nothing to ask; null where a person has to look. */
export const passingAnswer = <S extends BuiltStep>(step: S, data: ScreenData<S>): Completion<S> | null =>
  passing[step]?.(data) ?? null;
