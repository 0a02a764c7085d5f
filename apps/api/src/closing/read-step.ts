import type { Answer } from "@inlay/contracts/call.ts";
import type { getOffersStep } from "@inlay/contracts/calls/offer-steps.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { isResumable } from "@inlay/lending/identity/inquiry.ts";
import type { ClosingStep } from "@inlay/lending/offers/closing.ts";
import { offerEndsAt } from "@inlay/lending/offers/offer-expiry.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf, agreementSigners, lettersAwaitedUntil } from "../disclosures/public.ts";
import type { SigningRecipient } from "../documents/public.ts";
import type { Person } from "../http/public.ts";
import { loadTax } from "../onboarding/public.ts";
import { readPersonalPhone } from "../people/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { fundsExpectedOn } from "../products/public.ts";
import { signersToDecide } from "./decide-about-signer.ts";
import { lastInquiry, ownerOf } from "./inquiry.ts";
import { accountsToChoose } from "./select-primary-bank-account.ts";

type StepData = Answer<typeof getOffersStep>["existingData"];

const readers: {
  [Step in ClosingStep | "OFFER_ACCEPTED"]: (tx: Tx, caller: Person, offerId: string) => Promise<StepData>;
} = {
  COLLECT_TAX_ID: async (tx, { businessId }) => ({ tax: await loadTax(tx, businessId) }),
  COLLECT_PERSONAL_PHONE_NUMBER: async (tx, { userId }) => ({ personalPhone: await readPersonalPhone(tx, userId) }),
  COLLECT_PERSONA: readIdentity,
  SELECT_PRIMARY_BANK_ACCOUNT: async (tx, { platformId, businessId }) => ({
    accountsV2: await accountsToChoose(tx, businessId),
    platformDisbursementAccountExpected: (await settingsOf(tx, platformId)).platformDisbursementAccountExpected,
  }),
  // The link of a document is opened by its own call, which asks for a step-up.
  COLLECT_LEGAL_AGREEMENTS: async (tx, { businessId }, offerId) => ({
    documents: [
      { documentUrl: null, userHasSigned: (await agreementOf(tx, offerId)) !== null, offer: { id: offerId } },
    ],
    payoffLetters: await readAwaitedLetters(tx, businessId, offerId),
    signerChange: await readSignerChange(tx, businessId),
    signersToDecide: await signersToDecide(tx, businessId, offerId),
  }),
  OFFER_ACCEPTED: async (tx, { businessId }, offerId) => ({
    fundsExpectedOn: await fundsExpectedOn(tx, businessId),
    documentDetails: { recipients: (await agreementSigners(tx, offerId)).map(toRecipient) },
    signersToDecide: await signersToDecide(tx, businessId, offerId),
    signaturesUntil: await readLastDay(tx, offerId),
  }),
};

/** What a closing step shows beside the chosen offer. */
export const readClosingStep = (
  tx: Tx,
  caller: Person,
  step: ClosingStep | "OFFER_ACCEPTED",
  offerId: string,
): Promise<StepData> => readers[step](tx, caller, offerId);

async function readAwaitedLetters(tx: Tx, businessId: string, offerId: string): Promise<StepData["payoffLetters"]> {
  const dueAt = await lettersAwaitedUntil(tx, offerId);
  return dueAt && { dueOn: dateAt(dueAt), isOverdue: dueAt < (await businessNow(tx, businessId)) };
}

/** Until when staff decide about a change of who signs. Of several the last. */
async function readSignerChange(tx: Tx, businessId: string): Promise<StepData["signerChange"]> {
  const change = await tx
    .selectFrom("co_signer_change")
    .select("decide_by")
    .where("business_id", "=", businessId)
    .where("status", "=", "PENDING")
    .orderBy("decide_by", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!change) return null;
  return { dueOn: dateAt(change.decide_by), isOverdue: change.decide_by < (await businessNow(tx, businessId)) };
}

/** The last day on which the offer is open for the signatures that are missing. */
async function readLastDay(tx: Tx, offerId: string): Promise<StepData["signaturesUntil"]> {
  const agreement = await agreementOf(tx, offerId);
  if (!agreement || agreement.isComplete) return null;
  const offer = await tx.selectFrom("offer").select("expires_at").where("id", "=", offerId).executeTakeFirstOrThrow();
  return dateAt(offerEndsAt({ expiredAt: offer.expires_at, primaryOwnerSignedAt: agreement.signedAt }));
}

/** The caller's own identity verification. */
export async function readIdentity(tx: Tx, caller: Person): Promise<StepData> {
  const inquiry = await lastInquiry(tx, (await ownerOf(tx, caller)).id);
  return {
    identity: {
      businessId: caller.businessId,
      inquiryId: inquiry?.vendorInquiryId ?? null,
      isResumable: inquiry ? isResumable(inquiry.status) || inquiry.isRetryAllowed : true,
      status: inquiry?.status ?? null,
    },
  };
}

/** A signer as the other signers see them. */
export const toRecipient = ({ firstName, lastName, email, hasCompleted }: SigningRecipient) => ({
  firstName,
  lastName,
  email,
  hasCompleted,
});
