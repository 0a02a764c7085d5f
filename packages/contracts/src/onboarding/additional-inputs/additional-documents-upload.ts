import { z } from "zod/mini";
import { keptFile, uploadedFiles } from "../../fields/uploaded-file.ts";
import { step } from "../step.ts";

export const additionalDocumentsUpload = step({
  screen: z.object({
    files: z.array(keptFile),
    /** The text in which a staff member says what the owner must send. */
    request: z.nullable(z.string()),
  }),
  completion: z.strictObject({ files: uploadedFiles }),
});
