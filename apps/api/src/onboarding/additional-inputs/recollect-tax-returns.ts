import type { InputHandler } from "../input-handler.ts";
import { takePapers } from "../take-papers.ts";

export const recollectTaxReturns: InputHandler<"RECOLLECT_TAX_RETURNS"> = takePapers("TAX_RETURN");
