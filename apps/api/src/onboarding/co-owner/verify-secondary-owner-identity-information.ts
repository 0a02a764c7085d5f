import { type ReadySsn, verifyIdentity } from "../details/identity.ts";
import { collectPersonalDetails, saveCoOwner } from "./collect-personal-details.ts";
import type { CoOwnerInputHandler } from "./step-handler.ts";
import { loadCoOwner } from "./subject.ts";

/** The co-owner corrects their details and sends their SSN. */
export const verifySecondaryOwnerIdentityInformation: CoOwnerInputHandler<
  "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  ReadySsn
> = {
  ...verifyIdentity(async (tx, caller) => (await loadCoOwner({ tx, caller }, false)).ownerId, saveCoOwner),
  load: collectPersonalDetails.load,
};
