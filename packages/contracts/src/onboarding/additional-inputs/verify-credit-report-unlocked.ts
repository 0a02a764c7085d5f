import { z } from "zod/mini";
import { step } from "../step.ts";

export const verifyCreditReportUnlocked = step({
  screen: z.object({
    /** The credit report was requested again and is still locked. */
    isStillLocked: z.boolean(),
  }),
  /** Submitting the input states that the credit report is unlocked. */
  completion: z.strictObject({}),
});
