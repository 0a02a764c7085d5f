import { askAgain } from "../../underwriting/public.ts";
import { prepareNumber, type ReadyNumber, saveNumber } from "../details/tax.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectBusinessDetails, saveBusinessDetails } from "../steps/collect-business-details.ts";

/** The business corrects its registered name and tax number, and the verification is requested again. */
export const verifyBusinessInformation: InputHandler<"VERIFY_BUSINESS_INFORMATION", ReadyNumber> = {
  load: async (context) => {
    const { businessName, phoneNumber, address } = await collectBusinessDetails.load(context);
    return { businessName, phoneNumber, address };
  },
  prepare: (app, caller, { businessStepPayload: { tin } }) => prepareNumber(app, caller, "EIN", tin),
  complete: async ({ tx, app, caller, ready }, { businessStepPayload }) => {
    await saveBusinessDetails(tx, caller.businessId, businessStepPayload);
    await saveNumber(tx, app, caller.businessId, ready);
    await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
};
