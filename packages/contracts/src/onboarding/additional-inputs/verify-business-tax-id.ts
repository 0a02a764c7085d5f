import { z } from "zod/mini";
import { taxAnswer, taxOnFile, taxSecrets } from "../../fields/tax.ts";
import { step } from "../step.ts";

export const verifyBusinessTaxId = step({
  screen: z.object(taxOnFile),
  /** Clients may send hasPrimaryOwnerSsn; the server ignores it, because it knows whether the SSN is on file. */
  completion: z.strictObject({ ...taxAnswer, hasPrimaryOwnerSsn: z.optional(z.boolean()) }),
  secrets: taxSecrets,
});
