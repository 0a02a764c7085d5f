import type { BuiltStep, Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import type { Answers } from "./progress.ts";

export type StepContext = {
  tx: Tx;
  app: AppContext;
  caller: Person;
  settings: PlatformSettings;
  answers: Answers;
  /** What the partner's page narrowed the choice to; null when it did not. */
  productSubset: readonly ProductType[] | null;
};

/** Who completes a step, and from where. */
export type CompletionContext<Ready = unknown> = StepContext & {
  requestId: string;
  address: string;
  userAgent: string;
  /** What `prepare` brought. */
  ready: Ready;
};

/** One step on the server: what its screen is shown, and what to keep when it is completed. No step knows which one comes next. */
export type StepHandler<S extends BuiltStep, Ready = unknown> = {
  load(context: StepContext): Promise<ScreenData<S>>;
  /**
   * Gets ready what a transaction must not wait for: keys and fingerprints for what is sealed, a vendor's answer. It may run without
   * the step being completed in the end, so it changes nothing that matters.
   */
  prepare?(app: AppContext, caller: Person, answer: Completion<S>): Promise<Ready>;
  /** Returns what the path depends on; it is kept with the other answers. */
  complete(context: CompletionContext<Ready>, answer: Completion<S>): Promise<Partial<Answers>>;
};
