import { z } from "zod/mini";
import { keptFile, uploadedFiles } from "../../uploaded-file.ts";
import { step } from "../step.ts";

export const additionalDocumentsUpload = step({
  screen: z.object({
    files: z.array(keptFile),
    /** What one of our people asks for, in their words. */
    request: z.nullable(z.string()),
  }),
  completion: z.strictObject({ files: uploadedFiles }),
});
