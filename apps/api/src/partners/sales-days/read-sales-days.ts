import { publicId } from "@inlay/contracts/ids.ts";
import type { SalesDay } from "@inlay/contracts/partner/sales-days/sales-day.ts";
import { sql } from "kysely";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export async function listSalesDays(request: PartnerRequest<"listSalesDays">) {
  const { tx, params } = request;
  const businessId = await resolveBusiness(request, params.businessId);
  let found = tx
    .selectFrom("sales_day")
    .select(["id", "created_at", "updated_at"])
    .where("business_id", "=", businessId);
  const { from, to } = request.query;
  if (from) found = found.where("sold_on", ">=", from);
  if (to) found = found.where("sold_on", "<=", to);
  // The query includes the business, so a cursor of another business is refused.
  const query = { ...request.query, businessId };
  return pageOf({ ...request, query }, "salesDay", found, (ids) => readSalesDays(request, ids));
}

export async function readSalesDays({ tx, app }: PartnerScope, ids: string[]): Promise<SalesDay[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("sales_day as d")
    .innerJoin("business as b", "b.id", "d.business_id")
    .selectAll("d")
    .select("b.platform_business_id")
    .where("d.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "sales_day" as const,
    id: publicId("salesDay", row.id),
    livemode: app.config.isProduction,

    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    businessId: publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id,

    channel: row.channel,
    date: row.sold_on as unknown as string,
    grossCents: row.gross_cents,

    refundsCents: row.refunds_cents,
    transactionCount: row.transaction_count,
    closed: row.is_closed,

    source: row.source as SalesDay["source"],
    revision: row.revision,
  }));
}
