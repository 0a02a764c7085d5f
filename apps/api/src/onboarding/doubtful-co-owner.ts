import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { raiseInput } from "./additional-input.ts";

type RecordedEvent = { platformId: string; businessId: string | null; body: Record<string, unknown> };

/** A co-owner cannot be reached under the address that the primary owner gave. */
export async function askForOtherAddress(app: AppContext, event: RecordedEvent): Promise<(tx: Tx) => Promise<void>> {
  return event.body["invitation"] === "SECONDARY_OWNER" ? askAboutCoOwners(app, event) : async () => {};
}

/**
 * The primary owner looks at the list of owners once more. At whom, is seen from the invitations when they do: more than one may have come
 * back or been declined by then.
 */
export async function askAboutCoOwners(
  _: AppContext,
  { platformId, businessId }: RecordedEvent,
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
