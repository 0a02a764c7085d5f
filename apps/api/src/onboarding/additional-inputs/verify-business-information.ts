import { askAgain } from "../../underwriting/public.ts";
import { loadBusinessDetails, saveBusinessDetails } from "../details/business-details.ts";
import { prepareEin, type ReadyNumber, saveNumber } from "../details/tax.ts";
import type { InputHandler } from "../step-handler.ts";

/** The business corrects its registered name and tax number, and the verification is requested again. */
export const verifyBusinessInformation: InputHandler<"VERIFY_BUSINESS_INFORMATION", ReadyNumber> = {
  load: async ({ tx, caller }) => {
    const { website: _, ...details } = await loadBusinessDetails(tx, caller.businessId);
    return details;
  },
  prepare: (app, caller, { businessStepPayload: { tin } }) => prepareEin(app, caller, tin),
  complete: async ({ tx, app, caller, ready }, { businessStepPayload }) => {
    await saveBusinessDetails(tx, caller.businessId, businessStepPayload);
    await saveNumber(tx, app, caller.businessId, ready);
    await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
};
