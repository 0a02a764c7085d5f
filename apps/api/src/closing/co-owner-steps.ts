import type { Answer } from "@inlay/contracts/call.ts";
import type { getCoOwnerOffersStep, openCoOwnerAgreement } from "@inlay/contracts/calls/offer-steps.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { CoOwnerClosingStep } from "@inlay/lending/offers/co-owner-closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { agreementSigners, followAgreement } from "../disclosures/public.ts";
import { signingLinkOf } from "../documents/public.ts";
import type { Person } from "../http/public.ts";
import type { SigningLink } from "../providers/e-sign/port.ts";
import type { IdentityCheck } from "../providers/identity/port.ts";
import { saveVendorState } from "./follow-inquiry.ts";
import { ownerOf, readOwnInquiry } from "./inquiry.ts";
import { type CoOwnerStanding, readCoOwnerClosing } from "./read-co-owner-closing.ts";
import { readIdentity, toRecipient } from "./read-step.ts";

/** Where the co-owner who calls stands. */
export async function coOwnerStanding(tx: Tx, caller: Person): Promise<CoOwnerStanding & { ownerId: string }> {
  const { id: ownerId } = await ownerOf(tx, caller);
  return { ...(await readCoOwnerClosing(tx, caller.businessId, ownerId)), ownerId };
}

/** What the current step of the co-owner who calls shows. */
export async function readCoOwnerStep(
  tx: Tx,
  caller: Person,
  step: OfferStep,
): Promise<Answer<typeof getCoOwnerOffersStep>> {
  const standing = await coOwnerStanding(tx, caller);
  if (standing.step === null || standing.step !== step) throw new Refusal("STEP_NOT_CURRENT");
  const { offerId } = standing;
  if (standing.step === "COLLECT_PERSONA") return { existingData: await readIdentity(tx, caller) };
  if (standing.step === "COLLECT_LEGAL_AGREEMENTS")
    return { existingData: { documents: [{ documentUrl: null, userHasSigned: false, offer: { id: offerId } }] } };
  const recipients = (await agreementSigners(tx, offerId)).map(toRecipient);
  return { existingData: { documentDetails: { recipients } } };
}

type CoOwnerEvent = { eventType: "PERSONA_COLLECTED" | "LEGAL_AGREEMENTS_COLLECTED" };
const stepOf: Record<CoOwnerEvent["eventType"], CoOwnerClosingStep> = {
  PERSONA_COLLECTED: "COLLECT_PERSONA",
  LEGAL_AGREEMENTS_COLLECTED: "COLLECT_LEGAL_AGREEMENTS",
};

/** Asks the vendor of the current step. A step that is not current needs nothing. */
export async function prepareCoOwnerStep(
  app: AppContext,
  caller: Person,
  { eventType }: CoOwnerEvent,
): Promise<IdentityCheck | null> {
  const standing = await inScope(app.pool, caller, (tx) => coOwnerStanding(tx, caller));
  if (standing.step === null || standing.step !== stepOf[eventType]) return null;
  if (standing.step === "COLLECT_PERSONA") return readOwnInquiry(app, caller);
  await followAgreement(app, caller, standing.offerId);
  return null;
}

/**
 * Saves what the vendor says about the co-owner's identity. Their signature was saved by the preparation. A step that is done is left as it
 * is, and any other step is refused.
 */
export async function completeCoOwnerStep(
  tx: Tx,
  caller: Person,
  { eventType }: CoOwnerEvent,
  check: IdentityCheck | null,
  requestId: string,
): Promise<void> {
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  if (check) await saveVendorState(tx, caller, check, by);
  const { step } = await coOwnerStanding(tx, caller);
  if (step === null) throw new Refusal("STEP_NOT_CURRENT");
  if (eventType === "PERSONA_COLLECTED" || step === "OFFER_ACCEPTED") return;
  throw new Refusal(step === "COLLECT_LEGAL_AGREEMENTS" ? "AGREEMENT_NOT_SIGNED" : "STEP_NOT_CURRENT");
}

/** The link where the co-owner who calls signs the agreement. */
export async function prepareCoOwnerAgreement(app: AppContext, caller: Person): Promise<SigningLink | null> {
  const { platformId, businessId } = caller;
  const standing = await inScope(app.pool, caller, (tx) => coOwnerStanding(tx, caller));
  if (standing.step !== "COLLECT_LEGAL_AGREEMENTS") throw new Refusal("STEP_NOT_CURRENT");
  const { agreement, ownerId } = standing;
  return signingLinkOf(app, { platformId, businessId, id: agreement.signingId }, ownerId);
}

export async function openAgreementOfCoOwner(
  tx: Tx,
  caller: Person,
  link: SigningLink | null,
): Promise<Answer<typeof openCoOwnerAgreement>> {
  const standing = await coOwnerStanding(tx, caller);
  if (standing.step !== "COLLECT_LEGAL_AGREEMENTS") throw new Refusal("STEP_NOT_CURRENT");
  return {
    status: standing.agreement.status,
    link: link && { url: link.url, expiresAt: link.expiresAt.toISOString() },
  };
}
