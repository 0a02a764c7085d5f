import { inviteCoOwners } from "../../people/public.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

/** The list of owners was looked at again. Whoever has no invitation that works gets another. */
export const recollectSecondaryBusinessOwnerDetails: InputHandler<"RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> = {
  load: async (context) => {
    const data = await collectSecondaryBusinessOwnerDetails.load(context);
    const { reason, ownerId } = context.payload;
    const owner = data.secondaryOwners.find(({ id }) => reason === "INVITATION_BOUNCED" && id === ownerId);
    const unreached = owner ? { name: `${owner.firstName} ${owner.lastName}`, email: owner.email } : null;
    return { ...data, unreached };
  },
  complete: async (context) => {
    await collectSecondaryBusinessOwnerDetails.complete(context, {});
    const { tx, caller, requestId } = context;
    const { platformId, businessId, userId, language } = caller;
    const actor = { kind: "USER", id: userId } as const;
    await inviteCoOwners(tx, { platformId, businessId, locale: language, actor, requestId });
  },
};
