import { Refusal } from "@inlay/contracts/errors.ts";
import { listCoOwners, primaryOwnerOf } from "../../people/public.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

export const collectSecondaryBusinessOwnerDetails: StepHandler<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> = {
  load: async (context) => {
    const { tx, caller } = context;
    return {
      secondaryOwners: (await listCoOwners(tx, caller.businessId)).map(({ ownershipPercentage: _, ...owner }) => owner),
      primaryOwner: await primaryOwnerOf(tx, caller.businessId),
      isSecondaryOwnerRequired: await isRequired(context),
    };
  },

  complete: async (context) => {
    const { tx, caller } = context;
    if ((await isRequired(context)) && (await listCoOwners(tx, caller.businessId)).length === 0)
      throw new Refusal("CO_OWNER_REQUIRED");
    return {};
  },
};

async function isRequired({ tx, caller }: StepContext): Promise<boolean> {
  const row = await tx
    .selectFrom("onboarding")
    .select("is_co_owner_required")
    .where("business_id", "=", caller.businessId)
    .executeTakeFirst();
  return row?.is_co_owner_required ?? false;
}
