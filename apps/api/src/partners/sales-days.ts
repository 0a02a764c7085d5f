import type { Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { problemBody } from "@inlay/contracts/partner/problem.ts";
import type { SalesDay, SalesDayResult, SalesDayRow, SalesFigures } from "@inlay/contracts/partner/sales-day.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { type PlatformKey, tryOut } from "../http/public.ts";
import { recordSalesDay } from "../servicing/public.ts";
import { resolveBusiness } from "./businesses.ts";
import { type Cursors, inOrderOf, pageOf } from "./page.ts";

export async function putSalesDay(
  tx: Tx,
  config: AppContext["config"],
  { platformId, keyId }: PlatformKey,
  { businessId: reference, date }: { businessId: string; date: string },
  figures: SalesFigures,
  ifMatch: number | null,
  requestId: string,
): Promise<SalesDay> {
  const businessId = await resolveBusiness(tx, platformId, reference);
  const by = { actor: { kind: "PLATFORM_KEY", id: keyId } as const, requestId };
  const id = await recordSalesDay(tx, { ...figures, platformId, businessId, date }, ifMatch, by);
  const [day] = await readSalesDays(tx, config, [id]);
  if (!day) throw new Error("the sales day that was just stored is missing");
  return day;
}

/** Each row has its own transaction: an error is reported for its row, and the other rows are stored. */
export async function recordSalesDays(
  { pool, config }: AppContext,
  caller: PlatformKey,
  rows: readonly SalesDayRow[],
  dryRun: boolean,
  requestId: string,
): Promise<SalesDayResult[]> {
  const scope = { platformId: caller.platformId, businessId: "whole platform" } as const;
  const instance = "/api/platform/v1/sales-days/batch";
  const results: SalesDayResult[] = [];
  for (const [index, { businessId, platformBusinessId, date, ...figures }] of rows.entries()) {
    const named = { businessId: businessId ?? `platform:${platformBusinessId}`, date };
    const put = (tx: Tx) => putSalesDay(tx, config, caller, named, figures, null, requestId);
    try {
      const day = dryRun
        ? (JSON.parse(
            (await tryOut(pool, scope, requestId, async (tx) => JSON.stringify(await put(tx)))).result,
          ) as SalesDay)
        : await inScope(pool, scope, put);
      results.push({ index, ok: true, salesDay: day, problem: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fields = error.fields.map((field) => ({ ...field, in: "BODY" as const }));
      const { code, context } = error;
      const problem = problemBody({ code, fields, context }, { instance, requestId });
      results.push({ index, ok: false, salesDay: null, problem });
    }
  }
  return results;
}

export async function listSalesDays(
  tx: Tx,
  config: AppContext["config"],
  cursors: Cursors,
  platformId: string,
  reference: string,
  query: Parsed<typeof partnerCalls.listSalesDays, "query">,
) {
  const businessId = await resolveBusiness(tx, platformId, reference);
  let found = tx
    .selectFrom("sales_day")
    .select(["id", "created_at", "updated_at"])
    .where("business_id", "=", businessId);
  if (query.from) found = found.where("sold_on", ">=", query.from);
  if (query.to) found = found.where("sold_on", "<=", query.to);
  // The query includes the business, so a cursor of another business is refused.
  const question = { ...query, businessId };
  return pageOf(tx, cursors, "salesDay", question, found, (ids) => readSalesDays(tx, config, ids));
}

async function readSalesDays(tx: Tx, config: AppContext["config"], ids: string[]): Promise<SalesDay[]> {
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
    livemode: config.isProduction,

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
