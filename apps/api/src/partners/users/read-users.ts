import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type { PartnerUser } from "@inlay/contracts/partner/users/user.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { sql } from "kysely";
import { resolveBusinesses } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export const findByPlatformId = async (
  { tx, caller: { platformId } }: PartnerScope,
  platformUserId: string,
): Promise<string | null> =>
  (
    await tx
      .selectFrom("business_user")
      .select("id")
      .where("platform_id", "=", platformId)
      .where("platform_user_id", "=", platformUserId)
      .executeTakeFirst()
  )?.id ?? null;

/** Resolves our id or the partner's own. Another tenant's user and an unknown one get the same refusal. */
export async function resolveUser(scope: PartnerScope, reference: string): Promise<string> {
  const named = readReference("user", reference);
  const id = named && ("uuid" in named ? named.uuid : await findByPlatformId(scope, named.platformId));
  const found = id && (await scope.tx.selectFrom("business_user").select("id").where("id", "=", id).executeTakeFirst());
  if (!found) throw new Refusal("USER_NOT_FOUND", { context: { object: "user" } });
  return found.id;
}

export async function getUser(request: PartnerRequest<"getUser">): Promise<PartnerUser> {
  return readUser(request, await resolveUser(request, request.params.userId));
}

export async function readUser(scope: PartnerScope, id: string): Promise<PartnerUser> {
  const [user] = await readUsers(scope, [id]);
  if (!user) throw new Refusal("USER_NOT_FOUND", { context: { object: "user" } });
  return user;
}

export async function listUsers(request: PartnerRequest<"listUsers">) {
  const { tx, caller, query } = request;
  let found = tx
    .selectFrom("business_user as u")
    .select(["u.id", "u.created_at", "u.updated_at"])
    .where("u.platform_id", "=", caller.platformId);
  if (query.businessId) found = found.where("u.business_id", "in", await resolveBusinesses(request, query.businessId));
  if (query.platformUserId) found = found.where("u.platform_user_id", "in", query.platformUserId);
  if (query.role)
    found = found.where(
      sql<boolean>`exists (select from app.user_role r where r.user_id = u.id and r.role = any(${query.role}))`,
    );
  return pageOf(request, "user", found, (ids) => readUsers(request, ids));
}

async function readUsers({ tx, app }: PartnerScope, ids: string[]): Promise<PartnerUser[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("business_user as u")
    .innerJoin("business as b", "b.id", "u.business_id")
    .selectAll("u")
    .select("b.platform_business_id")
    .select(
      sql<
        BusinessRole[]
      >`(select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = u.id)`.as(
        "roles",
      ),
    )
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "user" as const,
    id: publicId("user", row.id),
    livemode: app.config.isProduction,
    version: row.version,

    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    platformUserId: row.platform_user_id ?? row.id,

    businessId: publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id,

    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,

    address: row.address as PartnerUser["address"],
    roles: row.roles,
    status: row.deactivated_at
      ? ("DEACTIVATED" as const)
      : row.last_seen_at
        ? ("ACTIVE" as const)
        : ("INVITED" as const),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    metadata: row.metadata as PartnerUser["metadata"],
  }));
}
