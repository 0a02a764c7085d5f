import { saveDocuments } from "../details/save-documents.ts";
import type { InputHandler } from "../step-handler.ts";

export const recollectBankStatements: InputHandler<"RECOLLECT_BANK_STATEMENTS"> = saveDocuments("BANK_STATEMENT");
