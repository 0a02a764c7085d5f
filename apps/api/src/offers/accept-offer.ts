import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { completeSignedStep } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf, offerOfAgreement } from "../disclosures/public.ts";
import { lockApplication, moveApplication } from "../underwriting/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";

type Tenant = { platformId: string; businessId: string };
type By = { actor: Actor; requestId: string | null };

/**
 * Accepts the chosen offer of an application once everybody has signed its agreement: the offers beside it end, and the loan is closed.
 * Without all signatures, and when it is done already, nothing happens. The lock of the application decides between this and the expiry.
 */
export async function acceptSignedOffer(tx: Tx, tenant: Tenant, applicationId: string, by: By): Promise<void> {
  await lockApplication(tx, applicationId);
  // The owner has signed, whether or not the browser said so.
  await completeSignedStep(tx, tenant, applicationId, by);
  const application = await lockApplication(tx, applicationId);
  if (application?.status !== "WAITING_FOR_ACCEPTANCE" || application.offerStep !== "OFFER_ACCEPTED") return;
  const offers = await tx
    .selectFrom("offer")
    .select(["id", "status", "chosen_amount_cents"])
    .where("application_id", "=", applicationId)
    .where("status", "in", ["WAITING_FOR_SELECTION", "SELECTED"])
    .orderBy("id")
    .forUpdate()
    .execute();
  const chosen = offers.find(({ status }) => status === "SELECTED");
  if (!chosen || !(await agreementOf(tx, chosen.id))?.isComplete) return;
  const status = offerStatusLifecycle.next("SELECTED", "ALL_SIGNED");
  await tx.updateTable("offer").set({ status }).where("id", "=", chosen.id).execute();
  await tx
    .updateTable("offer")
    .set({ status: offerStatusLifecycle.next("WAITING_FOR_SELECTION", "OTHER_OFFER_ACCEPTED") })
    .where("application_id", "=", applicationId)
    .where("status", "=", "WAITING_FOR_SELECTION")
    .execute();
  const accepted = await moveApplication(tx, application, "ALL_SIGNED");
  await record(tx, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    kind: "offer.accepted",
    action: "offers.accept",
    body: { offerId: chosen.id, applicationId, amountCents: Number(chosen.chosen_amount_cents) },
    object: { kind: "offer", id: chosen.id },
    before: { status: "SELECTED", applicationStatus: application.status },
    after: { status, applicationStatus: accepted.status },
    actor: by.actor,
    requestId: by.requestId,
  });
}

/** Accepts the offer of an agreement that its last signer has signed. */
export async function acceptWhenSigned(
  _: AppContext,
  { platformId, businessId, body: { signingId } }: RecordedEvent<"signing.completed">,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    const agreement = await offerOfAgreement(tx, signingId);
    if (!agreement || !businessId) return;
    const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
    await acceptSignedOffer(tx, { platformId, businessId }, agreement.applicationId, by);
  };
}
