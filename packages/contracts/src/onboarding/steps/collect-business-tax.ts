import { z } from "zod/mini";
import { taxAnswer, taxOnFile, taxSecrets } from "../../fields/tax.ts";
import { keptFile, uploadedFile } from "../../fields/uploaded-file.ts";
import { step } from "../step.ts";

/** Only a business that files its own tax return uploads returns. */
export const taxReturnFiles = z.array(uploadedFile).check(z.maxLength(50));

export const collectBusinessTax = step({
  screen: z.object({ ...taxOnFile, files: z.array(keptFile) }),
  completion: z.strictObject({ ...taxAnswer, taxReturnFiles }).check(
    z.refine(({ entityType, taxReturnFiles: files }) => entityType === "PASS_THROUGH" || files.length > 0, {
      error: "Please upload a file",
      path: ["taxReturnFiles"],
    }),
  ),
  secrets: taxSecrets,
});
