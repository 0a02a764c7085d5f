import type { InputHandler } from "../input-handler.ts";
import { takePapers } from "../take-papers.ts";

export const recollectBankStatements: InputHandler<"RECOLLECT_BANK_STATEMENTS"> = takePapers("BANK_STATEMENT");
