import { countDocuments, listUploaded } from "../../documents/public.ts";
import type { StepHandler } from "../step-handler.ts";

const statementsOf = (businessId: string) => ({ businessId, documentType: "BANK_STATEMENT" as const });

export const collectBankStatements: StepHandler<"COLLECT_BANK_STATEMENTS"> = {
  load: async ({ tx, app, caller }) => ({ files: await listUploaded(tx, app, statementsOf(caller.businessId)) }),
  complete: async ({ tx, app, caller }, { files }) => {
    const fileUrls = files.map(({ fileUrl }) => fileUrl);
    await countDocuments(tx, app, statementsOf(caller.businessId), fileUrls);
    return {};
  },
};
