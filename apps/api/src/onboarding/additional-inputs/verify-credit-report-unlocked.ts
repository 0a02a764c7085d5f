import { askAgain, isStillLocked } from "../../underwriting/public.ts";
import type { InputHandler } from "../input-handler.ts";

/** The owner has opened their file at the bureau, which is asked again. */
export const verifyCreditReportUnlocked: InputHandler<"VERIFY_CREDIT_REPORT_UNLOCKED"> = {
  load: async ({ tx, caller }) => ({ isStillLocked: await isStillLocked(tx, caller.businessId) }),
  complete: ({ tx, caller }) => askAgain(tx, caller, "BUSINESS_OWNER_CREDIT"),
};
