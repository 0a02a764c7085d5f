import { z } from "zod/mini";
import { taxAnswer, taxOnFile, taxSecrets } from "../../tax.ts";
import { step } from "../step.ts";

export const verifyBusinessTaxId = step({
  screen: z.object(taxOnFile),
  /** Whether the owner's number is on file is something the server knows; a client may say it all the same. */
  completion: z.strictObject({ ...taxAnswer, hasPrimaryOwnerSsn: z.optional(z.boolean()) }),
  secrets: taxSecrets,
});
