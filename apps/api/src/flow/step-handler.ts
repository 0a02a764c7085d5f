import type { StepContract } from "@inlay/contracts/onboarding/step.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";

/** A request about one step, in the transaction of the request. */
export type StepRequest = { tx: Tx; app: AppContext; caller: Person; settings: PlatformSettings };

/** Where a completion was sent from. */
export type Origin = { requestId: string; address: string; userAgent: string };

/** What a completion adds to the context of a step. `ready` is the result of `prepare`. */
export type Completing<Context, Ready = unknown> = Context & Origin & { ready: Ready };

/** One step on the server. No step knows which one comes next. */
export type StepHandler<Contract extends StepContract, Context, Learned, Ready = unknown> = {
  /** Loads the data of the step's screen. */
  load(context: Context): Promise<z.output<Contract["screen"]>>;
  /**
   * Fetches what a transaction must not wait for: keys, fingerprints, a vendor's answer. It may run for a completion that is refused
   * afterwards, so it changes nothing that a later attempt depends on.
   */
  prepare?(app: AppContext, caller: Person, answer: z.output<Contract["completion"]>): Promise<Ready>;
  /** Saves the answer. Returns what the flow stores about it besides the completion itself. */
  complete(context: Completing<Context, Ready>, answer: z.output<Contract["completion"]>): Promise<Learned>;
};
