import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { raiseInput } from "./additional-input.ts";

type Happening = { platformId: string; businessId: string | null; body: Record<string, unknown> };

/** Why the primary owner is asked to look at a co-owner once more. */
export type Doubt = "INVITATION_BOUNCED" | "INVITATION_DECLINED";

/** A co-owner cannot be reached under the address that the primary owner gave, so the primary owner looks at the list once more. */
export async function askForOtherAddress(_: House, happening: Happening): Promise<(tx: Tx) => Promise<void>> {
  const isCoOwner = happening.body["invitation"] === "SECONDARY_OWNER";
  return async (tx) => {
    if (isCoOwner) await askAbout(tx, happening, happening.body["subjectId"], "INVITATION_BOUNCED");
  };
}

/** Whom the primary owner named says that they own nothing. Which of the two is right, the primary owner sorts out. */
export async function askAboutDeclined(_: House, happening: Happening): Promise<(tx: Tx) => Promise<void>> {
  return (tx) => askAbout(tx, happening, happening.body["ownerId"], "INVITATION_DECLINED");
}

async function askAbout(tx: Tx, { platformId, businessId }: Happening, ownerId: unknown, reason: Doubt): Promise<void> {
  if (!businessId) return;
  await raiseInput(tx, {
    ...{ platformId, businessId, subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS" },
    ...{ payload: { reason, ownerId }, by: { kind: "SYSTEM", id: null }, requestId: null },
  });
}
