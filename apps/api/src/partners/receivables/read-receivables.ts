import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerReceivable, PartnerSettlement } from "@inlay/contracts/partner/receivables/receivable.ts";
import {
  receivableStatuses,
  type SettlementStatus,
} from "@inlay/lending/products/integrated-cash-advance/settlement-lifecycle.ts";
import { sql } from "kysely";
import { resolveBusinesses } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export async function listReceivables(request: PartnerRequest<"listReceivables">) {
  const { tx, query } = request;
  let found = tx
    .selectFrom("receivable as r")
    .innerJoin("receivable_settlement as s", "s.id", "r.settlement_id")
    .select(["r.id", "r.created_at"])
    // The status follows the settlement.
    .select(sql<Date>`greatest(r.created_at, s.updated_at)`.as("updated_at"))
    .where("r.platform_id", "=", request.caller.platformId);
  if (query.businessId) found = found.where("r.business_id", "in", await resolveBusinesses(request, query.businessId));
  if (query.issuedProductId)
    found = found.where("r.issued_product_id", "in", uuidsOf("issuedProduct", query.issuedProductId));
  if (query.transactionId) found = found.where("r.transaction_id", "in", query.transactionId);
  if (query.settlementId)
    found = found.where("r.settlement_id", "in", uuidsOf("receivableSettlement", query.settlementId));
  if (query.status) {
    const wanted = query.status;
    const settlements = (Object.keys(receivableStatuses) as SettlementStatus[]).filter((status) =>
      wanted.includes(receivableStatuses[status]),
    );
    found = found.where("s.status", "in", settlements);
  }
  return pageOf(request, "receivable", found, (ids) => readReceivables(request, ids));
}

const uuidsOf = (kind: "issuedProduct" | "receivableSettlement", ids: string[]): string[] =>
  ids.flatMap((id) => uuidOf(kind, id) ?? []);

export const getReceivable = (request: PartnerRequest<"getReceivable">): Promise<PartnerReceivable> =>
  readReceivable(request, uuidOf("receivable", request.params.receivableId));

export async function readReceivable(scope: PartnerScope, id: string | null): Promise<PartnerReceivable> {
  const [receivable] = id ? await readReceivables(scope, [id]) : [];
  if (!receivable) throw new Refusal("NOT_FOUND", { context: { object: "receivable" } });
  return receivable;
}

async function readReceivables({ tx, app }: PartnerScope, ids: string[]): Promise<PartnerReceivable[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("receivable as r")
    .innerJoin("receivable_settlement as s", "s.id", "r.settlement_id")
    .leftJoin("receivable as sale", "sale.id", "r.reversal_of_id")
    .selectAll("r")
    .select(["s.status", "s.version", "s.updated_at", "sale.transaction_id as reversal_of"])
    .where("r.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "receivable" as const,
    id: publicId("receivable", row.id),
    livemode: app.config.isProduction,
    version: row.version,

    createdAt: row.created_at.toISOString(),
    updatedAt: new Date(Math.max(row.created_at.getTime(), row.updated_at.getTime())).toISOString(),
    issuedProductId: publicId("issuedProduct", row.issued_product_id),
    businessId: publicId("business", row.business_id),

    transactionId: row.transaction_id,
    transactionTime: row.transaction_at.toISOString(),
    chargeAmountCents: row.charge_amount_cents,
    repaymentAmountCents: row.amount_cents,
    reversalOf: row.reversal_of,

    status: receivableStatuses[row.status as SettlementStatus],
    split: {
      principalCents: row.principal_cents,
      interestCents: 0,
      feeCents: row.fee_cents,
      totalCents: row.amount_cents,
    },
    remainingAfterCents: row.remaining_after_cents,
    settlementId: publicId("receivableSettlement", row.settlement_id),
  }));
}

export async function listReceivableSettlements(request: PartnerRequest<"listReceivableSettlements">) {
  const { tx, query } = request;
  let found = tx
    .selectFrom("receivable_settlement")
    .select(["id", "created_at", "updated_at"])
    .where("platform_id", "=", request.caller.platformId);
  if (query.date) found = found.where("settles_on", "in", query.date);
  if (query.status) found = found.where("status", "in", query.status);
  return pageOf(request, "receivableSettlement", found, (ids) => readSettlements(request, ids));
}

export async function getReceivableSettlement(
  request: PartnerRequest<"getReceivableSettlement">,
): Promise<PartnerSettlement> {
  const id = uuidOf("receivableSettlement", request.params.receivableSettlementId);
  const [settlement] = id ? await readSettlements(request, [id]) : [];
  if (!settlement) throw new Refusal("NOT_FOUND", { context: { object: "receivable settlement" } });
  return settlement;
}

async function readSettlements({ tx, app }: PartnerScope, ids: string[]): Promise<PartnerSettlement[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("receivable_settlement as s")
    .selectAll("s")
    .select((one) => [
      // While it is open, its sum is that of the receivables so far.
      one
        .selectFrom("receivable as r")
        .select((r) => r.fn.coalesce(r.fn.sum<number>("r.amount_cents"), r.lit(0)).as("cents"))
        .whereRef("r.settlement_id", "=", "s.id")
        .as("total"),
      one
        .selectFrom("receivable as r")
        .select((r) => r.fn.countAll<string>().as("count"))
        .whereRef("r.settlement_id", "=", "s.id")
        .as("count"),
      one
        .selectFrom("payment_order as o")
        .select("o.id")
        .where("o.business_id", "is", null)
        .where("o.item", "=", sql<string>`'receivable-settlement/' || s.id`)
        .orderBy("o.id", "desc")
        .limit(1)
        .as("paymentId"),
    ])
    .where("s.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "receivable_settlement" as const,
    id: publicId("receivableSettlement", row.id),
    livemode: app.config.isProduction,
    version: row.version,

    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    date: row.settles_on as unknown as string,
    count: Number(row.count),

    totalCents: Number(row.total),
    status: row.status as SettlementStatus,
    paymentId: row.paymentId && publicId("payment", row.paymentId),
    mode: "DEBIT" as const,
  }));
}
