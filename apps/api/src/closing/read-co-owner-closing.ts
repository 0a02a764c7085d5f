import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type CoOwnerClosingStep, nextCoOwnerClosing } from "@inlay/lending/offers/co-owner-closing.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf, agreementSigners, type SignedAgreement } from "../disclosures/public.ts";
import { lastInquiry } from "./inquiry.ts";

/** Where a co-owner stands with the agreement that the primary owner has signed. Null: there is none for them to sign. */
export type CoOwnerStanding =
  | { step: CoOwnerClosingStep | "OFFER_ACCEPTED"; offerId: string; agreement: SignedAgreement }
  | { step: null };

/** A co-owner's part begins when the primary owner has signed, and exists while that agreement is in force. */
export async function readCoOwnerClosing(tx: Tx, businessId: string, ownerId: string): Promise<CoOwnerStanding> {
  const offers = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .select("o.id")
    .where("o.business_id", "=", businessId)
    .where("o.status", "in", ["SELECTED", "ACCEPTED"])
    .where("a.offer_step", "in", ["COLLECT_LEGAL_AGREEMENTS", "OFFER_ACCEPTED"])
    .orderBy("o.selected_at", "desc")
    .execute();
  for (const { id: offerId } of offers) {
    const agreement = await agreementOf(tx, offerId);
    const signer = (await agreementSigners(tx, offerId)).find(({ signerId }) => signerId === ownerId);
    if (!agreement || !signer) continue;
    const inquiry = await lastInquiry(tx, ownerId);
    const closing = { identityApprovedOn: inquiry?.approvedOn ?? null, hasSigned: signer.hasCompleted };
    return { step: nextCoOwnerClosing(closing, dateAt(await businessNow(tx, businessId))), offerId, agreement };
  }
  return { step: null };
}
