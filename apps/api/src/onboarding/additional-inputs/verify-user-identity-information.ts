import { askAgain } from "../../underwriting/public.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectPersonalDetails } from "../steps/collect-personal-details.ts";
import { keepNumber, prepareNumber, type ReadyNumber } from "../tax.ts";

/** Who the owner is, with the number that the bureau knows them by; then the bureau is asked again. */
export const verifyUserIdentityInformation: InputHandler<"VERIFY_USER_IDENTITY_INFORMATION", ReadyNumber> = {
  load: collectPersonalDetails.load,
  prepare: (house, caller, { ssn }) => prepareNumber(house, caller, "SSN", ssn),
  complete: async (context, { personalStepPayload }) => {
    const { tx, house, caller, ready } = context;
    await collectPersonalDetails.complete(context, personalStepPayload);
    await keepNumber(tx, house, caller.businessId, ready);
    await askAgain(tx, caller, "BUSINESS_OWNER_CREDIT");
  },
};
