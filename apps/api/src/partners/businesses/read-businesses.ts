import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type { BusinessStatus, PartnerBusiness } from "@inlay/contracts/partner/businesses/business.ts";
import { sql } from "kysely";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";
import { statusesOf } from "./business-status.ts";

export const findByPlatformId = async (
  { tx, caller: { platformId } }: PartnerScope,
  platformBusinessId: string,
): Promise<string | null> =>
  (
    await tx
      .selectFrom("business")
      .select("id")
      .where("platform_id", "=", platformId)
      .where("platform_business_id", "=", platformBusinessId)
      .executeTakeFirst()
  )?.id ?? null;

/** Resolves our id or the partner's own. Another tenant's business and an unknown one get the same refusal. */
export async function resolveBusiness(scope: PartnerScope, reference: string): Promise<string> {
  const named = readReference("business", reference);
  const find = async (uuid: string) =>
    (await scope.tx.selectFrom("business").select("id").where("id", "=", uuid).executeTakeFirst())?.id ?? null;
  const id = named && ("uuid" in named ? await find(named.uuid) : await findByPlatformId(scope, named.platformId));
  if (!id) throw new Refusal("BUSINESS_NOT_FOUND", { context: { object: "business" } });
  return id;
}

export async function getBusiness(request: PartnerRequest<"getBusiness">): Promise<PartnerBusiness> {
  return readBusiness(request, await resolveBusiness(request, request.params.businessId));
}

/** The version of the business is the ETag. */
export async function getBusinessStatus(request: PartnerRequest<"getBusinessStatus">): Promise<BusinessStatus> {
  const { status, version } = await readBusiness(request, await resolveBusiness(request, request.params.businessId));
  return Object.assign(status, { version });
}

export async function readBusiness(scope: PartnerScope, id: string): Promise<PartnerBusiness> {
  const [business] = await readBusinesses(scope, [id]);
  if (!business) throw new Refusal("BUSINESS_NOT_FOUND", { context: { object: "business" } });
  return business;
}

export async function listBusinesses(request: PartnerRequest<"listBusinesses">) {
  const { tx, caller, query } = request;
  let found = tx
    .selectFrom("business as b")
    .leftJoin("stream as s", "s.id", "b.id")
    .select(["b.id", "b.created_at"])
    .select(sql<Date>`greatest(b.updated_at, s.status_changed_at)`.as("updated_at"))
    .where("b.platform_id", "=", caller.platformId);
  if (query.businessId) found = found.where("b.id", "in", await resolveBusinesses(request, query.businessId));
  if (query.platformBusinessId) found = found.where("b.platform_business_id", "in", query.platformBusinessId);
  return pageOf(request, "business", found, (ids) => readBusinesses(request, ids));
}

export async function resolveBusinesses(scope: PartnerScope, references: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push(await resolveBusiness(scope, reference));
  return ids;
}

async function readBusinesses({ tx, app, caller }: PartnerScope, ids: string[]): Promise<PartnerBusiness[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("business as b")
    .leftJoin("style_configuration as s", "s.id", "b.custom_initialization_id")
    .leftJoin("secret as e", (join) => join.onRef("e.owner_id", "=", "b.id").on("e.field", "=", "EIN"))
    .leftJoin("business_clock as c", "c.business_id", "b.id")
    .leftJoin("stream as t", "t.id", "b.id")
    .selectAll("b")
    .select(["s.name as theme_name", "e.last4 as ein_last4", "c.now_at as clock_now"])
    // What the owner does and what is found out changes the status, and with it the version and the time of the business.
    .select([
      sql<number>`b.version + coalesce(t.status_version, 0)`.as("shown_version"),
      sql<Date>`greatest(b.updated_at, t.status_changed_at)`.as("shown_updated_at"),
    ])
    .where("b.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const statuses = await statusesOf(tx, caller.platformId, ids);
  return inOrderOf(ids, rows).flatMap((row) => {
    const at = statuses.get(row.id);
    if (!at) return [];
    return [
      {
        object: "business" as const,
        id: publicId("business", row.id),
        livemode: app.config.isProduction,
        version: row.shown_version,

        createdAt: row.created_at.toISOString(),
        updatedAt: row.shown_updated_at.toISOString(),

        platformBusinessId: row.platform_business_id ?? row.id,
        name: row.name,
        address: row.address as PartnerBusiness["address"],

        phoneNumber: row.phone_number,
        website: row.website,
        einLast4: row.ein_last4,
        isSoleProprietorship: row.is_sole_proprietorship,

        themeName: row.theme_name,
        status: at.status,
        selectedProducts: at.selectedProducts,
        delegation: { draws: nothing, invoices: nothing, payoffs: nothing, payments: nothing, offers: nothing },
        clock: app.config.isProduction
          ? null
          : { now: (row.clock_now ?? new Date()).toISOString(), frozen: row.clock_now !== null },
        absorbedIntoBusinessId: null,
        metadata: row.metadata as PartnerBusiness["metadata"],
      },
    ];
  });
}

const nothing = { granted: false, grantedAt: null, byUserId: null };
