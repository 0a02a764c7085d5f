import { primaryOwnerOf } from "../../people/public.ts";
import { businessNameOf } from "../details/business-details.ts";
import type { CoOwnerStepHandler } from "./step-handler.ts";

/** The invitation: who asks, for which business, and whether credit is checked. */
export const startFlow: CoOwnerStepHandler<"START_FLOW"> = {
  load: async ({ tx, caller, settings }) => {
    const primary = await primaryOwnerOf(tx, caller.businessId);
    return {
      businessName: await businessNameOf(tx, caller.businessId),
      invitedBy: primary ? `${primary.firstName} ${primary.lastName}` : null,
      isCreditCheckEnabled: settings.isCreditCheckEnabled,
    };
  },
  complete: async () => {},
};
