import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

const { screen, completion } = collectSecondaryBusinessOwnerDetails;

/** Separate calls name the owners; this answer states what the primary owner owns and that the list is now correct. */
export const recollectSecondaryBusinessOwnerDetails = step({
  screen: z.extend(screen, {
    /** Co-owners whose invitation email bounced, and those who declined because they are not owners. */
    doubtful: z.array(z.object({ name: z.string(), email: z.string(), why: z.enum(["UNREACHED", "DECLINED"]) })),
  }),
  completion,
});
