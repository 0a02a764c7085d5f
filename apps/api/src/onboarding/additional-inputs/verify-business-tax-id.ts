import { askAgain } from "../../underwriting/public.ts";
import type { InputHandler } from "../input-handler.ts";
import { keepTax, loadTax, prepareTax, type ReadyNumber } from "../tax.ts";

/** Under which number the business is taxed: its own, or that of its owner. What is on file need not be told again. */
export const verifyBusinessTaxId: InputHandler<"VERIFY_BUSINESS_TAX_ID", ReadyNumber> = {
  load: ({ tx, caller }) => loadTax(tx, caller.businessId),
  prepare: (house, caller, answer) => prepareTax(house, caller, answer),
  complete: async ({ tx, house, caller, ready }, answer) => {
    await keepTax(tx, house, caller, answer, ready);
    if (ready?.field === "EIN") await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
};
