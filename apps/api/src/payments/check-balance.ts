import type { BankItemStatus } from "@inlay/lending/banking/bank-item.ts";
import { preDebitCheckAt } from "@inlay/lending/calendar/ach.ts";
import { type BalanceRead, preDebitCheck } from "@inlay/lending/payments/pre-debit-check.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, scopeOf, type Tx } from "../db/scope.ts";
import type { BankLinking } from "../providers/bank-linking/port.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { lockOrder, noteStep, type Order, system } from "./order.ts";
import { endAttempt, orderOfAttempt } from "./payment-attempt.ts";

/** Checks the balance on the evening before a debit. Only a balance known to be too small postpones the debit; an unknown one does not. */
export async function checkBalance(app: AppContext, banks: BankLinking, attempt: WorkflowIds): Promise<void> {
  const scope = scopeOf(attempt);
  const asked = await inScope(app.pool, scope, async (tx) => {
    const orderId = await orderOfAttempt(tx, attempt.id);
    return orderId ? readItem(tx, orderId) : null;
  });
  if (!asked) return;
  const read = await readBalance(app, banks, asked, asked.now);
  await inScope(app.pool, scope, async (tx) => {
    const order = await lockOrder(tx, asked.orderId);
    if (!order || !(await endAttempt(tx, attempt.id, read === "ERROR" ? "ERROR" : "READ"))) return;
    if (order.status === "SCHEDULED" && order.claimedAt === null) {
      await judge(tx, order, asked.itemStatus, read, await businessNow(tx, order.businessId));
    }
  });
}

/** An account whose balance a bank can be asked for. */
type BankOfAccount = {
  platformId: string;
  businessId: string | null;
  itemId: string | null;
  itemStatus: BankItemStatus;
  vendorAccountId: string | null;
};
type Asked = BankOfAccount & { orderId: string; now: Date };

async function readItem(tx: Tx, orderId: string): Promise<Asked | null> {
  const row = await tx
    .selectFrom("payment_order as o")
    .innerJoin("bank_account as account", "account.id", "o.bank_account_id")
    .leftJoin("bank_item as item", "item.id", "account.bank_item_id")
    .select([
      "o.platform_id as platformId",
      "o.business_id as businessId",
      "item.id as itemId",
      "item.status as itemStatus",
      "account.vendor_account_id as vendorAccountId",
    ])
    .where("o.id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  // A manually entered account has no bank link to read.
  return {
    ...row,
    orderId,
    now: await businessNow(tx, row.businessId),
    itemStatus: (row.itemStatus ?? "CONNECTED") as BankItemStatus,
  };
}

/** Asks the bank for a balance, outside of a transaction. */
export async function readBalance(
  app: AppContext,
  banks: BankLinking,
  asked: BankOfAccount,
  now: Date,
): Promise<BalanceRead> {
  const { platformId, businessId, itemId, vendorAccountId } = asked;
  if (!itemId || !vendorAccountId || asked.itemStatus === "DISCONNECTED") return "ERROR";
  const key = await app.vault.keyFor({ platformId, businessId });
  const access = await inScope(app.pool, scopeOf(asked), (tx) =>
    app.vault.reveal(tx, key, itemId, "BANK_ACCESS_TOKEN"),
  );
  if (!access) return "ERROR";
  try {
    const balances = await banks.balances(access, now);
    const found = balances.find(({ accountId }) => accountId === vendorAccountId);
    const balanceCents = found?.availableCents ?? found?.currentCents;
    if (!found || balanceCents === null || balanceCents === undefined) return "ERROR";
    return { balanceCents, ageHours: (now.getTime() - found.asOf.getTime()) / 3_600_000 };
  } catch {
    // A bank that does not answer neither cancels nor postpones a debit.
    return "ERROR";
  }
}

async function judge(tx: Tx, order: Order, item: BankItemStatus, read: BalanceRead, now: Date): Promise<void> {
  const { effectiveOn, alert } = preDebitCheck(order, item, read);
  const isMoved = !order.isOnce && effectiveOn !== order.effectiveOn;
  if (!alert && !isMoved) return;
  await tx
    .updateTable("payment_order")
    .set({
      ...(alert && { alerts: sql`array_append(alerts, ${alert})` }),
      ...(isMoved && {
        effective_on: effectiveOn,
        times_moved: order.timesMoved + 1,
        next_action_at: preDebitCheckAt(effectiveOn),
      }),
    })
    .where("id", "=", order.id)
    .execute();
  const kind = isMoved ? "payment.rescheduled" : "payment.checked";
  await noteStep(tx, order, { event: "PRE_DEBIT_CHECK", status: order.status, kind }, { ...system, now });
}
