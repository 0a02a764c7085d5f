import { freshBankDataDays, readInDays } from "@inlay/lending/onboarding/missing-inputs.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import {
  BankRefused,
  type BankTransaction,
  RelinkNeeded,
  type TransactionUpdates,
} from "../providers/bank-linking/port.ts";
import { underwritingOpenSince } from "../underwriting/public.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { accessTo, type Item, lockItem, loseIfOpen, system } from "./item.ts";

/** Transactions are read again one day before they are too old to decide on. The owner is asked only when that read fails. */
const daysUntilReadAgain = freshBankDataDays - 1;

/**
 * Starts a workflow that reads new transactions. While a reading waits to begin, no second one is inserted. The item is locked first, as its
 * first read does, which also asks for transactions: a webhook that inserted its reading before would deadlock with it.
 */
export async function askForTransactions(
  tx: Tx,
  { id: itemId, platformId, businessId }: Pick<Item, "id" | "platformId" | "businessId">,
): Promise<void> {
  await tx.selectFrom("bank_item").select("id").where("id", "=", itemId).forKeyShare().execute();
  const id = uuidv7();
  const asked = await tx
    .insertInto("bank_reading")
    .values({ id, platform_id: platformId, business_id: businessId, bank_item_id: itemId })
    .onConflict((conflict) => conflict.columns(["bank_item_id"]).where("began_at", "is", null).doNothing())
    .executeTakeFirst();
  if (asked.numInsertedOrUpdatedRows === 1n)
    await startWorkflow(tx, "read-transactions", { platformId, businessId, id });
}

/** Reads everything since the cursor and saves it in one transaction with the new cursor. */
export async function readTransactions(app: AppContext, reading: WorkflowIds): Promise<void> {
  const scope = { platformId: reading.platformId, businessId: reading.businessId ?? ("whole platform" as const) };
  const item = await inScope(app.pool, scope, async (tx) => {
    const row = await tx
      .updateTable("bank_reading")
      .set({ began_at: new Date() })
      .where("id", "=", reading.id)
      .returning("bank_item_id")
      .executeTakeFirst();
    if (!row) return null;
    return tx
      .selectFrom("bank_item")
      .select(["id", "platform_id as platformId", "business_id as businessId", "transactions_cursor as cursor"])
      .where("id", "=", row.bank_item_id)
      .executeTakeFirst();
  });
  const access = item ? await accessTo(app, item) : null;
  if (!item || !access) return;
  const updates = await app.bankLinking.transactionsSince(access, item.cursor).catch((error: unknown) => {
    if (error instanceof RelinkNeeded || error instanceof BankRefused) return error;
    throw error;
  });
  await inScope(app.pool, scope, async (tx) => {
    const locked = await lockItem(tx, item.id);
    if (!locked) return;
    // Only the owner can repair the link. The list of linked banks shows its status.
    if (updates instanceof RelinkNeeded) return loseIfOpen(tx, locked, updates.loss, system);
    if (updates instanceof BankRefused) return loseIfOpen(tx, locked, "INSTITUTION_BLOCKED", system);
    await saveUpdates(tx, locked, item.cursor, updates);
  });
}

async function saveUpdates(tx: Tx, item: Item, since: string | null, updates: TransactionUpdates): Promise<void> {
  const { history, added, changed, removedIds, cursor } = updates;
  const now = sql<Date>`app.business_now(${item.businessId}::uuid)`;
  // Two readings may overlap. The one that finds the cursor moved saves nothing.
  const moved = await tx
    .updateTable("bank_item")
    .set({
      transactions_cursor: cursor,
      transactions_read_at: now,
      history,
      is_unread: false,
      next_action_at: sql<Date>`${now} + make_interval(days => ${daysUntilReadAgain})`,
    })
    .where("id", "=", item.id)
    .where("transactions_cursor", "is not distinct from", since)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return;
  // Most readings change nothing that another slice waits for, so they record no event.
  if (history !== item.history || (await isWaitedFor(tx, item.businessId))) await recordRead(tx, item);
  if (removedIds.length > 0) {
    await tx
      .deleteFrom("bank_transaction")
      .where("bank_item_id", "=", item.id)
      .where("vendor_transaction_id", "=", sql<string>`any(${removedIds}::text[])`)
      .execute();
  }
  await saveTransactions(tx, item, [...added, ...changed]);
}

