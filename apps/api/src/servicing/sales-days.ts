import { Refusal } from "@inlay/contracts/errors.ts";
import type { SalesFigures } from "@inlay/contracts/partner/sales-days/sales-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { refuseOtherVersion } from "../http/public.ts";

type ReportedDay = SalesFigures & { platformId: string; businessId: string; date: string };
type RequestedBy = { actor: Actor; requestId: string };

/**
 * Stores the sales of a business on a day. Equal figures have no effect. Different figures become the next revision; earlier revisions are
 * kept, because a period that was already collected is based on the revision that was closed at that time.
 */
export async function recordSalesDay(
  tx: Tx,
  reported: ReportedDay,
  ifMatch: number | null,
  { actor, requestId }: RequestedBy,
) {
  const { platformId, businessId, channel, date, grossCents, refundsCents, transactionCount, closed } = reported;
  const now = await businessNow(tx, businessId);
  if (date > dateAt(now)) throw inTheFuture();
  const days = () =>
    tx
      .selectFrom("sales_day")
      .select(["id", "version"])
      .where("business_id", "=", businessId)
      .where("sold_on", "=", date)
      .where("channel", "=", channel);
  if (ifMatch !== null) refuseOtherVersion(ifMatch, (await days().forUpdate().executeTakeFirst())?.version ?? 0);
  const figures = {
    gross_cents: grossCents,
    refunds_cents: refundsCents,
    transaction_count: transactionCount,
    is_closed: closed,
  };
  const tenant = { platform_id: platformId, business_id: businessId };
  const changed = await tx
    .insertInto("sales_day")
    .values({ ...tenant, channel, sold_on: date, source: "PLATFORM", ...figures })
    .onConflict((conflict) =>
      conflict
        .columns(["business_id", "sold_on", "channel"])
        .doUpdateSet({ ...figures, source: "PLATFORM", revision: sql`sales_day.revision + 1` })
        .where(
          sql<boolean>`(sales_day.gross_cents, sales_day.refunds_cents, sales_day.transaction_count, sales_day.is_closed, sales_day.source)
            is distinct from (excluded.gross_cents, excluded.refunds_cents, excluded.transaction_count, excluded.is_closed, excluded.source)`,
        ),
    )
    .returning(["id", "revision"])
    .executeTakeFirst();
  if (!changed) return (await days().executeTakeFirstOrThrow()).id;
  const { id, revision } = changed;
  await tx
    .insertInto("sales_day_revision")
    .values({ sales_day_id: id, revision, ...tenant, ...figures, told_at: now })
    .execute();
  const body = { salesDayId: id, date, channel, revision, closed, grossCents, refundsCents };
  await record(tx, {
    platformId,
    businessId,
    kind: "sales_day.recorded",
    body,
    action: "partner.sales-day.record",
    object: { kind: "sales day", id },
    after: body,
    actor,
    requestId,
  });
  return id;
}

const inTheFuture = () =>
  new Refusal("VALIDATION_FAILED", {
    fields: [{ in: "PATH", pointer: "/date", code: "TOO_LARGE", message: "date must not be in the future." }],
  });
