import type { Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type { PartnerBusiness, PartnerBusinessCreate } from "@inlay/contracts/partner/business.ts";
import type { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import type { PlatformKey } from "../http/public.ts";
import { progressOf } from "../onboarding/public.ts";
import { insertBusiness } from "../people/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { statusOf } from "./business-status.ts";
import { type Cursors, inOrderOf, pageOf } from "./page.ts";

/** Fetches the encryption keys for a new business before its transaction begins. */
export async function readyForBusiness({ vault }: AppContext, platformId: string, body: PartnerBusinessCreate) {
  const businessId = uuidv7();
  if (!body.ein) return { businessId, ein: null };
  const key: DataKey = await vault.newKey({ platformId, businessId });
  return { businessId, ein: { key, value: body.ein, fingerprint: await vault.fingerprint(body.ein.reveal(), "EIN") } };
}

export async function createBusiness(
  tx: Tx,
  { vault, config }: AppContext,
  caller: PlatformKey,
  body: PartnerBusinessCreate,
  { businessId, ein }: Awaited<ReturnType<typeof readyForBusiness>>,
  requestId: string,
): Promise<PartnerBusiness> {
  const { platformId } = caller;
  const theme = body.themeName ? await themeNamed(tx, body.themeName) : null;
  const existing = await findByPlatformId(tx, platformId, body.platformBusinessId);
  if (existing)
    throw new Refusal("ALREADY_EXISTS", { context: { object: "business", objectId: publicId("business", existing) } });
  await refuseDuplicate(
    insertBusiness(tx, {
      id: businessId,
      platform_id: platformId,
      platform_business_id: body.platformBusinessId,
      name: body.name ?? null,
      phone_number: body.phoneNumber ?? null,
      website: body.website ?? null,
      address: addressColumn(body.address),
      is_sole_proprietorship: body.isSoleProprietorship ?? null,
      custom_initialization_id: theme,
      metadata: JSON.stringify(body.metadata ?? {}),
      is_test: !config.isProduction,
    }),
    {
      business_name_taken: () => new Refusal("BUSINESS_NAME_ALREADY_EXISTS"),
      business_platform_id_platform_business_id_key: () => new Refusal("BUSY"),
    },
  );
  if (ein) {
    await vault.store(tx, ein.key);
    await vault.save(tx, ein.key, {
      ownerId: businessId,
      field: "EIN",
      value: ein.value,
      fingerprint: ein.fingerprint,
    });
  }
  await record(tx, {
    platformId,
    businessId,
    kind: "business.created",
    body: { source: "PARTNER_API" },
    action: "partner.business.create",

    object: { kind: "business", id: businessId },
    actor: { kind: "PLATFORM_KEY", id: caller.keyId },
    requestId,
  });
  return readBusiness(tx, config, platformId, businessId);
}

/** An address as it is stored: every part is present, and a missing part is null. */
export const addressColumn = (address: PartnerBusinessCreate["address"]): string | null =>
  address ? JSON.stringify({ addressLineTwo: null, ...address }) : null;

export async function themeNamed(tx: Tx, name: string): Promise<string> {
  const theme = await tx.selectFrom("style_configuration").select("id").where("name", "=", name).executeTakeFirst();
  if (!theme) throw new Refusal("CUSTOM_INITIALIZATION_NOT_FOUND", { context: { name } });
  return theme.id;
}

const findByPlatformId = async (tx: Tx, platformId: string, platformBusinessId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom("business")
      .select("id")
      .where("platform_id", "=", platformId)
      .where("platform_business_id", "=", platformBusinessId)
      .executeTakeFirst()
  )?.id ?? null;

/** Resolves our id or the partner's own. Another tenant's business and an unknown one get the same refusal. */
export async function resolveBusiness(tx: Tx, platformId: string, reference: string): Promise<string> {
  const named = readReference("business", reference);
  const id = named && ("uuid" in named ? named.uuid : await findByPlatformId(tx, platformId, named.platformId));
  const found = id && (await tx.selectFrom("business").select("id").where("id", "=", id).executeTakeFirst());
  if (!found) throw new Refusal("BUSINESS_NOT_FOUND", { context: { object: "business" } });
  return found.id;
}

export async function readBusiness(
  tx: Tx,
  config: AppContext["config"],
  platformId: string,
  id: string,
): Promise<PartnerBusiness> {
  const [business] = await readBusinesses(tx, config, platformId, [id]);
  if (!business) throw new Refusal("BUSINESS_NOT_FOUND", { context: { object: "business" } });
  return business;
}

export async function listBusinesses(
  tx: Tx,
  config: AppContext["config"],
  cursors: Cursors,
  platformId: string,
  query: Parsed<typeof partnerCalls.listBusinesses, "query">,
) {
  let found = tx
    .selectFrom("business")
    .select(["id", "created_at", "updated_at"])
    .where("platform_id", "=", platformId);
  if (query.businessId) found = found.where("id", "in", await resolveBusinesses(tx, platformId, query.businessId));
  if (query.platformBusinessId) found = found.where("platform_business_id", "in", query.platformBusinessId);
  return pageOf(tx, cursors, "business", query, found, (ids) => readBusinesses(tx, config, platformId, ids));
}

export async function resolveBusinesses(tx: Tx, platformId: string, references: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push(await resolveBusiness(tx, platformId, reference));
  return ids;
}

async function readBusinesses(
  tx: Tx,
  config: AppContext["config"],
  platformId: string,
  ids: string[],
): Promise<PartnerBusiness[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("business as b")
    .leftJoin("style_configuration as s", "s.id", "b.custom_initialization_id")
    .leftJoin("secret as e", (join) => join.onRef("e.owner_id", "=", "b.id").on("e.field", "=", "EIN"))
    .leftJoin("business_clock as c", "c.business_id", "b.id")
    .selectAll("b")
    .select(["s.name as theme_name", "e.last4 as ein_last4", "c.now_at as clock_now"])
    .select(
      sql<boolean>`exists (select from app.user_role r where r.business_id = b.id and r.role = 'PRIMARY_OWNER')`.as(
        "has_primary_owner",
      ),
    )
    .where("b.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const progress = await progressOf(tx, await settingsOf(tx, platformId), ids);
  return inOrderOf(ids, rows).flatMap((row) => {
    const at = progress.get(row.id);
    if (!at) return [];
    return [
      {
        object: "business" as const,
        id: publicId("business", row.id),
        livemode: config.isProduction,
        version: row.version,

        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),

        platformBusinessId: row.platform_business_id ?? row.id,
        name: row.name,
        address: row.address as PartnerBusiness["address"],

        phoneNumber: row.phone_number,
        website: row.website,
        einLast4: row.ein_last4,
        isSoleProprietorship: row.is_sole_proprietorship,

        themeName: row.theme_name,
        status: statusOf(at, row.has_primary_owner, row.created_at),
        selectedProducts: at.selectedProducts,
        delegation: { draws: nothing, invoices: nothing, payoffs: nothing, payments: nothing, offers: nothing },
        clock: config.isProduction
          ? null
          : { now: (row.clock_now ?? new Date()).toISOString(), frozen: row.clock_now !== null },
        absorbedIntoBusinessId: null,
        metadata: row.metadata as PartnerBusiness["metadata"],
      },
    ];
  });
}

const nothing = { granted: false, grantedAt: null, byUserId: null };
