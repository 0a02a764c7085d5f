import { z } from "zod/mini";
import { step } from "../step.ts";

export const verifyCreditReportUnlocked = step({
  screen: z.object({
    /** It was looked at again, and was still locked. */
    isStillLocked: z.boolean(),
  }),
  /** The owner's word that it is open now. */
  completion: z.strictObject({}),
});
