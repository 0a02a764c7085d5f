import { askAgain, isStillLocked } from "../../underwriting/public.ts";
import type { InputHandler } from "../step-handler.ts";

/** The owner says that the credit file is unlocked, and the report is requested again. */
export const verifyCreditReportUnlocked: InputHandler<"VERIFY_CREDIT_REPORT_UNLOCKED"> = {
  load: async ({ tx, caller }) => ({ isStillLocked: await isStillLocked(tx, caller.businessId) }),
  complete: ({ tx, caller }) => askAgain(tx, caller, "BUSINESS_OWNER_CREDIT"),
};
