import { isMoreThanWhole } from "@inlay/lending/onboarding/ownership.ts";
import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { type CoOwnerV2, coOwnerV2, ownershipOverWhole, ownershipPercentage } from "../co-owner.ts";
import { step } from "../step.ts";

export const collectSecondaryBusinessOwnerDetails = step({
  screen: z.object({
    secondaryOwners: z.array(coOwnerV2),
    /** The form uses it to reject a co-owner with the primary owner's name or email. */
    primaryOwner: z.nullable(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        ownershipPercentage: z.nullable(z.number()),
      }),
    ),
    /** Another owner of at least 20% is known, so the list must not be empty. */
    isSecondaryOwnerRequired: z.boolean(),
  }),
  /** Separate calls name the co-owners one by one. The completion states what the primary owner owns and that the list is complete. */
  completion: z.strictObject({
    ownershipPercentage,
    /** The co-owner with significant responsibility for managing the business. Absent, null or empty: the primary owner. */
    controlPersonId: z.optional(
      z.pipe(
        z.transform((id: string | null) => id || null),
        z.nullable(uuid),
      ),
    ),
  }),
});

/** The form's shape. What the co-owners own counts too, because the check of the whole is made here. */
export const ownershipForm = (owners: readonly CoOwnerV2[]) =>
  collectSecondaryBusinessOwnerDetails.completion.check((form) => {
    const owned = [form.value, ...owners].map((owner) => owner.ownershipPercentage);
    if (isMoreThanWhole(owned))
      form.issues.push({
        code: "custom",
        input: form.value,
        path: ["ownershipPercentage"],
        message: ownershipOverWhole,
      });
  });
