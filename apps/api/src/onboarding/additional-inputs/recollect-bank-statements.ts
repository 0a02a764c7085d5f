import { saveDocuments } from "../details/save-documents.ts";
import type { InputHandler } from "../step-handler.ts";

const statements = saveDocuments("BANK_STATEMENT");

export const recollectBankStatements: InputHandler<"RECOLLECT_BANK_STATEMENTS"> = {
  load: async (context) => ({
    ...(await statements.load(context)),
    isInsteadOfLink: context.payload["isInsteadOfLink"] === true,
  }),
  complete: statements.complete,
};
