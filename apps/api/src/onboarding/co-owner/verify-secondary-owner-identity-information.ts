import { verifyIdentity } from "../details/identity.ts";
import type { ReadyNumber } from "../details/tax.ts";
import { collectPersonalDetails, saveCoOwner } from "./collect-personal-details.ts";
import type { CoOwnerInputHandler } from "./step-handler.ts";

/** The co-owner corrects their details and sends their SSN. */
export const verifySecondaryOwnerIdentityInformation: CoOwnerInputHandler<
  "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  ReadyNumber
> = { ...verifyIdentity(saveCoOwner), load: collectPersonalDetails.load };
