import type { CoOwnerInvitation } from "@inlay/contracts/onboarding/co-owner.ts";
import { closeTask } from "../../approvals/public.ts";
import { beginReminders, unanswered } from "../../notifications/public.ts";
import { coOwnerInvitations, inviteCoOwners } from "../../people/public.ts";
import type { InputHandler } from "../step-handler.ts";
import { collectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.ts";

/**
 * The primary owner confirms or corrects the list of co-owners. Every listed co-owner without a working invitation is invited again,
 * including those who declined.
 */
export const recollectSecondaryBusinessOwnerDetails: InputHandler<"RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> = {
  load: async (context) => {
    const data = await collectSecondaryBusinessOwnerDetails.load(context);
    const invitations = await coOwnerInvitations(context.tx, context.caller.businessId);
    const silent = await unanswered(context.tx, context.caller, "CO_OWNER");
    const doubtful = data.secondaryOwners.flatMap(({ id, firstName, lastName, email }) => {
      const status = invitations.find(({ ownerId }) => ownerId === id)?.status ?? "SENT";
      const why = whyDoubted[status] ?? (silent.includes(id) ? whySilent(status) : null);
      return why ? [{ name: `${firstName} ${lastName}`, email, why }] : [];
    });
    return { ...data, doubtful };
  },
  complete: async (context, answer) => {
    await collectSecondaryBusinessOwnerDetails.complete(context, answer);
    const { tx, caller, requestId } = context;
    const { platformId, businessId, userId, language } = caller;
    const actor = { kind: "USER", id: userId } as const;
    await inviteCoOwners(tx, { platformId, businessId, locale: language, actor, requestId }, { again: true });
    // The primary owner decided to wait for them.
    for (const subjectId of await unanswered(tx, caller, "CO_OWNER")) {
      await beginReminders(tx, caller, { kind: "CO_OWNER", subjectId, atOnce: true });
      await closeTask(tx, { kind: "CO_OWNER_UNANSWERED", subjectId });
    }
  },
};

const whyDoubted = { BOUNCED: "UNREACHED", DECLINED: "DECLINED", SENT: null, ACCEPTED: null, EXPIRED: null } as const;
const whySilent = (status: CoOwnerInvitation["status"]) =>
  status === "ACCEPTED" ? ("UNFINISHED" as const) : ("UNANSWERED" as const);
