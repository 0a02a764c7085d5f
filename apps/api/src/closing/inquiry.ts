import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type InquiryStatus, isInquiryDecided } from "@inlay/lending/identity/inquiry.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { IdentityCheck } from "../providers/identity/port.ts";

export type Tenant = { platformId: string; businessId: string };

/** An owner who verifies their identity and signs. */
export type SigningOwner = {
  id: string;
  isPrimary: boolean;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
};

/** The owner who calls. */
export async function ownerOf(tx: Tx, { businessId, userId }: { businessId: string; userId: string }) {
  const row = await tx
    .selectFrom("business_owner")
    .select(["id", "is_primary", "first_name", "last_name", "email", "phone_number"])
    .where("business_id", "=", businessId)
    .where("user_id", "=", userId)
    .orderBy("is_primary", "desc")
    .limit(1)
    .executeTakeFirst();
  // Whoever is not named as an owner has no step.
  if (!row) throw new Refusal("STEP_NOT_CURRENT");
  const owner: SigningOwner = {
    id: row.id,
    isPrimary: row.is_primary,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
  };
  return owner;
}

export type Inquiry = {
  id: string;
  vendorInquiryId: string;
  attempt: number;
  status: InquiryStatus;
  approvedOn: BusinessDate | null;
  isRetryAllowed: boolean;
};

/** The last identity verification of an owner; null if there was none. */
export async function lastInquiry(tx: Tx, ownerId: string): Promise<Inquiry | null> {
  const row = await tx
    .selectFrom("identity_inquiry")
    .select(["id", "vendor_inquiry_id", "attempt", "status", "approved_at", "retry_allowed_at"])
    .where("owner_id", "=", ownerId)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    vendorInquiryId: row.vendor_inquiry_id,
    attempt: row.attempt,
    status: row.status as InquiryStatus,
    approvedOn: row.approved_at && dateAt(row.approved_at),
    isRetryAllowed: row.retry_allowed_at !== null,
  };
}

/** What the vendor says now about the caller's inquiry. Null: it is decided. Refused if the caller has not started one. */
export async function readOwnInquiry(
  app: AppContext,
  caller: Tenant & { userId: string },
): Promise<IdentityCheck | null> {
  const inquiry = await inScope(app.pool, caller, async (tx) => lastInquiry(tx, (await ownerOf(tx, caller)).id));
  if (!inquiry) throw new Refusal("IDENTITY_NOT_STARTED");
  return isInquiryDecided(inquiry.status) ? null : app.identity.read(inquiry.vendorInquiryId);
}
