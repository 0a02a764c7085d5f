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

/** The roles that are held by any user of the business. */
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
 * Records the roles that a person claims in the business. The first claim of "primary owner" gets the role; later claims become a
 * conflict that staff resolve. A repeated claim changes nothing. A person cannot change their claim later.
 */
export async function claimRoles(tx: Tx, claim: Claim): Promise<BusinessRole[]> {
  const { userId, roles } = claim;
  // The co-owner role comes from an invitation, and the conflict role from a second claim; neither can be claimed.
  if (!roles.every((role) => (claimableRoles as readonly string[]).includes(role))) throw new Refusal("NOT_ALLOWED");
  // The row lock serializes the claims of a person, so concurrent claims behave like consecutive ones.
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
      await recordEvent(tx, claim, "user.conflict_raised", "PRIMARY_OWNER_CONFLICT");
    }
  }
  return rolesHeld(tx, userId);
}

/** False if another user holds the role. The unique index decides, also between concurrent claims. */
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
  kind: "user.role_claimed" | "user.conflict_raised",
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
