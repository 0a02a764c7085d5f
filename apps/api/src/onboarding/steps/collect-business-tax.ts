import { countDocuments, listUploaded } from "../../documents/public.ts";
import { loadTax, prepareTax, type ReadyNumber, saveTax } from "../details/tax.ts";
import type { StepHandler } from "../step-handler.ts";

const documentType = "TAX_RETURN";

export const collectBusinessTax: StepHandler<"COLLECT_BUSINESS_TAX", ReadyNumber> = {
  load: async ({ tx, app, caller: { businessId }, answers }) => ({
    ...(await loadTax(tx, businessId)),
    files: await listUploaded(tx, app, { businessId, documentType }),
    hasOnlyOneTaxReturn: answers.hasOnlyOneTaxReturn ?? false,
  }),

  prepare: (app, caller, answer) => prepareTax(app, caller, answer),

  complete: async ({ tx, app, caller, ready }, answer) => {
    const { businessId } = caller;
    const urls = answer.taxReturnFiles.map(({ fileUrl }) => fileUrl);
    await countDocuments(tx, app, { businessId, documentType }, urls);
    await saveTax(tx, app, caller, answer, ready);
    return { hasOnlyOneTaxReturn: answer.hasOnlyOneTaxReturn ?? false };
  },
};
