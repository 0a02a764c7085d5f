import { z } from "zod/mini";
import { keptFile, uploadedFiles } from "../../fields/uploaded-file.ts";
import { step } from "../step.ts";

export const collectBankStatements = step({
  screen: z.object({ files: z.array(keptFile) }),
  completion: z.strictObject({ files: uploadedFiles }),
});
