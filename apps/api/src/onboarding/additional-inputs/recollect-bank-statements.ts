import type { InputHandler } from "../input-handler.ts";
import { saveDocuments } from "../save-documents.ts";

export const recollectBankStatements: InputHandler<"RECOLLECT_BANK_STATEMENTS"> = saveDocuments("BANK_STATEMENT");
