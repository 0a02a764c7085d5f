import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

const { screen, completion } = collectSecondaryBusinessOwnerDetails;

/** Owners are named by calls of their own; this only says that the list is right now. */
export const recollectSecondaryBusinessOwnerDetails = step({
  screen: z.extend(screen, {
    /** Whom our letter did not reach, and who says that they are no owner. */
    doubtful: z.array(z.object({ name: z.string(), email: z.string(), why: z.enum(["UNREACHED", "DECLINED"]) })),
  }),
  completion,
});
