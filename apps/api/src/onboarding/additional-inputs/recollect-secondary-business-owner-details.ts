import { inviteCoOwners } from "../../people/public.ts";
import type { Doubt } from "../doubtful-co-owner.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

const whyOf = { INVITATION_BOUNCED: "UNREACHED", INVITATION_DECLINED: "DECLINED" } as const satisfies Record<
  Doubt,
  string
>;

/** The list of owners was looked at again. Whoever has no invitation that works gets another, also who declined: the list stands. */
export const recollectSecondaryBusinessOwnerDetails: InputHandler<"RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> = {
  load: async (context) => {
    const data = await collectSecondaryBusinessOwnerDetails.load(context);
    const { reason, ownerId } = context.payload;
    const why = typeof reason === "string" ? whyOf[reason as Doubt] : undefined;
    const owner = data.secondaryOwners.find(({ id }) => id === ownerId);
    const doubtful = owner && why ? { name: `${owner.firstName} ${owner.lastName}`, email: owner.email, why } : null;
    return { ...data, doubtful };
  },
  complete: async (context) => {
    await collectSecondaryBusinessOwnerDetails.complete(context, {});
    const { tx, caller, requestId } = context;
    const { platformId, businessId, userId, language } = caller;
    const actor = { kind: "USER", id: userId } as const;
    await inviteCoOwners(tx, { platformId, businessId, locale: language, actor, requestId }, { again: true });
  },
};
