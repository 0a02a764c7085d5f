import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** A person's user in one business. */
export type Membership = { id: string; businessId: string; businessName: string | null; roles: BusinessRole[] };

/**
 * All memberships of a person on a platform, in the order of their creation. The position is the user index. A person is identified by
 * their email address; a user without an address has one membership.
 */
export async function membershipsOf(
  tx: Tx,
  platformId: string,
  { id, email }: { id: string; email: string | null },
): Promise<Membership[]> {
  const rows = await tx
    .selectFrom("business_user as u")
    .innerJoin("business as b", "b.id", "u.business_id")
    .select(["u.id", "u.business_id", "b.name"])
    .select(
      sql<
        BusinessRole[]
      >`(select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = u.id)`.as(
        "roles",
      ),
    )
    .where("u.platform_id", "=", platformId)
    .where("u.deactivated_at", "is", null)
    .where((where) => where.or([where("u.id", "=", id), where("u.email", "=", email)]))
    .orderBy("u.created_at")
    .orderBy("u.id")
    .execute();
  return rows.map((row) => ({ id: row.id, businessId: row.business_id, businessName: row.name, roles: row.roles }));
}
