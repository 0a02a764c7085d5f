import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { raiseInput } from "./additional-input.ts";

type Bounced = { platformId: string; businessId: string | null; body: Record<string, unknown> };

/** A co-owner cannot be reached under the address that the primary owner gave, so the primary owner looks at the list once more. */
export async function askForOtherAddress(
  _: House,
  { platformId, businessId, body }: Bounced,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    if (!businessId || body["invitation"] !== "SECONDARY_OWNER") return;
    await raiseInput(tx, {
      ...{ platformId, businessId, subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS" },
      payload: { reason: "INVITATION_BOUNCED", ownerId: body["subjectId"] },
      ...{ by: { kind: "SYSTEM", id: null }, requestId: null },
    });
  };
}
