import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

const { screen, completion } = collectSecondaryBusinessOwnerDetails;

export const doubts = ["UNREACHED", "DECLINED", "UNANSWERED", "UNFINISHED"] as const;

/** Separate calls name the owners; this answer states what the primary owner owns and that the list is now correct. */
export const recollectSecondaryBusinessOwnerDetails = step({
  screen: z.extend(screen, {
    /** Co-owners whose invitation email bounced, who declined because they are not owners, or who have not answered for two weeks. */
    doubtful: z.array(z.object({ name: z.string(), email: z.string(), why: z.enum(doubts) })),
  }),
  completion,
});
