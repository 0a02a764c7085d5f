import { askAgain } from "../../underwriting/public.ts";
import { prepareNumber, type ReadyNumber, saveNumber } from "../details/tax.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectPersonalDetails } from "../steps/collect-personal-details.ts";

/** The owner corrects their details and sends their SSN, and the credit report is requested again. */
export const verifyUserIdentityInformation: InputHandler<"VERIFY_USER_IDENTITY_INFORMATION", ReadyNumber> = {
  load: collectPersonalDetails.load,
  prepare: (app, caller, { ssn }) => prepareNumber(app, caller, "SSN", ssn),
  complete: async (context, { personalStepPayload }) => {
    const { tx, app, caller, ready } = context;
    await collectPersonalDetails.complete(context, personalStepPayload);
    await saveNumber(tx, app, caller.businessId, ready);
    await askAgain(tx, caller, "BUSINESS_OWNER_CREDIT");
  },
};
