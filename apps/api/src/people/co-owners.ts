import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type CoOwnerDetails,
  type CoOwnerDetailsV2,
  type CoOwnerV2,
  coOwnerClashes,
  coOwnerEmailTaken,
  coOwnerStart,
  mostCoOwners,
  ownershipOverWhole,
} from "@inlay/contracts/onboarding/co-owner.ts";
import type { Completion } from "@inlay/contracts/onboarding/steps.ts";
import { isMoreThanWhole } from "@inlay/lending/onboarding/ownership.ts";
import { type OnboardingStep, onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";

/** The user who edits the list of owners, and the business that the list belongs to. */
export type Naming = { platformId: string; businessId: string; userId: string; requestId: string };
type Details = CoOwnerDetails & { ownershipPercentage?: number | undefined };
type Row = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  ownership_basis_points: number | null;
  is_control_person: boolean;
  current_step: string | null;
};
const columns = [
  ...(["id", "first_name", "last_name", "email", "phone_number"] as const),
  ...(["ownership_basis_points", "is_control_person", "current_step"] as const),
];

/** The co-owners of a business, in the order in which they were named. */
export async function listCoOwners(tx: Tx, businessId: string): Promise<CoOwnerV2[]> {
  const rows = await tx
    .selectFrom("business_owner")
    .select(columns)
    .where("business_id", "=", businessId)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(coOwnerFrom);
}

export async function primaryOwnerOf(tx: Tx, businessId: string) {
  const row = await tx
    .selectFrom("business_owner")
    .select(["first_name", "last_name", "email", "ownership_basis_points"])
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const ownershipPercentage = percentageFrom(row.ownership_basis_points);
  return { firstName: row.first_name, lastName: row.last_name, email: row.email, ownershipPercentage };
}

