import {
  addDays,
  addMonths,
  type BusinessDate,
  dateAt,
  inMonth,
  partsOf,
} from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DueJob } from "../../clock/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { type AccountingMonth, AccountingNotConnected, type MonthOfRatios } from "../../providers/accounting/port.ts";
import { startWorkflow, type WorkflowIds } from "../../workflows/public.ts";
import type { Tenant } from "../reports.ts";

/** The same period that banks provide, so that both can be compared. */
const monthsRead = 24;
const askAgainAfterMs = 6 * 3_600_000;

/** Starts a workflow that reads the accounting data. While a reading waits to begin, no other is started. */
export async function requestAccountingData(tx: Tx, { platformId, businessId }: Tenant): Promise<void> {
  const id = uuidv7();
  const asked = await tx
    .insertInto("accounting_reading")
    .values({ id, platform_id: platformId, business_id: businessId })
    .onConflict((conflict) => conflict.columns(["business_id"]).where("began_at", "is", null).doNothing())
    .executeTakeFirst();
  if (asked.numInsertedOrUpdatedRows === 1n) await startWorkflow(tx, "read-accounting", { platformId, businessId, id });
}

/** Reads the full months of two years and their ratios. Data that the vendor does not have yet is read again some hours later. */
export async function readAccountingData(app: AppContext, { id, platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) return;
  const tenant = { platformId, businessId };
  const now = await inScope(app.pool, tenant, async (tx) => {
    const row = await tx
      .updateTable("accounting_reading")
      .set({ began_at: new Date() })
      .where("id", "=", id)
      .returning(sql<Date>`app.business_now(${businessId}::uuid)`.as("now"))
      .executeTakeFirst();
    return row?.now;
  });
  if (!now) return;
  const read = await readFrom(app, businessId, fullMonthsBefore(dateAt(now)));
  await inScope(app.pool, tenant, async (tx) => {
    if (read && read.months.length > 0) return saveAccountingData(tx, tenant, id, read);
    // Without a connection only a person can help, so there is no retry. With one, the vendor is still loading the data.
    const next = read ? new Date(now.getTime() + askAgainAfterMs) : null;
    await tx.updateTable("accounting_reading").set({ next_action_at: next }).where("id", "=", id).execute();
  });
}

type Span = { from: BusinessDate; to: BusinessDate };
type Read = { months: AccountingMonth[]; ratios: MonthOfRatios[] };

function fullMonthsBefore(today: BusinessDate): Span {
  const { year, month } = partsOf(today);
  const first = inMonth(year, month, 1);
  return { from: addMonths(first, -monthsRead), to: addDays(first, -1) };
}

async function readFrom({ accounting }: AppContext, businessId: string, { from, to }: Span): Promise<Read | null> {
  try {
    const months = await accounting.accountingData(businessId, from, to);
    return { months, ratios: months.length > 0 ? await accounting.ratios(businessId, from, to) : [] };
  } catch (error) {
    if (error instanceof AccountingNotConnected) return null;
    throw error;
  }
}

async function saveAccountingData(tx: Tx, { platformId, businessId }: Tenant, id: string, read: Read): Promise<void> {
  const ratios = new Map(read.ratios.map((one) => [one.month, one]));
  const rows = read.months.map(({ month, income, balance, cashFlow }) => {
    const of = ratios.get(month);
    return {
      month,
      revenue_cents: income.revenueCents,
      cost_of_goods_cents: income.costOfGoodsCents,
      operating_expenses_cents: income.operatingExpensesCents,
      net_income_cents: income.netIncomeCents,
      other_income_cents: income.otherIncomeCents,
      other_expenses_cents: income.otherExpensesCents,
      cash_cents: balance.cashCents,
      assets_cents: balance.assetsCents,
      liabilities_cents: balance.liabilitiesCents,
      equity_cents: balance.equityCents,
      operating_cash_cents: cashFlow.operatingCents,
      investing_cash_cents: cashFlow.investingCents,
      financing_cash_cents: cashFlow.financingCents,
      current_ratio: of?.currentRatio ?? null,
      debt_to_equity: of?.debtToEquity ?? null,
      gross_margin: of?.grossMargin ?? null,
      net_margin: of?.netMargin ?? null,
    };
  });
  // A month may have been corrected since the last reading. Months that the vendor no longer returns keep their last values.
  await sql`
    insert into app.accounting_month
    select m.* from jsonb_populate_recordset(null::app.accounting_month, ${JSON.stringify(
      rows.map((row) => ({ platform_id: platformId, business_id: businessId, read_at: new Date(), ...row })),
    )}::jsonb) m
    on conflict (business_id, month) do update set (revenue_cents, cost_of_goods_cents, operating_expenses_cents, other_income_cents,
      other_expenses_cents, net_income_cents, cash_cents, assets_cents, liabilities_cents, equity_cents, operating_cash_cents,
      investing_cash_cents, financing_cash_cents, current_ratio, debt_to_equity, gross_margin, net_margin, read_at) =
      (excluded.revenue_cents, excluded.cost_of_goods_cents, excluded.operating_expenses_cents, excluded.other_income_cents,
      excluded.other_expenses_cents, excluded.net_income_cents, excluded.cash_cents, excluded.assets_cents, excluded.liabilities_cents,
      excluded.equity_cents, excluded.operating_cash_cents, excluded.investing_cash_cents, excluded.financing_cash_cents,
      excluded.current_ratio, excluded.debt_to_equity, excluded.gross_margin, excluded.net_margin, excluded.read_at)`.execute(
    tx,
  );
  await record(tx, {
    platformId,
    businessId,
    kind: "accounting.data_read",
    action: "accounting.read-data",
    body: { accountingReadingId: id, months: rows.length },
    object: { kind: "accounting reading", id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

/** Reads accounting data again when no webhook has arrived for hours. */
export const requestAccountingDataAgain: DueJob = {
  name: "accounting-reading.ask-again",
  table: "accounting_reading",
  act: async (tx, { platformId, businessId, id }) => {
    await tx.updateTable("accounting_reading").set({ next_action_at: null }).where("id", "=", id).execute();
    if (businessId) await requestAccountingData(tx, { platformId, businessId });
  },
};
