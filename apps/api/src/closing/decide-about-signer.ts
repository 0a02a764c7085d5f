import type { SignerDecision } from "@inlay/contracts/calls/offer-steps.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type CoOwnerV2, coOwnerStart } from "@inlay/contracts/onboarding/co-owner.ts";
import {
  canWait,
  coSignerChangeDueAt,
  coSignerChangeLifecycle,
  type MissingSignature,
  whyDecide,
} from "@inlay/lending/offers/co-signer-change.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { agreementsToVoid, followAgreement, latestAgreementOf, voidSignings } from "../disclosures/public.ts";
import { type OfferSigning, type SigningRecipient, signersOf } from "../documents/public.ts";
import type { Person } from "../http/public.ts";
import { beginReminders, wasUnanswered } from "../notifications/public.ts";
import { correctSignerEmail, listCoOwners, refuseClashes } from "../people/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import { reopenAgreement } from "./follow-agreement.ts";

type SignerToDecide = {
  ownerId: string;
  firstName: string;
  lastName: string;
  email: string;
  why: MissingSignature;
  canCorrectEmail: boolean;
};

/** The owners whose signature on an offer is missing, and about whom the primary owner decides now. */
export async function signersToDecide(tx: Tx, businessId: string, offerId: string): Promise<SignerToDecide[]> {
  const agreement = await latestAgreementOf(tx, offerId);
  if (!agreement) return [];
  const signers = await signersOf(tx, agreement.id);
  const found: SignerToDecide[] = [];
  for (const owner of await listCoOwners(tx, businessId)) {
    const signer = signers.find(({ signerId }) => signerId === owner.id);
    // Whoever has another address since is asked at that one first.
    const why = signer?.email === owner.email ? await whyDecideAbout(tx, agreement, signer) : null;
    if (!why || (await isChangePending(tx, owner.id))) continue;
    const { id: ownerId, firstName, lastName, email } = owner;
    found.push({ ownerId, firstName, lastName, email, why, canCorrectEmail: await canCorrectEmail(tx, owner) });
  }
  return found;
}

async function whyDecideAbout(
  tx: Tx,
  { status, signedAt }: OfferSigning,
  { signerId, hasCompleted: hasSigned }: SigningRecipient,
): Promise<MissingSignature | null> {
  const isUnanswered = await wasUnanswered(tx, { kind: "CO_SIGNER", subjectId: signerId });
  return whyDecide({ agreement: { status, isSignedByPrimary: signedAt !== null }, hasSigned, isUnanswered });
}

async function isChangePending(tx: Tx, ownerId: string): Promise<boolean> {
  const change = await tx
    .selectFrom("co_signer_change")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  return change !== undefined;
}

/**
 * Whoever has begun has received the link. Their identity would count for anybody who signs under another address, so it is not changed any
 * more.
 */
async function canCorrectEmail(tx: Tx, { id, currentStep }: CoOwnerV2): Promise<boolean> {
  const inquiry = await tx.selectFrom("identity_inquiry").select("id").where("owner_id", "=", id).executeTakeFirst();
  return currentStep === coOwnerStart && !inquiry;
}

/** An agreement that a co-owner signs, and the co-owner. */
async function readSigner(tx: Tx, businessId: string, ownerId: string) {
  const offers = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .select(["o.id as offerId", "a.id as applicationId"])
    .where("o.business_id", "=", businessId)
    .where("o.status", "in", ["SELECTED", "ACCEPTED"])
    .where("a.offer_step", "in", ["COLLECT_LEGAL_AGREEMENTS", "OFFER_ACCEPTED"])
    .orderBy("o.selected_at", "desc")
    .execute();
  const owner = (await listCoOwners(tx, businessId)).find(({ id }) => id === ownerId);
  for (const { offerId, applicationId } of owner ? offers : []) {
    const agreement = await latestAgreementOf(tx, offerId);
    const signer = agreement && (await signersOf(tx, agreement.id)).find(({ signerId }) => signerId === ownerId);
    if (owner && agreement && signer) return { offerId, applicationId, agreement, signer, owner };
  }
  throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
}

/** Refuses a decision about a co-owner who has signed or has time, and one that is not possible for them. */
async function refuseDecision(tx: Tx, businessId: string, ownerId: string, decision: SignerDecision) {
  const found = await readSigner(tx, businessId, ownerId);
  const { agreement, signer, owner } = found;
  if (signer.hasCompleted) throw new Refusal("CO_SIGNER_HAS_SIGNED");
  if (await isChangePending(tx, ownerId)) throw new Refusal("CO_SIGNER_CHANGE_PENDING");
  const why = await whyDecideAbout(tx, agreement, signer);
  if (!why || (decision.decision === "WAIT" && !canWait(agreement))) throw new Refusal("CO_SIGNER_NOT_OVERDUE");
  if (decision.decision === "CORRECT_EMAIL") {
    if (!(await canCorrectEmail(tx, owner))) throw new Refusal("CO_OWNER_HAS_BEGUN");
    await refuseClashes(tx, businessId, ownerId, { ...owner, phoneNumber: undefined, email: decision.email });
  }
  if (decision.decision === "REPLACE") await refuseClashes(tx, businessId, ownerId, decision.replacement);
  return found;
}

