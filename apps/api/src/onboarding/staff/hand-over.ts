import { raiseInput } from "../../additional-inputs/public.ts";
import type { Tx } from "../../db/scope.ts";

type Handing = { platformId: string; businessId: string; memberId: string; requestId: string };

/**
 * The primary owner is no longer the person whose details are on file. Before consent, the personal details step is reopened; after
 * consent, the new owner is asked to verify their identity.
 */
export async function askNewOwner(tx: Tx, { platformId, businessId, memberId, requestId }: Handing): Promise<void> {
  const done = await tx.selectFrom("onboarding_step").select("step").where("business_id", "=", businessId).execute();
  const steps = done.map(({ step }) => step);
  if (steps.includes("COLLECT_CONSENT")) {
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "VERIFY_USER_IDENTITY_INFORMATION",
      by: { kind: "STAFF", id: memberId },
      requestId,
    });
    return;
  }
  await tx
    .deleteFrom("onboarding_step")
    .where("business_id", "=", businessId)
    .where("step", "=", "COLLECT_PERSONAL_DETAILS")
    .execute();
}
