import { z } from "zod/mini";
import { coOwner } from "../../co-owner.ts";
import { step } from "../step.ts";

export const collectSecondaryBusinessOwnerDetails = step({
  screen: z.object({
    secondaryOwners: z.array(coOwner),
    /** Nobody is to be named who is the primary owner again. */
    primaryOwner: z.nullable(z.object({ firstName: z.string(), lastName: z.string(), email: z.string() })),
    /** Somebody else is known to own a fifth, so nobody else is no answer. */
    isSecondaryOwnerRequired: z.boolean(),
  }),
  /** Owners are named one by one, by calls of their own; this only says that there are no more. */
  completion: z.strictObject({}),
});
