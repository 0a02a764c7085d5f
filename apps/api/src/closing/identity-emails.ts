import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { inviteToSign } from "../people/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import type { Tenant } from "./inquiry.ts";
import { prepareOwnerEmail } from "./owner-email.ts";
import { readCoOwnerClosing } from "./read-co-owner-closing.ts";

const nothing = async () => {};

/** Tells an owner who had submitted their identity verification, and waited for it, that it is approved. */
export const tellOfApproval: EventHandler<"identity_inquiry.updated"> = async (
  app,
  { id, platformId, businessId, body },
) => {
  const { ownerId, status, previousStatus } = body;
  const hasWaited = previousStatus === "COMPLETED" || previousStatus === "NEEDS_REVIEW" || previousStatus === "FAILED";
  if (!businessId || status !== "APPROVED" || !hasWaited) return nothing;
  return tell(app, { platformId, businessId }, { ownerId, key: id, outcome: "APPROVED" });
};

/** Tells an owner whose identity verification failed that they can repeat it. */
export const tellOfRetry: EventHandler<"identity_inquiry.retry_allowed"> = async (
  app,
  { id, platformId, businessId, body },
) =>
  businessId
    ? tell(app, { platformId, businessId }, { ownerId: body.ownerId, key: id, outcome: "RETRY_ALLOWED" })
    : nothing;

type News = { ownerId: string; key: string; outcome: "APPROVED" | "RETRY_ALLOWED" };

/** The primary owner goes on in the portal. A co-owner gets another link to their part, if their signature is still missing. */
async function tell(
  app: AppContext,
  tenant: Tenant,
  { ownerId, key, outcome }: News,
): Promise<(tx: Tx) => Promise<void>> {
  const owner = await inScope(app.pool, tenant, (tx) =>
    tx.selectFrom("business_owner").select("is_primary").where("id", "=", ownerId).executeTakeFirst(),
  );
  if (owner?.is_primary)
    return prepareOwnerEmail(app, tenant, key, { template: "identity-decided", params: { outcome } });
  return async (tx) => {
    const { step } = await readCoOwnerClosing(tx, tenant.businessId, ownerId);
    if (step !== null && step !== "OFFER_ACCEPTED") await inviteToSign(tx, tenant, ownerId);
  };
}
