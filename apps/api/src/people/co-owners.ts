import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type CoOwner,
  type CoOwnerDetails,
  coOwnerClashes,
  coOwnerEmailTaken,
  mostCoOwners,
  ownershipOverWhole,
} from "@inlay/contracts/onboarding/co-owner.ts";
import { type OnboardingStep, onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";

/** The user who edits the list of owners, and the business that the list belongs to. */
export type Naming = { platformId: string; businessId: string; userId: string; requestId: string };
type KnownCoOwner = CoOwner & { ownershipPercentage: number | null };
type Details = CoOwnerDetails & { ownershipPercentage?: number | undefined };
type Row = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  ownership_basis_points: number | null;
  current_step: string | null;
};
const columns = [
  ...(["id", "first_name", "last_name", "email", "phone_number"] as const),
  ...(["ownership_basis_points", "current_step"] as const),
];

/** The co-owners of a business, in the order in which they were named. */
export async function listCoOwners(tx: Tx, businessId: string): Promise<KnownCoOwner[]> {
  const rows = await tx
    .selectFrom("business_owner")
    .select(columns)
    .where("business_id", "=", businessId)
    .where("is_primary", "=", false)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(coOwnerFrom);
}

export async function primaryOwnerOf(tx: Tx, businessId: string) {
  const row = await tx
    .selectFrom("business_owner")
    .select(["first_name", "last_name", "email"])
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return row ? { firstName: row.first_name, lastName: row.last_name, email: row.email } : null;
}

export async function nameCoOwner(tx: Tx, naming: Naming, details: Details): Promise<KnownCoOwner> {
  const { platformId, businessId } = naming;
  await refuseClashes(tx, businessId, details, await listCoOwners(tx, businessId));
  const row = await guarded(
    tx
      .insertInto("business_owner")
      .values({
        platform_id: platformId,
        business_id: businessId,
        is_primary: false,
        current_step: "START_FLOW",
        ...columnsOf(details),
      })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
  await recordEvent(tx, naming, "co_owner.named", row.id);
  return coOwnerFrom(row);
}

/** Updates the given fields and leaves the other fields unchanged. */
export async function correctCoOwner(
  tx: Tx,
  naming: Naming,
  id: string,
  changes: { [Field in keyof Details]?: Details[Field] | undefined },
): Promise<KnownCoOwner> {
  const before = await coOwnerThatHasNotBegun(tx, naming.businessId, id);
  const { ownershipPercentage, ...known } = { ...before, ...changes };
  const details = { ...known, ...(ownershipPercentage !== null && { ownershipPercentage }) } as Details;
  const others = (await listCoOwners(tx, naming.businessId)).filter((other) => other.id !== id);
  await refuseClashes(tx, naming.businessId, details, others);
  const row = await guarded(
    tx
      .updateTable("business_owner")
      .set(columnsOf(details))
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
  await recordEvent(tx, naming, "co_owner.corrected", id);
  return coOwnerFrom(row);
}

export async function removeCoOwner(tx: Tx, naming: Naming, id: string): Promise<void> {
  await coOwnerThatHasNotBegun(tx, naming.businessId, id);
  await tx.deleteFrom("business_owner").where("id", "=", id).execute();
  await recordEvent(tx, naming, "co_owner.removed", id);
}

/** Locks the row against concurrent changes. Once a co-owner has started onboarding, only they can change their details. */
async function coOwnerThatHasNotBegun(tx: Tx, businessId: string, id: string): Promise<KnownCoOwner> {
  const row = await tx
    .selectFrom("business_owner")
    .select(columns)
    .where("id", "=", id)
    .where("business_id", "=", businessId)
    .where("is_primary", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  if (row.current_step !== "START_FLOW") throw new Refusal("CO_OWNER_HAS_BEGUN");
  return coOwnerFrom(row);
}

async function refuseClashes(tx: Tx, businessId: string, details: Details, others: readonly CoOwner[]): Promise<void> {
  const [first, ...rest] = coOwnerClashes(details, await primaryOwnerOf(tx, businessId), others);
  if (first) throw wrong(first, ...rest);
}

/** The checks above may be outdated by a concurrent write. The database constraints decide, and each becomes a refusal. */
const guarded = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, {
    most_co_owners: full,
    one_co_owner_of_email: () => wrong({ field: "email", message: coOwnerEmailTaken }),
    shares_of_a_whole: () => wrong({ field: "ownershipPercentage", message: ownershipOverWhole }),
  });

const full = () => new Refusal("CO_OWNERS_FULL", { context: { n: mostCoOwners } });

const wrong = (...found: { field: string; message: string }[]) =>
  new Refusal("VALIDATION_FAILED", {
    fields: found.map(({ field, message }) => ({ pointer: `/${field}`, code: "NOT_ALLOWED", message })),
  });

const columnsOf = (details: Details) => ({
  first_name: details.firstName,
  last_name: details.lastName,
  email: details.email.toLowerCase(),
  phone_number: details.phoneNumber ?? null,
  ...(details.ownershipPercentage !== undefined && {
    ownership_basis_points: Math.round(details.ownershipPercentage * 100),
  }),
});

const coOwnerFrom = (row: Row): KnownCoOwner => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber: row.phone_number,
  currentStep: onboardingWireStep(row.current_step as OnboardingStep),
  ownershipPercentage: row.ownership_basis_points === null ? null : row.ownership_basis_points / 100,
});

type CoOwnerChange = "co_owner.named" | "co_owner.corrected" | "co_owner.removed";
const recordEvent = (
  tx: Tx,
  { platformId, businessId, userId, requestId }: Naming,
  kind: CoOwnerChange,
  ownerId: string,
) =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: { ownerId },
    action: "co-owners.manage",
    object: { kind: "owner", id: ownerId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
