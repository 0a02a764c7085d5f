import { saveDocuments } from "../details/save-documents.ts";
import type { InputHandler } from "../step-handler.ts";

export const recollectTaxReturns: InputHandler<"RECOLLECT_TAX_RETURNS"> = saveDocuments("TAX_RETURN");
