import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { listProductReceivables } from "@inlay/contracts/calls/cash-advance.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";

/** A page of the portal has this many entries. */
const pageLength = 24;

type Row = {
  id: string;
  transactionAt: Date;
  day: string;
  chargeAmountCents: number;
  repaymentAmountCents: number;
  remainingAfterCents: number;
  dayCount: number;
  dayChargeCents: number;
  dayRepaymentCents: number;
};

/** Lists the receivables of an integrated advance, newest first, with the sums of the days that are on the page. */
export async function listReceivables(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  { after, limit = pageLength }: Parsed<typeof listProductReceivables, "query">,
): Promise<Answer<typeof listProductReceivables>> {
  const own = await tx
    .selectFrom("issued_product")
    .select("id")
    .where("id", "=", issuedProductId)
    .where("business_id", "=", businessId)
    .where("product_type", "=", "INTEGRATED_MCA")
    .executeTakeFirst();
  if (!own) throw new Refusal("NOT_FOUND", { context: { object: "advance" } });
  const { rows } = await sql<Row>`
    with received as (
      select id, transaction_at, (transaction_at at time zone 'America/New_York')::date as day,
        charge_amount_cents as charge, amount_cents as repayment, remaining_after_cents as remaining
      from app.receivable where issued_product_id = ${issuedProductId}::uuid
    ), days as (
      select day, count(*) as count, sum(charge) as charge, sum(repayment) as repayment from received group by day
    )
    select r.id, r.transaction_at as "transactionAt", r.day::text as day, r.charge::int as "chargeAmountCents",
      r.repayment::int as "repaymentAmountCents", r.remaining::int as "remainingAfterCents",
      d.count::int as "dayCount", d.charge::int as "dayChargeCents", d.repayment::int as "dayRepaymentCents"
    from received r join days d using (day)
    where ${after ?? null}::uuid is null
      or (r.transaction_at, r.id) < (select a.transaction_at, a.id from received a where a.id = ${after ?? null}::uuid)
    order by r.transaction_at desc, r.id desc
    limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const days = new Map(page.map((row) => [row.day, row]));
  return {
    receivables: page.map(
      ({ id, transactionAt, day, chargeAmountCents, repaymentAmountCents, remainingAfterCents }) => ({
        id,
        transactionTime: transactionAt.toISOString(),
        day,
        chargeAmountCents,
        repaymentAmountCents,
        remainingAfterCents,
      }),
    ),
    days: [...days.values()].map(({ day, dayCount, dayChargeCents, dayRepaymentCents }) => ({
      day,
      count: dayCount,
      chargeAmountCents: dayChargeCents,
      repaymentAmountCents: dayRepaymentCents,
    })),
    hasMore: rows.length > limit,
  };
}
