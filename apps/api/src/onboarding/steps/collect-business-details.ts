import { loadBusinessDetails, saveBusinessDetails } from "../details/business-details.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectBusinessDetails: StepHandler<"COLLECT_BUSINESS_DETAILS"> = {
  load: ({ tx, caller }) => loadBusinessDetails(tx, caller.businessId),

  complete: async ({ tx, caller }, { website, ...answer }) => {
    await saveBusinessDetails(tx, caller.businessId, answer);
    await tx.updateTable("business").set({ website }).where("id", "=", caller.businessId).execute();
    return {};
  },
};
