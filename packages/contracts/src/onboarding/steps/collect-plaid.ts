import { z } from "zod/mini";
import { bankItem } from "../../bank.ts";
import { step } from "../step.ts";

export const collectPlaid = step({
  screen: z.object({
    items: z.array(bankItem),
    /** Debits must be authorized before the step is done. */
    achAuthorizationRequired: z.boolean(),
    /** The platform has brought a report on an account. */
    plaidAssetReportProvided: z.boolean(),
  }),
  /** With a word for statements instead, where a bank cannot be linked. */
  completion: z.strictObject({ optToProvideBankStatements: z.optional(z.boolean()) }),
});
