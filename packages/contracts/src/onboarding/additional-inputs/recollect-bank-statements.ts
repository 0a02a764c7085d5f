import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectBankStatements } from "../steps/collect-bank-statements.ts";

export const recollectBankStatements = step({
  screen: z.extend(collectBankStatements.screen, {
    /** The owner chose statements instead of connecting a bank again. */
    isInsteadOfLink: z.boolean(),
  }),
  completion: collectBankStatements.completion,
});
