import { countPapers, listUploaded } from "../../documents/public.ts";
import type { StepHandler } from "../step-handler.ts";

const statementsOf = (businessId: string) => ({ businessId, documentType: "BANK_STATEMENT" as const });

export const collectBankStatements: StepHandler<"COLLECT_BANK_STATEMENTS"> = {
  load: async ({ tx, house, caller }) => ({ files: await listUploaded(tx, house, statementsOf(caller.businessId)) }),
  complete: async ({ tx, house, caller }, { files }) => {
    const fileUrls = files.map(({ fileUrl }) => fileUrl);
    await countPapers(tx, house, statementsOf(caller.businessId), fileUrls);
    return {};
  },
};
