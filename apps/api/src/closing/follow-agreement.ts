import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { agreementOf, agreementSigners, offerOfAgreement } from "../disclosures/public.ts";
import { primarySigner, type SigningRecipient, signersOf } from "../documents/public.ts";
import { beginReminders, endReminders, isReminded } from "../notifications/public.ts";
import { inviteToSign } from "../people/public.ts";
import { lockApplication, moveApplication } from "../underwriting/public.ts";
import type { EventHandler, RecordedEvent } from "../workflows/public.ts";
import { type By, completeSignedStep, system } from "./advance.ts";
import type { Tenant } from "./inquiry.ts";
import { prepareOwnerEmail } from "./owner-email.ts";

const nothing = async () => {};
const dayMs = 86_400_000;

const fullName = ({ firstName, lastName }: SigningRecipient): string => `${firstName} ${lastName}`;

/** After each signature: the primary owner's completes their step and asks the co-owners, a co-owner's ends their reminders. */
export const followSigner: EventHandler<"signing.signer_completed"> = async (_, { platformId, businessId, body }) => {
  if (!businessId) return nothing;
  const tenant = { platformId, businessId };
  return async (tx) => {
    const agreement = await offerOfAgreement(tx, body.signingId);
    if (!agreement) return;
    await lockApplication(tx, agreement.applicationId);
    await completeSignedStep(tx, tenant, agreement.applicationId, system);
    for (const signer of coOwnersOf(await agreementSigners(tx, agreement.offerId)))
      if (signer.hasCompleted) await stopAsking(tx, signer.signerId);
      else if (!(await isReminded(tx, { kind: "CO_SIGNER", subjectId: signer.signerId })))
        await beginReminders(tx, tenant, { kind: "CO_SIGNER", subjectId: signer.signerId, atOnce: true });
  };
};

const coOwnersOf = (signers: readonly SigningRecipient[]) =>
  signers.filter(({ signerId }) => signerId !== primarySigner);

async function stopAsking(tx: Tx, ownerId: string): Promise<void> {
  await endReminders(tx, { kind: "CO_SIGNER", subjectId: ownerId });
  await closeTask(tx, { kind: "CO_SIGNER_UNANSWERED", subjectId: ownerId });
}

/**
 * An agreement was declined, voided or refused. The primary owner can sign it again or go back to the offers. Whoever declined is told to
 * the primary owner, and staff look into it.
 */
export const followEndedAgreement: EventHandler<"signing.declined" | "signing.failed" | "signing.voided"> = async (
  app,
  { platformId, businessId, kind, body: { signingId } },
) => {
  if (!businessId) return nothing;
  const tenant = { platformId, businessId };
  const found = await inScope(app.pool, tenant, async (tx) => ({
    agreement: await offerOfAgreement(tx, signingId),
    signers: await signersOf(tx, signingId),
  }));
  const { agreement, signers } = found;
  if (!agreement) return nothing;
  const isDeclined = kind === "signing.declined";
  const missing = signers.filter(({ hasCompleted }) => !hasCompleted);
  // The primary owner signs first, and knows of their own refusal.
  const isByCoOwner = isDeclined && missing.every(({ signerId }) => signerId !== primarySigner);
  const email = isByCoOwner
    ? await prepareOwnerEmail(app, tenant, signingId, {
        template: "agreement-declined",
        params: { signers: missing.map(fullName) },
      })
    : nothing;
  return async (tx) => {
    await reopenAgreement(tx, tenant, agreement.applicationId, system);
    for (const { signerId } of coOwnersOf(signers)) await stopAsking(tx, signerId);
    if (isDeclined) {
      const dueAt = new Date((await businessNow(tx, businessId)).getTime() + dayMs);
      await openTask(tx, { kind: "AGREEMENT_DECLINED", subjectId: agreement.applicationId, ...tenant, dueAt });
    }
    await email(tx);
  };
};

/** Leads an application back to the agreement if the one that its owner had signed is no longer in force. */
export async function reopenAgreement(tx: Tx, tenant: Tenant, applicationId: string, by: By): Promise<void> {
  const application = await lockApplication(tx, applicationId);
  if (application?.offerStep !== "OFFER_ACCEPTED" || application.status !== "WAITING_FOR_ACCEPTANCE") return;
  const offer = await tx
    .selectFrom("offer")
    .select("id")
    .where("application_id", "=", applicationId)
    .where("status", "=", "SELECTED")
    .executeTakeFirst();
  if (!offer || (await agreementOf(tx, offer.id))) return;
  const { offerStep } = await moveApplication(tx, application, "AGREEMENT_ENDED");
  await record(tx, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    kind: "closing.agreement_ended",
    action: "closing.reopen-agreement",
    body: { applicationId, offerId: offer.id },
    object: { kind: "loan application", id: applicationId },
    before: { offerStep: application.offerStep },
    after: { offerStep },
    actor: by.actor,
    requestId: by.requestId,
  });
}

/** The agreement that waits for this co-owner's signature; null if none does. */
async function awaitedAgreement(tx: Tx, { businessId }: Tenant, ownerId: string) {
  const row = await tx
    .selectFrom("signing_signer as p")
    .innerJoin("signing as s", "s.id", "p.signing_id")
    .innerJoin("offer as o", "o.id", "s.offer_id")
    .select(["s.id", "o.application_id as applicationId"])
    .where("p.business_id", "=", businessId)
    .where("p.signer_id", "=", ownerId)
    .where("p.completed_at", "is", null)
    .where("s.kind", "=", "AGREEMENT")
    .where("s.status", "in", ["SENT", "VIEWED"])
    .where("o.status", "=", "SELECTED")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Asks a co-owner for their signature, at once and on days 2, 5 and 10. */
export async function remindCoSigner(
  _: AppContext,
  { platformId, businessId, body }: RecordedEvent<"reminder.requested">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "CO_SIGNER") return nothing;
  const tenant = { platformId, businessId };
  return async (tx) => {
    if (await awaitedAgreement(tx, tenant, body.subjectId)) await inviteToSign(tx, tenant, body.subjectId);
    else await stopAsking(tx, body.subjectId);
  };
}

/** On day 14 the primary owner decides about the co-owner, and staff see a task. */
export async function askAboutCoSigner(
  app: AppContext,
  { id, platformId, businessId, body }: RecordedEvent<"reminder.unanswered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "CO_SIGNER") return nothing;
  const tenant = { platformId, businessId };
  const found = await inScope(app.pool, tenant, async (tx) => {
    const agreement = await awaitedAgreement(tx, tenant, body.subjectId);
    return { agreement, signers: agreement ? await signersOf(tx, agreement.id) : [] };
  });
  if (!found.agreement) return (tx) => stopAsking(tx, body.subjectId);
  const signers = found.signers.filter(({ signerId }) => signerId === body.subjectId);
  const email = await prepareOwnerEmail(app, tenant, id, {
    template: "signatures-missing",
    params: { signers: signers.map(fullName) },
  });
  return async (tx) => {
    const dueAt = new Date((await businessNow(tx, businessId)).getTime() + dayMs);
    await openTask(tx, { kind: "CO_SIGNER_UNANSWERED", subjectId: body.subjectId, ...tenant, dueAt });
    await email(tx);
  };
}
