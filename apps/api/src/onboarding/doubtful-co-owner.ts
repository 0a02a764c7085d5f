import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { raiseInput } from "./additional-input.ts";

type Happening = { platformId: string; businessId: string | null; body: Record<string, unknown> };

/** A co-owner cannot be reached under the address that the primary owner gave. */
export async function askForOtherAddress(house: House, happening: Happening): Promise<(tx: Tx) => Promise<void>> {
  return happening.body["invitation"] === "SECONDARY_OWNER" ? askAboutCoOwners(house, happening) : async () => {};
}

/**
 * The primary owner looks at the list of owners once more. At whom, is seen from the invitations when they do: more than one may have come
 * back or been declined by then.
 */
export async function askAboutCoOwners(
  _: House,
  { platformId, businessId }: Happening,
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
