import { Refusal } from "@inlay/contracts/errors.ts";
import { listCoOwners, primaryOwnerOf, saveOwnership } from "../../people/public.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

export const collectSecondaryBusinessOwnerDetails: StepHandler<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> = {
  load: async (context) => {
    const { tx, caller } = context;
    return {
      secondaryOwners: await listCoOwners(tx, caller.businessId),
      primaryOwner: await primaryOwnerOf(tx, caller.businessId),
      isSecondaryOwnerRequired: await isRequired(context),
    };
  },

  complete: async (context, answer) => {
    const { tx, caller } = context;
    if ((await isRequired(context)) && (await listCoOwners(tx, caller.businessId)).length === 0)
      throw new Refusal("CO_OWNER_REQUIRED");
    await saveOwnership(tx, caller.businessId, answer);
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
