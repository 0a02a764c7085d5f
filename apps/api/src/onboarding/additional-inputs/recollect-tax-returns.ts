import type { InputHandler } from "../input-handler.ts";
import { saveDocuments } from "../save-documents.ts";

export const recollectTaxReturns: InputHandler<"RECOLLECT_TAX_RETURNS"> = saveDocuments("TAX_RETURN");
