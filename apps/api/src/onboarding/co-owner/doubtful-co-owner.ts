import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import { raiseInput } from "../../additional-inputs/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";

type Tenant = { platformId: string; businessId: string | null };
type Bounced = Tenant & { body: EventBody<"invitation.bounced"> };

/** Handles an invitation that bounced. For a co-owner's invitation, the primary owner is asked to check the address. */
export async function askForOtherAddress(app: AppContext, event: Bounced): Promise<(tx: Tx) => Promise<void>> {
  return event.body.invitation === "SECONDARY_OWNER" ? askAboutCoOwners(app, event) : async () => {};
}

/**
 * Asks the primary owner to check the list of co-owners. The screen reads the invitations when it is opened, because several may have
 * bounced or been declined by then.
 */
export async function askAboutCoOwners(
  _: AppContext,
  { platformId, businessId }: Tenant,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    if (!businessId) return;
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  };
}
