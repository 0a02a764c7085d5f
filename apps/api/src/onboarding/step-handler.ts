import type { BuiltStep, Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import type { Answers } from "./progress.ts";

export type StepContext = {
  tx: Tx;
  caller: Person;
  settings: PlatformSettings;
  answers: Answers;
  /** What the partner's page narrowed the choice to; null when it did not. */
  productSubset: readonly ProductType[] | null;
};

/** One step on the server: what its screen is shown, and what to keep when it is completed. No step knows which one comes next. */
export type StepHandler<S extends BuiltStep> = {
  load(context: StepContext): Promise<ScreenData<S>>;
  /** Returns what the path depends on; it is kept with the other answers. */
  complete(context: StepContext, answer: Completion<S>): Promise<Partial<Answers>>;
};
