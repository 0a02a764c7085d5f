import { askAgain } from "../../underwriting/public.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectBusinessDetails, keepBusinessDetails } from "../steps/collect-business-details.ts";
import { keepNumber, prepareNumber, type ReadyNumber } from "../tax.ts";

/** What the business is called in the registers, with its tax number; then they are asked again. */
export const verifyBusinessInformation: InputHandler<"VERIFY_BUSINESS_INFORMATION", ReadyNumber> = {
  load: async (context) => {
    const { businessName, phoneNumber, address } = await collectBusinessDetails.load(context);
    return { businessName, phoneNumber, address };
  },
  prepare: (house, caller, { businessStepPayload: { tin } }) => prepareNumber(house, caller, "EIN", tin),
  complete: async ({ tx, house, caller, ready }, { businessStepPayload }) => {
    await keepBusinessDetails(tx, caller.businessId, businessStepPayload);
    await keepNumber(tx, house, caller.businessId, ready);
    await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
};
