import { saveDocuments } from "../details/save-documents.ts";
import type { StepHandler } from "../step-handler.ts";

const statements = saveDocuments("BANK_STATEMENT");

export const collectBankStatements: StepHandler<"COLLECT_BANK_STATEMENTS"> = {
  load: statements.load,
  complete: async (context, answer) => {
    await statements.complete(context, answer);
    return {};
  },
};
