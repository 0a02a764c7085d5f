import { Refusal } from "@inlay/contracts/errors.ts";
import { reopenAgreement } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { otherSignings, voidSignings } from "../disclosures/public.ts";
import { unanswered } from "../notifications/public.ts";
import { shownApplicationOf } from "./shown-application.ts";

/** Whether a co-owner has not signed for two weeks, so that the primary owner may give up their own signature. */
const isCoSignerMissing = async (tx: Tx, businessId: string): Promise<boolean> =>
  (await unanswered(tx, { businessId }, "CO_SIGNER")).length > 0;

/**
 * Voids the agreement that the primary owner has signed, if a co-owner has not signed it for two weeks, so that the owner can go back to the
 * offers. Before that the signature stands. If everybody has signed at the vendor in the meantime, the offer is accepted.
 */
export async function giveUpSignature(
  app: AppContext,
  { platformId, businessId, userId }: { platformId: string; businessId: string; userId: string },
): Promise<void> {
  const tenant = { platformId, businessId };
  const found = await inScope(app.pool, tenant, async (tx) => {
    const shown = await shownApplicationOf(tx, businessId);
    if (shown?.offerStep !== "OFFER_ACCEPTED" || shown.status !== "WAITING_FOR_ACCEPTANCE") return null;
    if (!(await isCoSignerMissing(tx, businessId))) throw new Refusal("OFFER_ALREADY_ACCEPTED");
    return { applicationId: shown.id, signings: await otherSignings(tx, shown.id, null) };
  });
  if (!found) return;
  await voidSignings(app, tenant, found.signings, "The primary owner went back to the offers.");
  await inScope(app.pool, tenant, (tx) =>
    reopenAgreement(tx, tenant, found.applicationId, { actor: { kind: "USER", id: userId }, requestId: null }),
  );
}
