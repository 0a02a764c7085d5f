import { z } from "zod/mini";
import { bankItem } from "../../bank.ts";
import { step } from "../step.ts";

export const collectPlaid = step({
  screen: z.object({
    items: z.array(bankItem),
    /** Debits must be authorized before the step can be completed. */
    achAuthorizationRequired: z.boolean(),
    /** The owner chose to provide bank statements instead. */
    optToProvideBankStatements: z.boolean(),
    /** The platform has provided an asset report of an account. */
    plaidAssetReportProvided: z.boolean(),
  }),
  /** optToProvideBankStatements chooses bank statements instead, if a bank cannot be linked. */
  completion: z.strictObject({ optToProvideBankStatements: z.optional(z.boolean()) }),
});
