import { z } from "zod/mini";
import { coOwner } from "../co-owner.ts";
import { step } from "../step.ts";

export const collectSecondaryBusinessOwnerDetails = step({
  screen: z.object({
    secondaryOwners: z.array(coOwner),
    /** The form uses it to reject a co-owner with the primary owner's name or email. */
    primaryOwner: z.nullable(z.object({ firstName: z.string(), lastName: z.string(), email: z.string() })),
    /** Another owner of at least 20% is known, so the list must not be empty. */
    isSecondaryOwnerRequired: z.boolean(),
  }),
  /** Separate calls name the owners one by one; the completion only states that the list is complete. */
  completion: z.strictObject({}),
});
