import { askAgain } from "../../underwriting/public.ts";
import { loadTax, prepareTax, type ReadyNumber, saveTax } from "../details/tax.ts";
import type { InputHandler } from "../step-handler.ts";

/** Collects the number under which the business is taxed: its EIN, or its owner's SSN. A number on file need not be sent again. */
export const verifyBusinessTaxId: InputHandler<"VERIFY_BUSINESS_TAX_ID", ReadyNumber> = {
  load: ({ tx, caller }) => loadTax(tx, caller.businessId),
  prepare: (app, caller, answer) => prepareTax(app, caller, answer),
  complete: async ({ tx, app, caller, ready }, answer) => {
    await saveTax(tx, app, caller, answer, ready);
    if (ready?.field === "EIN") await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
};
