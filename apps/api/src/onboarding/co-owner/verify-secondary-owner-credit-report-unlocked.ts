import { collectPersonalDetails } from "./collect-personal-details.ts";
import type { CoOwnerInputHandler } from "./step-handler.ts";

/** The co-owner says that their credit file is unlocked. */
export const verifySecondaryOwnerCreditReportUnlocked: CoOwnerInputHandler<"VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED"> =
  { load: collectPersonalDetails.load, complete: async () => {} };
