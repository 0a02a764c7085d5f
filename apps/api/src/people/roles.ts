import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessRole, claimableRoles } from "@inlay/lending/onboarding/roles.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

export type Claim = {
  platformId: string;
  businessId: string;
  userId: string;
  roles: readonly BusinessRole[];
  actor: Actor;
  requestId: string;
};

/** The roles that anybody holds in a business. */
export async function rolesOccupied(tx: Tx, businessId: string): Promise<BusinessRole[]> {
  const rows = await tx
    .selectFrom("user_role")
    .select("role")
    .distinct()
    .where("business_id", "=", businessId)
    .orderBy("role")
    .execute();
  return rows.map((row) => row.role as BusinessRole);
}

async function rolesHeld(tx: Tx, userId: string): Promise<BusinessRole[]> {
  const rows = await tx.selectFrom("user_role").select("role").where("user_id", "=", userId).orderBy("role").execute();
  return rows.map((row) => row.role as BusinessRole);
}

/**
 * A person says what they are to the business. Of several who say "primary owner" the first has it and the others are in conflict,
 * which is for people to settle. Saying the same again changes nothing; saying something else later is not possible here.
 */
export async function claimRoles(tx: Tx, claim: Claim): Promise<BusinessRole[]> {
  const { userId, roles } = claim;
  // Being a co-owner is the outcome of an invitation, and a conflict the outcome of a clash.
  if (!roles.every((role) => (claimableRoles as readonly string[]).includes(role))) throw new Refusal("NOT_ALLOWED");
  // One claim of a person at a time, so that asking twice at once is the same as asking twice.
  await tx.selectFrom("business_user").select("id").where("id", "=", userId).forUpdate().execute();
  const held = await rolesHeld(tx, userId);
  if (held.length > 0) {
    const same = roles.every(
      (role) => held.includes(role) || (role === "PRIMARY_OWNER" && held.includes("PRIMARY_OWNER_CONFLICT")),
    );
    if (!same) throw new Refusal("NOT_ALLOWED");
    return held;
  }
  for (const role of roles) {
    if (await insertRole(tx, claim, role)) await recordEvent(tx, claim, "user.role_claimed", role);
    else if (role === "PRIMARY_OWNER" && (await insertRole(tx, claim, "PRIMARY_OWNER_CONFLICT"))) {
      await recordEvent(tx, claim, "user.primary_owner_conflict", "PRIMARY_OWNER_CONFLICT");
    }
  }
  return rolesHeld(tx, userId);
}

/** False when somebody else has it already: the index on the table knows, also about those who are asking at this moment. */
async function insertRole(tx: Tx, { platformId, businessId, userId }: Claim, role: BusinessRole): Promise<boolean> {
  const taken = await tx
    .insertInto("user_role")
    .values({ platform_id: platformId, business_id: businessId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

const recordEvent = (
  tx: Tx,
  { platformId, businessId, userId, actor, requestId }: Claim,
  kind: string,
  role: BusinessRole,
) =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: { userId, role },
    action: "role.claim",
    after: { userId, role },

    object: { kind: "user", id: userId },
    actor,
    requestId,
  });
