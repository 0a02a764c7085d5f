import { countPapers, listUploaded } from "../../documents/public.ts";
import type { StepHandler } from "../step-handler.ts";
import { keepTax, loadTax, prepareTax, type ReadyNumber } from "../tax.ts";

const documentType = "TAX_RETURN";

export const collectBusinessTax: StepHandler<"COLLECT_BUSINESS_TAX", ReadyNumber> = {
  load: async ({ tx, house, caller: { businessId } }) => ({
    ...(await loadTax(tx, businessId)),
    files: await listUploaded(tx, house, { businessId, documentType }),
  }),

  prepare: (house, caller, answer) => prepareTax(house, caller, answer),

  complete: async ({ tx, house, caller, ready }, answer) => {
    const { businessId } = caller;
    const urls = answer.taxReturnFiles.map(({ fileUrl }) => fileUrl);
    await countPapers(tx, house, { businessId, documentType }, urls);
    await keepTax(tx, house, caller, answer, ready);
    return {};
  },
};
