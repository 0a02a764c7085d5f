import { isOfferExpired } from "@inlay/lending/offers/offer-expiry.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { agreementOf, otherSignings, voidSignings } from "../disclosures/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { expireOffers } from "./application-deadlines.ts";

/** Voids what is out for signature about the expired offers of a business, unless everybody has signed it, and then ends the offers. */
export async function endSignatures(app: AppContext, { platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("offers must belong to a business");
  const tenant = { platformId, businessId };
  for (const applicationId of await inScope(app.pool, tenant, (tx) => expiredApplications(tx, businessId))) {
    const signings = await inScope(app.pool, tenant, (tx) => otherSignings(tx, applicationId, null));
    await voidSignings(app, tenant, signings, "The offer has expired.");
    await inScope(app.pool, tenant, async (tx) => {
      const application = await lockApplication(tx, applicationId);
      const isWaiting = application?.status === "WAITING_FOR_ACCEPTANCE" && application.offerStep !== "OFFERS_EXPIRED";
      if (isWaiting) await expireOffers(tx, tenant, application, await businessNow(tx, businessId));
    });
  }
}

/** The applications that wait for acceptance although all of their offers have expired. */
async function expiredApplications(tx: Tx, businessId: string): Promise<string[]> {
  const now = await businessNow(tx, businessId);
  const rows = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .select(["o.id", "o.expires_at", "a.id as applicationId"])
    .where("o.business_id", "=", businessId)
    .where("o.status", "in", ["WAITING_FOR_SELECTION", "SELECTED"])
    .where("a.status", "=", "WAITING_FOR_ACCEPTANCE")
    .orderBy("a.id")
    .execute();
  const isExpired = new Map<string, boolean>();
  for (const { id, expires_at: expiredAt, applicationId } of rows) {
    const primaryOwnerSignedAt = (await agreementOf(tx, id))?.signedAt ?? null;
    const before = isExpired.get(applicationId) ?? true;
    isExpired.set(applicationId, before && isOfferExpired({ expiredAt, primaryOwnerSignedAt }, now));
  }
  return [...isExpired].filter(([, all]) => all).map(([id]) => id);
}
