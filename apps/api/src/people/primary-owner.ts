import { Refusal } from "@inlay/contracts/errors.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

export type Claimant = {
  userId: string;
  role: BusinessRole;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  claimedAt: Date;
};

/** All users who claim to be the primary owner, in the order of their claims. */
export async function claimantsOf(tx: Tx, businessId: string): Promise<Claimant[]> {
  const rows = await tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select(["r.user_id", "r.role", "r.created_at", "u.first_name", "u.last_name", "u.email"])
    .where("r.business_id", "=", businessId)
    .where("r.role", "in", ["PRIMARY_OWNER", "PRIMARY_OWNER_CONFLICT"])
    .orderBy("r.created_at")
    .orderBy("r.user_id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    role: row.role as BusinessRole,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    claimedAt: row.created_at,
  }));
}

export const isContested = (claimants: readonly Claimant[]): boolean =>
  claimants.some(({ role }) => role === "PRIMARY_OWNER_CONFLICT");

type Settlement = {
  platformId: string;
  businessId: string;
  primaryOwnerId: string;
  action: string;
  actor: Actor;
  requestId: string;
};

/** Resolves a conflict: one claimant becomes the primary owner, and the others become operators. */
export async function settlePrimaryOwner(tx: Tx, settlement: Settlement): Promise<void> {
  const { platformId, businessId, primaryOwnerId, action, actor, requestId } = settlement;
  const claimants = await claimantsOf(tx, businessId);
  if (!isContested(claimants))
    throw new Refusal("WRONG_STATE", { context: { status: "SETTLED", allowedFrom: ["PRIMARY_OWNER_CONFLICT"] } });
  if (!claimants.some(({ userId }) => userId === primaryOwnerId))
    throw new Refusal("NOT_FOUND", { context: { object: "claimant" } });
  const others = claimants.filter(({ userId }) => userId !== primaryOwnerId).map(({ userId }) => userId);
  const row = (user_id: string, role: BusinessRole) => ({
    platform_id: platformId,
    business_id: businessId,
    user_id,
    role,
  });
  await tx
    .deleteFrom("user_role")
    .where("business_id", "=", businessId)
    .where("user_id", "in", [primaryOwnerId, ...others])
    .where("role", "in", ["PRIMARY_OWNER", "PRIMARY_OWNER_CONFLICT"])
    .execute();
  await tx
    .insertInto("user_role")
    .values([row(primaryOwnerId, "PRIMARY_OWNER"), ...others.map((userId) => row(userId, "OPERATOR"))])
    // A claimant may already be an operator.
    .onConflict((conflict) => conflict.columns(["user_id", "role"]).doNothing())
    .execute();
  const before = claimants.map(({ userId, role }) => ({ userId, role }));
  await record(tx, {
    platformId,
    businessId,
    kind: "user.conflict_resolved",
    body: { primaryOwnerId, operatorIds: others },
    action,
    object: { kind: "business", id: businessId },
    before,
    after: { primaryOwnerId, others },
    actor,
    requestId,
  });
}
