import type { Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { type Metadata, mergeMetadata } from "@inlay/contracts/partner/metadata.ts";
import type { PartnerUser, PartnerUserCreate, PartnerUserPatch } from "@inlay/contracts/partner/user.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import { type PlatformKey, refuseOtherVersion } from "../http/public.ts";
import { holdOnboarding } from "../onboarding/public.ts";
import { claimRoles, insertUser, rolesOccupied, updateUser } from "../people/public.ts";
import { addressColumn, resolveBusiness, resolveBusinesses } from "./businesses.ts";
import { changesIn } from "./changes.ts";
import { type Cursors, inOrderOf, pageOf } from "./page.ts";

export async function createUser(
  tx: Tx,
  { config }: AppContext,
  caller: PlatformKey,
  body: PartnerUserCreate,
  requestId: string,
): Promise<PartnerUser> {
  const { platformId } = caller;
  const businessId = await resolveBusiness(tx, platformId, body.businessId ?? `platform:${body.platformBusinessId}`);
  const existing = await findByPlatformId(tx, platformId, body.platformUserId);
  if (existing)
    throw new Refusal("ALREADY_EXISTS", { context: { object: "user", objectId: publicId("user", existing) } });
  const roles = body.roles ?? [];
  if (roles.includes("PRIMARY_OWNER") && (await rolesOccupied(tx, businessId)).includes("PRIMARY_OWNER")) {
    throw new Refusal("PRIMARY_OWNER_TAKEN");
  }
  const userId = uuidv7();
  await refuseDuplicate(
    insertUser(tx, {
      id: userId,
      platform_id: platformId,
      business_id: businessId,
      platform_user_id: body.platformUserId,
      email: body.email?.toLowerCase() ?? null,
      first_name: body.firstName ?? null,
      last_name: body.lastName ?? null,
      phone_number: body.phoneNumber ?? null,
      address: addressColumn(body.address),
      metadata: JSON.stringify(body.metadata ?? {}),
    }),
    {
      user_email_taken: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
      business_user_platform_id_platform_user_id_key: () => new Refusal("BUSY"),
    },
  );
  const actor = { kind: "PLATFORM_KEY", id: caller.keyId } as const;
  await record(tx, {
    platformId,
    businessId,
    kind: "user.created",
    body: { userId },
    action: "partner.user.create",

    object: { kind: "user", id: userId },
    actor,
    requestId,
  });
  if (roles.length > 0) {
    const held = await claimRoles(tx, { platformId, businessId, userId, roles, actor, requestId });
    // Another user claimed ownership after the check above, so the whole write is refused.
    if (held.includes("PRIMARY_OWNER_CONFLICT")) throw new Refusal("PRIMARY_OWNER_TAKEN");
  }
  return readUser(tx, config, userId);
}

/** Updates a user with the platform's data. A field is locked once the person has confirmed it. */
export async function patchUser(
  tx: Tx,
  { config }: AppContext,
  { platformId, keyId }: PlatformKey,
  reference: string,
  body: PartnerUserPatch,
  ifMatch: number | null,
  requestId: string,
): Promise<PartnerUser> {
  const id = await resolveUser(tx, platformId, reference);
  const tenant = await tx
    .selectFrom("business_user")
    .select("business_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const businessId = tenant.business_id;
  await holdOnboarding({ tx, caller: { platformId, businessId } });
  const before = await tx
    .selectFrom("business_user")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const given = {
    ...(body.email !== undefined && { email: body.email?.toLowerCase() ?? null }),
    ...(body.firstName !== undefined && { first_name: body.firstName }),
    ...(body.lastName !== undefined && { last_name: body.lastName }),
    ...(body.phoneNumber !== undefined && { phone_number: body.phoneNumber }),
    ...(body.address !== undefined && { address: addressColumn(body.address ?? undefined) }),
    ...(body.metadata !== undefined && {
      metadata: JSON.stringify(mergeMetadata(before.metadata as Metadata, body.metadata)),
    }),
  };
  const changed = changesIn(before, given, {
    email: "email",
    firstName: "first_name",
    lastName: "last_name",
    phoneNumber: "phone_number",

    address: "address",
    metadata: "metadata",
  });
  await refuseConfirmedFields(tx, before, changed);
  refuseOtherVersion(ifMatch, before.version);
  if (changed.length === 0) return readUser(tx, config, id);
  await refuseDuplicate(updateUser(tx, id, given), {
    user_email_taken: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
  });
  await record(tx, {
    platformId,
    businessId,
    kind: "user.updated",
    body: { userId: id, changed },
    action: "partner.user.change",

    object: { kind: "user", id },
    before: { version: before.version },
    after: { changed },

    actor: { kind: "PLATFORM_KEY", id: keyId },
    requestId,
  });
  return readUser(tx, config, id);
}

/** The email address is locked after the first sign-in, and the personal details once the person has confirmed them as an owner. */
async function refuseConfirmedFields(
  tx: Tx,
  { id, last_seen_at: seenAt }: { id: string; last_seen_at: Date | null },
  changed: string[],
): Promise<void> {
  const own = await tx.selectFrom("business_owner").select("id").where("user_id", "=", id).executeTakeFirst();
  const theirs = changed.filter((field) => (field === "email" ? seenAt !== null : own && field !== "metadata"));
  if (theirs.length > 0)
    throw new Refusal("WRONG_STATE", {
      context: { status: "CONFIRMED_BY_PERSON", allowedFrom: ["NOT_CONFIRMED"], fields: theirs },
    });
}

const findByPlatformId = async (tx: Tx, platformId: string, platformUserId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom("business_user")
      .select("id")
      .where("platform_id", "=", platformId)
      .where("platform_user_id", "=", platformUserId)
      .executeTakeFirst()
  )?.id ?? null;

/** Resolves our id or the partner's own. Another tenant's user and an unknown one get the same refusal. */
export async function resolveUser(tx: Tx, platformId: string, reference: string): Promise<string> {
  const named = readReference("user", reference);
  const id = named && ("uuid" in named ? named.uuid : await findByPlatformId(tx, platformId, named.platformId));
  const found = id && (await tx.selectFrom("business_user").select("id").where("id", "=", id).executeTakeFirst());
  if (!found) throw new Refusal("USER_NOT_FOUND", { context: { object: "user" } });
  return found.id;
}

export async function readUser(tx: Tx, config: AppContext["config"], id: string): Promise<PartnerUser> {
  const [user] = await readUsers(tx, config, [id]);
  if (!user) throw new Refusal("USER_NOT_FOUND", { context: { object: "user" } });
  return user;
}

export async function listUsers(
  tx: Tx,
  config: AppContext["config"],
  cursors: Cursors,
  platformId: string,
  query: Parsed<typeof partnerCalls.listUsers, "query">,
) {
  let found = tx
    .selectFrom("business_user as u")
    .select(["u.id", "u.created_at", "u.updated_at"])
    .where("u.platform_id", "=", platformId);
  if (query.businessId)
    found = found.where("u.business_id", "in", await resolveBusinesses(tx, platformId, query.businessId));
  if (query.platformUserId) found = found.where("u.platform_user_id", "in", query.platformUserId);
  if (query.role)
    found = found.where(
      sql<boolean>`exists (select from app.user_role r where r.user_id = u.id and r.role = any(${query.role}))`,
    );
  return pageOf(tx, cursors, "user", query, found, (ids) => readUsers(tx, config, ids));
}

async function readUsers(tx: Tx, config: AppContext["config"], ids: string[]): Promise<PartnerUser[]> {
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
    livemode: config.isProduction,
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
