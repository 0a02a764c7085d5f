import { z } from "zod/mini";
import { taxAnswer, taxOnFile, taxSecrets } from "../../fields/tax.ts";
import { keptFile, uploadedFile } from "../../fields/uploaded-file.ts";
import { step } from "../step.ts";

/** Only a business that files its own tax return uploads returns. */
export const taxReturnFiles = z.array(uploadedFile).check(z.maxLength(50));

/** The person says that one file is all there is: one year, or both years together. Otherwise two are asked for. */
export const hasOnlyOneTaxReturn = z.boolean();

export const collectBusinessTax = step({
  screen: z.object({ ...taxOnFile, files: z.array(keptFile), hasOnlyOneTaxReturn }),
  completion: z
    .strictObject({ ...taxAnswer, taxReturnFiles, hasOnlyOneTaxReturn: z.optional(hasOnlyOneTaxReturn) })
    .check(
      z.refine(({ entityType, taxReturnFiles: files }) => entityType === "PASS_THROUGH" || files.length > 0, {
        error: "Please upload a file",
        path: ["taxReturnFiles"],
      }),
    ),
  secrets: taxSecrets,
});