export async function nameCoOwner(tx: Tx, naming: Naming, details: Details): Promise<CoOwnerV2> {
  const { platformId, businessId } = naming;
  await prepareNaming(tx, businessId, details, await listCoOwners(tx, businessId));
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

type Changes = { [Field in keyof Details]?: Details[Field] | undefined };

/** Updates the given fields of a co-owner who is not asked to sign, and leaves the other fields unchanged. */
export async function correctCoOwner(tx: Tx, naming: Naming, id: string, changes: Changes): Promise<CoOwnerV2> {
  await refuseSigner(tx, naming.businessId, id);
  return change(tx, naming, id, changes);
}

/** The address of a co-owner whose agreement was voided for it. */
export const correctSignerEmail = (tx: Tx, naming: Naming, id: string, email: string): Promise<CoOwnerV2> =>
  change(tx, naming, id, { email });

async function change(tx: Tx, naming: Naming, id: string, changes: Changes): Promise<CoOwnerV2> {
  const before = await coOwnerThatHasNotBegun(tx, naming.businessId, id);
  const { ownershipPercentage, isControlPerson: _, ...known } = { ...before, ...changes };
  const details = { ...known, ...(ownershipPercentage !== null && { ownershipPercentage }) } as Details;
  const others = (await listCoOwners(tx, naming.businessId)).filter((other) => other.id !== id);
  await prepareNaming(tx, naming.businessId, details, others);
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
  const { isControlPerson } = await coOwnerThatHasNotBegun(tx, naming.businessId, id);
  await refuseSigner(tx, naming.businessId, id);
  await tx.deleteFrom("business_owner").where("id", "=", id).execute();
  if (isControlPerson) await primaryOwnerRow(tx, naming.businessId).set({ is_control_person: true }).execute();
  await recordEvent(tx, naming, "co_owner.removed", id);
}

/**
 * Ends that a co-owner owns what must be named. Their row stays, because what they did refers to it: a trigger ends their access. Null
 * instead of the replacement: nobody takes their place.
 */
export async function releaseCoOwner(
  tx: Tx,
  naming: Naming,
  id: string,
  replacement: CoOwnerDetailsV2 | null,
): Promise<void> {
  const { businessId } = naming;
  const owner = (await listCoOwners(tx, businessId)).find((one) => one.id === id);
  if (!owner) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  await tx
    .updateTable("business_owner")
    .set({ removed_at: sql<Date>`app.business_now(business_id)`, is_control_person: false })
    .where("id", "=", id)
    .execute();
  if (owner.isControlPerson) await primaryOwnerRow(tx, businessId).set({ is_control_person: true }).execute();
  await recordEvent(tx, naming, "co_owner.removed", id);
  if (replacement) await nameCoOwner(tx, naming, replacement);
}

/** Refuses details that conflict with the owners other than one, before anything is changed for them. */
export async function refuseClashes(
  tx: Tx,
  businessId: string,
  id: string,
  details: CoOwnerDetails & { ownershipPercentage: number | null },
): Promise<void> {
  const primary = await primaryOwnerOf(tx, businessId);
  const others = (await listCoOwners(tx, businessId)).filter((other) => other.id !== id);
  const [first, ...rest] = coOwnerClashes(details, primary, others);
  if (first) throw wrong(first, ...rest);
  const owned = [details, ...(primary ? [primary] : []), ...others];
  if (isMoreThanWhole(owned.map(({ ownershipPercentage }) => ownershipPercentage)))
    throw wrong({ field: "ownershipPercentage", message: ownershipOverWhole });
}

type Ownership = Completion<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">;

/**
 * Saves what the primary owner owns and who is the control person. Each co-owner's percentage is saved when they are named; a co-owner who
 * has started without one can no longer be corrected and is left as they are.
 */
export async function saveOwnership(tx: Tx, businessId: string, ownership: Ownership): Promise<void> {
  const controlPersonId = ownership.controlPersonId ?? null;
  const owners = await listCoOwners(tx, businessId);
  if (owners.some((owner) => owner.ownershipPercentage === null && owner.currentStep === coOwnerStart))
    throw new Refusal("OWNERSHIP_PERCENTAGE_MISSING");
  await tx
    .updateTable("business_owner")
    .set({ is_control_person: false })
    .where("business_id", "=", businessId)
    .where("is_control_person", "=", true)
    .execute();
  await guarded(
    primaryOwnerRow(tx, businessId)
      .set({
        ownership_basis_points: basisPointsFrom(ownership.ownershipPercentage),
        is_control_person: controlPersonId === null,
      })
      .execute(),
  );
  if (controlPersonId === null) return;
  const chosen = await tx
    .updateTable("business_owner")
    .set({ is_control_person: true })
    .where("business_id", "=", businessId)
    .where("id", "=", controlPersonId)
    .executeTakeFirst();
  if (chosen.numUpdatedRows === 0n) throw wrong({ field: "controlPersonId", message: "Must select an option" });
}

/**
 * Refuses to change or delete a co-owner to whom the agreement of an open application was presented: they would sign for somebody else, or
 * nobody would confirm that their guaranty ends.
 */
async function refuseSigner(tx: Tx, businessId: string, id: string): Promise<void> {
  const signer = await tx
    .selectFrom("loan_application as a")
    .innerJoin("offer as o", "o.application_id", "a.id")
    .innerJoin("signing as s", "s.offer_id", "o.id")
    .innerJoin("signing_signer as p", "p.signing_id", "s.id")
    .select("s.id")
    .where("a.business_id", "=", businessId)
    .where("a.status", "in", ["WAITING_FOR_ACCEPTANCE", "CLOSE_LOAN"])
    .where("p.signer_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (signer) throw new Refusal("CO_OWNER_HAS_BEGUN");
}

const primaryOwnerRow = (tx: Tx, businessId: string) =>
  tx.updateTable("business_owner").where("business_id", "=", businessId).where("is_primary", "=", true);

/** Locks the row against concurrent changes. Once a co-owner has started onboarding, only they can change their details. */
async function coOwnerThatHasNotBegun(tx: Tx, businessId: string, id: string): Promise<CoOwnerV2> {
  const row = await tx
    .selectFrom("business_owner")
    .select(columns)
    .where("id", "=", id)
    .where("business_id", "=", businessId)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  if (row.current_step !== "START_FLOW") throw new Refusal("CO_OWNER_HAS_BEGUN");
  return coOwnerFrom(row);
}

/**
 * Refuses conflicts with the other owners. What the primary owner owns is stated last: if it no longer fits beside the co-owners, it is
 * unknown again, and the list of owners asks for it.
 */
async function prepareNaming(
  tx: Tx,
  businessId: string,
  details: Details,
  others: readonly CoOwnerV2[],
): Promise<void> {
  const primary = await primaryOwnerOf(tx, businessId);
  const [first, ...rest] = coOwnerClashes(details, primary, others);
  if (first) throw wrong(first, ...rest);
  const owned = [details, ...(primary ? [primary] : []), ...others];
  if (isMoreThanWhole(owned.map(({ ownershipPercentage }) => ownershipPercentage ?? null)))
    await primaryOwnerRow(tx, businessId).set({ ownership_basis_points: null }).execute();
}

/** The checks above may be outdated by a concurrent write. The database constraints decide, and each becomes a refusal. */
const guarded = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, {
    most_co_owners: full,
    one_co_owner_of_email: emailTaken,
    one_owner_of_email: emailTaken,
    shares_of_a_whole: () => wrong({ field: "ownershipPercentage", message: ownershipOverWhole }),
  });

const emailTaken = () => wrong({ field: "email", message: coOwnerEmailTaken });
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
    ownership_basis_points: basisPointsFrom(details.ownershipPercentage),
  }),
});

const coOwnerFrom = (row: Row): CoOwnerV2 => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber: row.phone_number,
  currentStep: onboardingWireStep(row.current_step as OnboardingStep),
  ownershipPercentage: percentageFrom(row.ownership_basis_points),
  isControlPerson: row.is_control_person,
});

const basisPointsFrom = (percentage: number): number => Math.round(percentage * 100);
const percentageFrom = (basisPoints: number | null): number | null => (basisPoints === null ? null : basisPoints / 100);

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