/** Whether the owner is asked to connect a bank again, or an advance waits for the sales of a period. */
async function isWaitedFor(tx: Tx, businessId: string): Promise<boolean> {
  const period = await tx
    .selectFrom("advance_period")
    .select("id")
    .where("business_id", "=", businessId)
    .where("sales_cents", "is", null)
    .where("state", "!=", "DROPPED")
    .executeTakeFirst();
  if (period) return true;
  const open = await tx
    .selectFrom("additional_input")
    .select("id")
    .where("business_id", "=", businessId)
    .where("sub_step", "=", "RECOLLECT_PLAID")
    .where("done_at", "is", null)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

const recordOf =
  (kind: "bank_item.read" | "bank_item.grown_old", action: string) =>
  async (tx: Tx, { id, platformId, businessId }: Pick<Item, "id" | "platformId" | "businessId">): Promise<void> => {
    await record(tx, {
      platformId,
      businessId,
      kind,
      body: { bankItemId: id },
      action,
      object: { kind: "bank item", id },
      ...system,
    });
  };
const recordRead = recordOf("bank_item.read", "bank-item.read");
const recordGrownOld = recordOf("bank_item.grown_old", "bank-item.look-at-age");

/**
 * Keeps bank data fresh while an underwriting is open: it reads the transactions again before they are too old, and records that they are
 * too old where that did not help. Without an open underwriting the data may age.
 */
export const refreshBankData: DueJob = {
  name: "bank-item.keep-fresh",
  table: "bank_item",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a due bank item has no business");
    const tenant = { id, platformId, businessId };
    const item = await tx
      .selectFrom("bank_item")
      .select(["status", "transactions_read_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const isLinked = item.status === "CREATED" || item.status === "CONNECTED";
    const oldAt =
      item.transactions_read_at && new Date(item.transactions_read_at.getTime() + freshBankDataDays * dayMs);
    const openSince = isLinked && oldAt !== null ? await underwritingOpenSince(tx, businessId) : null;
    // Null: nobody needs fresh data. Transactions that were old when the underwriting opened get time to be read.
    const tooOldAt = openSince && oldAt ? Math.max(oldAt.getTime(), openSince.getTime() + readInDays * dayMs) : null;
    const isTooOld = tooOldAt !== null && tooOldAt < now.getTime();
    const next = tooOldAt !== null && !isTooOld ? new Date(tooOldAt + 1) : null;
    await tx.updateTable("bank_item").set({ next_action_at: next }).where("id", "=", id).execute();
    if (isTooOld) await recordGrownOld(tx, tenant);
    if (tooOldAt !== null) await askForTransactions(tx, tenant);
  },
};
const dayMs = 86_400_000;

/** Starts to keep bank data fresh, because an underwriting has opened. Data that is already old becomes due now. */
export async function watchBankData(tx: Tx, businessId: string): Promise<void> {
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  await tx
    .updateTable("bank_item")
    .set({
      next_action_at: sql<Date>`greatest(${now}, transactions_read_at + make_interval(days => ${daysUntilReadAgain}))`,
    })
    .where("business_id", "=", businessId)
    .where("transactions_read_at", "is not", null)
    .where("next_action_at", "is", null)
    .execute();
}

async function saveTransactions(tx: Tx, item: Item, list: readonly BankTransaction[]): Promise<void> {
  if (list.length === 0) return;
  const rows = list.map((one) => ({
    id: one.id,
    account: one.accountId,
    cents: one.amountCents,
    posted: one.postedOn,
    pending: one.isPending,
    description: one.description,
    merchant: one.merchantName,
    category: one.category,
  }));
  await sql`
    insert into app.bank_transaction (platform_id, business_id, bank_item_id, vendor_transaction_id, vendor_account_id, amount_cents,
      posted_on, is_pending, description, merchant_name, category)
    select ${item.platformId}::uuid, ${item.businessId}::uuid, ${item.id}::uuid, r.id, r.account, r.cents, r.posted, r.pending,
      r.description, r.merchant, r.category
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id text, account text, cents bigint, posted date, pending boolean, description text, merchant text, category text)
    on conflict (bank_item_id, vendor_transaction_id) do update set vendor_account_id = excluded.vendor_account_id,
      amount_cents = excluded.amount_cents, posted_on = excluded.posted_on, is_pending = excluded.is_pending,
      description = excluded.description, merchant_name = excluded.merchant_name, category = excluded.category`.execute(
    tx,
  );
}
