import { addDays, type BusinessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { type Cents, cents, most, noCents, sum } from "@inlay/lending/money/cents.ts";
import { type AdvancePeriod, endOf } from "@inlay/lending/products/cash-advance/period.ts";
import { classifyTransactions } from "@inlay/lending/underwriting/cash-flow/classify-transactions.ts";
import { isCardSale } from "@inlay/lending/underwriting/data/bank-details.ts";
import { sql } from "kysely";
import { askForTransactions } from "../../banking/public.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import type { SalesSource } from "./periods.ts";

export type PeriodSales = { salesCents: Cents; source: SalesSource };

type Tenant = { platformId: string; businessId: string };

/** The sales of a period, or those that staff have recorded from a document while neither the platform nor a bank tells them. */
export async function readPeriodSales(
  tx: Tx,
  tenant: Tenant,
  period: AdvancePeriod & { id: string },
): Promise<PeriodSales | null> {
  const told = await readToldSales(tx, tenant, period);
  if (told) return told;
  const recorded = await tx
    .selectFrom("sales_evidence")
    .select("sales_cents as salesCents")
    .where("advance_period_id", "=", period.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return recorded ? { salesCents: cents(recorded.salesCents), source: "EVIDENCE" } : null;
}

/**
 * Reads the sales of a period: those that the platform reports, or the payouts of card sales on the bank accounts of a business whose
 * platform reports none. The advance was sized on the same. Null while they are not known in whole: a day that is not closed, or a bank that
 * was not read since the period's end. Such a bank is asked for its transactions.
 */
export async function readToldSales(tx: Tx, tenant: Tenant, period: AdvancePeriod): Promise<PeriodSales | null> {
  const { businessId } = tenant;
  const reported = await tx
    .selectFrom("sales_day")
    .select("id")
    .where("business_id", "=", businessId)
    .where("source", "=", "PLATFORM")
    .limit(1)
    .executeTakeFirst();
  const salesCents = reported ? await reportedSales(tx, businessId, period) : await bankedSales(tx, tenant, period);
  if (salesCents === null) return null;
  // More can be paid back to customers in a period than they pay.
  return { salesCents: most(salesCents, noCents), source: reported ? "PLATFORM" : "BANK" };
}

/** The sales that the platform reports for the days of a period `p`. */
const reportedInPeriod = sql`(
  select greatest(0, sum(d.gross_cents - d.refunds_cents)) from app.sales_day d
  where d.business_id = p.business_id and d.source = 'PLATFORM' and d.sold_on between p.starts_on and p.ends_on)`;

/** The sales of a period `p` that staff have recorded last. */
const recordedForPeriod = sql`(
  select e.sales_cents from app.sales_evidence e where e.advance_period_id = p.id order by e.id desc limit 1)`;

/** The periods of an advance whose sales the platform has told anew since they were read, or staff have recorded anew. */
export async function revisedPeriods(tx: Tx, issuedProductId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from app.advance_period p
    where p.issued_product_id = ${issuedProductId}::uuid and case p.sales_source
      when 'PLATFORM' then p.sales_cents is distinct from ${reportedInPeriod}
      when 'EVIDENCE' then p.sales_cents is distinct from coalesce(${reportedInPeriod}, ${recordedForPeriod})
      else false end`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the platform has reported sales of a day after the given one. */
export async function hasSalesAfter(tx: Tx, businessId: string, date: BusinessDate): Promise<boolean> {
  const found = await tx
    .selectFrom("sales_day")
    .select("id")
    .where("business_id", "=", businessId)
    .where("source", "=", "PLATFORM")
    .where("sold_on", ">", date)
    .where("gross_cents", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a period that has ended has the given day and does not know its sales, or knows others than the platform reports now. */
export async function areSalesAwaited(tx: Tx, businessId: string, date: BusinessDate): Promise<boolean> {
  const today = easternTime(await businessNow(tx, businessId)).date;
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (
      select from app.advance_period p
      where p.business_id = ${businessId}::uuid and ${date}::date between p.starts_on and p.ends_on and p.ends_on < ${today}::date
        and (p.sales_cents is null or p.sales_cents is distinct from ${reportedInPeriod})
    ) as awaited`.execute(tx);
  return rows[0]?.awaited === true;
}

async function reportedSales(tx: Tx, businessId: string, { startsOn, endsOn }: AdvancePeriod): Promise<Cents | null> {
  const { rows } = await sql<{ net: number; closed: boolean }>`
    select sum(gross_cents - refunds_cents)::bigint as net, bool_and(is_closed) as closed from app.sales_day
    where business_id = ${businessId}::uuid and source = 'PLATFORM' and sold_on between ${startsOn} and ${endsOn}
    group by sold_on`.execute(tx);
  const isWhole = rows.length === daysBetween(startsOn, endsOn) + 1 && rows.every(({ closed }) => closed);
  return isWhole ? sum(rows.map(({ net }) => cents(Number(net)))) : null;
}

/** Transfers between own accounts are recognized by lines that are some days apart. */
const daysAround = 7;

async function bankedSales(tx: Tx, { platformId, businessId }: Tenant, period: AdvancePeriod): Promise<Cents | null> {
  const accounts = await checkingAccounts(tx, businessId);
  const items = new Map(accounts.map((one) => [one.itemId, one]));
  const isUnread = ({ readAt }: { readAt: Date | null }) => readAt === null || readAt < endOf(period);
  const unread = [...items.values()].filter(isUnread);
  for (const { itemId, isConnected } of unread)
    if (isConnected) await askForTransactions(tx, { id: itemId, platformId, businessId });
  if (accounts.length === 0 || unread.length > 0) return null;
  const checking = new Set(accounts.map(({ vendorId }) => vendorId));
  const sales = (await transactionsAround(tx, businessId, period)).filter(
    (one) => one.date >= period.startsOn && one.date <= period.endsOn && checking.has(one.accountId) && isCardSale(one),
  );
  return sum(sales.map(({ amountCents }) => amountCents));
}

async function checkingAccounts(tx: Tx, businessId: string) {
  const rows = await tx
    .selectFrom("bank_account as a")
    .innerJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["a.vendor_account_id as vendorId", "i.id as itemId", "i.status", "i.transactions_read_at as readAt"])
    .where("a.business_id", "=", businessId)
    .where("a.party", "=", "BUSINESS")
    .where("a.account_subtype", "=", "checking")
    .where("a.vendor_account_id", "is not", null)
    .where("a.removed_at", "is", null)
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, isConnected: status === "CREATED" || status === "CONNECTED" }));
}

async function transactionsAround(tx: Tx, businessId: string, { startsOn, endsOn }: AdvancePeriod) {
  const rows = await tx
    .selectFrom("bank_transaction")
    .select(["vendor_transaction_id", "vendor_account_id", "amount_cents", "posted_on", "is_pending"])
    .select(["description", "merchant_name", "category"])
    .where("business_id", "=", businessId)
    .where("posted_on", ">=", addDays(startsOn, -daysAround))
    .where("posted_on", "<=", addDays(endsOn, daysAround))
    .orderBy("bank_item_id")
    .orderBy("vendor_transaction_id")
    .execute();
  return classifyTransactions(
    rows.map((row) => ({
      transactionId: row.vendor_transaction_id,
      accountId: row.vendor_account_id,
      date: row.posted_on as unknown as BusinessDate,
      amountCents: cents(row.amount_cents),
      isPending: row.is_pending,
      name: row.description,
      merchantName: row.merchant_name,
      category: row.category,
    })),
  );
}
