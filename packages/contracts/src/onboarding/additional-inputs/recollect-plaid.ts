import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectPlaid } from "../steps/collect-plaid.ts";

export const recollectPlaid = step({
  screen: z.extend(collectPlaid.screen, {
    /** A bank was linked after the request. Those that are disconnected need not be connected again, because they may be closed. */
    isBankAdded: z.boolean(),
  }),
  /** optToProvideBankStatements chooses bank statements instead. They are requested next. */
  completion: collectPlaid.completion,
});