/**
 * Voids the agreement that the co-owner has not signed, at the vendor first, because a signature that is given there until then is valid.
 * Returns the agreement that the decision is about.
 */
export async function prepareDecision(
  app: AppContext,
  caller: Person,
  ownerId: string,
  decision: SignerDecision,
): Promise<string> {
  const { platformId, businessId } = caller;
  const tenant = { platformId, businessId };
  const refuse = () => inScope(app.pool, tenant, (tx) => refuseDecision(tx, businessId, ownerId, decision));
  const { agreement, offerId } = await refuse();
  if (decision.decision === "WAIT") return agreement.id;
  await followAgreement(app, tenant, offerId);
  // The vendor may have had a signature that no webhook told.
  await refuse();
  const out = await inScope(app.pool, tenant, (tx) => agreementsToVoid(tx, offerId));
  await voidSignings(app, tenant, out, "The owners who sign are changed.");
  return agreement.id;
}

/** Saves what the primary owner decided about a co-owner whose signature is missing. Returns the step of the application. */
export async function decideAboutSigner(
  tx: Tx,
  caller: Person,
  ownerId: string,
  decision: SignerDecision,
  agreementId: string,
  requestId: string,
): Promise<OfferStep> {
  const { platformId, businessId, userId } = caller;
  const tenant = { platformId, businessId };
  const { applicationId, offerId } = await lockSigner(tx, businessId, ownerId);
  const by = { actor: { kind: "USER", id: userId } as const, requestId };
  if (decision.decision === "WAIT") {
    await refuseDecision(tx, businessId, ownerId, decision);
    await beginReminders(tx, tenant, { kind: "CO_SIGNER", subjectId: ownerId, atOnce: true });
    await closeTask(tx, { kind: "CO_SIGNER_UNANSWERED", subjectId: ownerId });
  } else {
    await refuseUnlessVoided(tx, businessId, ownerId, agreementId);
    await reopenAgreement(tx, tenant, applicationId, by);
    if (decision.decision === "CORRECT_EMAIL")
      await correctSignerEmail(tx, { ...tenant, userId, requestId }, ownerId, decision.email);
    else await requestChange(tx, caller, { applicationId, ownerId }, decision);
  }
  await record(tx, {
    ...tenant,
    kind: "closing.co_signer_decided",
    action: "offers.decide-about-signer",
    body: { applicationId, offerId, ownerId, decision: decision.decision },
    object: { kind: "loan application", id: applicationId },
    after: decision,
    ...by,
  });
  const application = await lockApplication(tx, applicationId);
  if (!application) throw new Error("an application is not deleted");
  return application.offerStep;
}

/** Locks the application and the offer that a co-owner signs, so that no agreement is presented and none accepted meanwhile. */
async function lockSigner(tx: Tx, businessId: string, ownerId: string) {
  const { applicationId, offerId } = await readSigner(tx, businessId, ownerId);
  await lockApplication(tx, applicationId);
  await tx.selectFrom("offer").select("id").where("id", "=", offerId).forUpdate().executeTakeFirst();
  return { applicationId, offerId };
}

/** A signature that the vendor took before the agreement was voided counts, and another agreement may have been presented since. */
async function refuseUnlessVoided(tx: Tx, businessId: string, ownerId: string, agreementId: string): Promise<void> {
  const { agreement, signer } = await readSigner(tx, businessId, ownerId);
  if (signer.hasCompleted) throw new Refusal("CO_SIGNER_HAS_SIGNED");
  const isVoided = agreement.status === "VOIDED" || agreement.status === "DECLINED";
  if (agreement.id !== agreementId || !isVoided) throw new Refusal("BUSY");
}

type Change = Extract<SignerDecision, { decision: "REPLACE" | "REMOVE" }>;

/** The credit was decided with this person, so staff decide about the change. Until then no agreement is presented. */
async function requestChange(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  { applicationId, ownerId }: { applicationId: string; ownerId: string },
  decision: Change,
): Promise<void> {
  const decideBy = coSignerChangeDueAt(await businessNow(tx, businessId));
  await refuseDuplicate(
    tx
      .insertInto("co_signer_change")
      .values({
        platform_id: platformId,
        business_id: businessId,
        application_id: applicationId,
        owner_id: ownerId,
        change: decision.decision,
        remaining_basis_points: decision.decision === "REMOVE" ? Math.round(decision.ownershipPercentage * 100) : null,
        replacement: decision.decision === "REPLACE" ? JSON.stringify(decision.replacement) : null,
        status: coSignerChangeLifecycle.begin("REQUESTED"),
        requested_by: userId,
        decide_by: decideBy,
      })
      .execute(),
    { one_pending_co_signer_change: () => new Refusal("CO_SIGNER_CHANGE_PENDING") },
  );
  await openTask(tx, { kind: "CO_SIGNER_CHANGE", subjectId: ownerId, platformId, businessId, dueAt: decideBy });
}
