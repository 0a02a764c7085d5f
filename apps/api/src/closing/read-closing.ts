import type { Closing } from "@inlay/lending/offers/closing.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf } from "../disclosures/public.ts";
import { loadTax } from "../onboarding/public.ts";
import { readStepUpMethods } from "../people/public.ts";
import type { ClosedOffer } from "./closing-step.ts";
import { lastInquiry } from "./inquiry.ts";
import { confirmedAccount } from "./select-primary-bank-account.ts";

/** What of the closing of a chosen offer is done. */
export async function readClosing(tx: Tx, businessId: string, of: ClosedOffer): Promise<Closing> {
  const tax = await loadTax(tx, businessId);
  const owner = await tx
    .selectFrom("business_owner")
    .select(["id", "user_id"])
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  const methods = owner?.user_id ? await readStepUpMethods(tx, owner.user_id) : null;
  const inquiry = owner && (await lastInquiry(tx, owner.id));
  const hasNumber = tax.entityType === "CORPORATE_TAX" ? tax.tinLast4 !== null : tax.hasPrimaryOwnerSsn;
  return {
    hasTaxId: tax.entityType !== null && hasNumber,
    hasVerifiedPersonalPhone: !!methods?.phoneOnFile && methods.phoneOnFile === methods.verifiedPhone,
    identityApprovedOn: inquiry?.approvedOn ?? null,
    hasConfirmedPrimaryBankAccount: (await confirmedAccount(tx, of.applicationId)) !== null,
    hasSignedAgreements: (await agreementOf(tx, of.offerId)) !== null,
  };
}

/** The offer that the owner of an application chose, also if it is accepted since. */
export async function chosenOfferOf(tx: Tx, applicationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("offer")
    .select("id")
    .where("application_id", "=", applicationId)
    .where("status", "in", ["SELECTED", "ACCEPTED"])
    .executeTakeFirst();
  return row?.id ?? null;
}
