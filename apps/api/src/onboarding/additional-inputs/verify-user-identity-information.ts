import { askAgain } from "../../underwriting/public.ts";
import { type ReadySsn, verifyIdentity } from "../details/identity.ts";
import { primaryOwnerOf } from "../details/tax.ts";
import type { InputHandler } from "../step-handler.ts";
import { collectPersonalDetails, savePrimaryOwner } from "../steps/collect-personal-details.ts";

const identity = verifyIdentity((tx, { businessId }) => primaryOwnerOf(tx, businessId), savePrimaryOwner);

/** The owner corrects their details and sends their SSN, and the credit report is requested again. */
export const verifyUserIdentityInformation: InputHandler<"VERIFY_USER_IDENTITY_INFORMATION", ReadySsn> = {
  load: collectPersonalDetails.load,
  prepare: identity.prepare,
  complete: async (context, answer) => {
    await identity.complete(context, answer);
    await askAgain(context.tx, context.caller, "BUSINESS_OWNER_CREDIT");
  },
};
