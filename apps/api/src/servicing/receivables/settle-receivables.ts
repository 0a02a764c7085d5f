import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { platformRefunded, platformSettled } from "@inlay/lending/ledger/entries.ts";
import { type Cents, cents, negate, noCents } from "@inlay/lending/money/cents.ts";
import type { PaymentDirection, PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import {
  type SettlementEvent,
  type SettlementStatus,
  settlementEventBy,
  settlementLifecycle,
} from "@inlay/lending/products/integrated-cash-advance/settlement-lifecycle.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../../approvals/public.ts";
import type { DueJob } from "../../clock/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import { inAnotherScope, type Tx } from "../../db/scope.ts";
import { createOrder, findPlatformAccount, ofNoProduct } from "../../payments/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { bySystem } from "../serviced-product.ts";

/** The banking days for which refunds above sales wait for sales, before we pay the platform. */
const carriedForBankingDays = 5;

/** Settlements end at midnight in UTC, in whatever zone the businesses of a platform are. */
const utcDay = (at: Date): BusinessDate => businessDate(at.toISOString().slice(0, 10));
const endOf = (day: BusinessDate): Date => new Date(`${addDays(day, 1)}T00:00:00Z`);

type Owner = { platformId: string; businessId: string | null; book: Book; now: Date };

/**
 * The settlement that is open, for a receivable to join. It is locked against its cut, not against other receivables: the cut waits for those
 * that have joined, and a receivable that has waited for the cut joins the next settlement.
 */
export async function openSettlement(tx: Tx, { platformId, businessId, book, now }: Owner): Promise<string> {
  const today = utcDay(now);
  for (;;) {
    const open = await tx
      .selectFrom("receivable_settlement")
      .select("id")
      .where("platform_id", "=", platformId)
      .where(businessId === null ? sql<boolean>`business_id is null` : sql<boolean>`business_id = ${businessId}`)
      .where("book", "=", book)
      .where("status", "=", "OPEN")
      .forShare()
      .executeTakeFirst();
    if (open) return open.id;
    await tx
      .insertInto("receivable_settlement")
      .values({
        id: uuidv7(),
        platform_id: platformId,
        business_id: businessId,
        book,
        status: settlementLifecycle.begin("OPENED"),
        opened_on: today,
        settles_on: today,
        next_action_at: endOf(today),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Ends the day of a settlement, and orders its sum. */
export const settleReceivables: DueJob = {
  name: "receivable-settlement.cut",
  table: "receivable_settlement",
  act: (tx, { id, platformId }, now) => asPlatform(tx, platformId, () => cut(tx, id, now)),
};

/** The order, the account and the task belong to the platform, also where the settlement is that of one business. */
const asPlatform = <T>(tx: Tx, platformId: string, work: () => Promise<T>): Promise<T> =>
  inAnotherScope(tx, { platformId, businessId: "whole platform" }, work);

async function cut(tx: Tx, id: string, now: Date): Promise<void> {
  const settlement = await lockSettlement(tx, id);
  const { platformId, openedOn } = settlement;
  const sums = await tx
    .selectFrom("receivable")
    .select((one) => one.fn.coalesce(one.fn.sum<number>("amount_cents"), one.lit(0)).as("total"))
    .select((one) => one.fn.countAll<string>().as("count"))
    .where("settlement_id", "=", id)
    .executeTakeFirstOrThrow();
  const totalCents = cents(Number(sums.total));
  const final = { totalCents, count: Number(sums.count) };
  if (totalCents === noCents) return move(tx, settlement, "CUT", { ...final, chosen: "SETTLED" });
  const account = await accountFor(tx, platformId, totalCents, now);
  const waitsForSales = totalCents < 0 && utcDay(now) <= addBankingDays(openedOn, carriedForBankingDays);
  if (!account || waitsForSales) return carry(tx, settlement, now);
  await move(tx, settlement, "CUT", { ...final, chosen: "COLLECTING" });
  await order(tx, settlement, totalCents, account);
}

/** The account that the sum of a settlement is debited from or paid to. Staff have a task while the platform has none. */
async function accountFor(tx: Tx, platformId: string, totalCents: Cents, now: Date): Promise<string | null> {
  const account = await findPlatformAccount(tx, platformId, directionOf(totalCents));
  const task = { kind: "PLATFORM_ACCOUNT_MISSING", subjectId: platformId } as const;
  if (account) await closeTask(tx, task);
  else await openTask(tx, { ...task, platformId, businessId: null, dueAt: endOf(utcDay(now)) });
  return account;
}

/** What a platform owes is debited, and what refunds have left above sales is paid to it. */
const directionOf = (totalCents: Cents): PaymentDirection => (totalCents > 0 ? "INCOMING" : "OUTGOING");

/** Orders the sum of a settlement: for the first time, or again after its orders have failed. */
async function order(
  tx: Tx,
  { id, platformId, book }: Settlement,
  totalCents: Cents,
  bankAccountId: string,
): Promise<void> {
  const { count } = await ordersOf(tx, id)
    .select((one) => one.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const direction = directionOf(totalCents);
  const isDebit = direction === "INCOMING";
  const amountCents = isDebit ? totalCents : negate(totalCents);
  await createOrder(
    tx,
    {
      ...ofNoProduct,
      platformId,
      key: `${itemOf(id)}/${Number(count) + 1}`,
      item: itemOf(id),
      bankAccountId,
      direction,
      paymentType: isDebit ? "REPAYMENT" : "OUTGOING",
      amountCents,
      book,
      entries: [isDebit ? platformSettled(book, amountCents) : platformRefunded(book, amountCents)],
      // A payment of the platform follows real time.
      dueOn: dateAt(await businessNow(tx, null)),
    },
    bySystem,
  );
}

const ordersOf = (tx: Tx, id: string) =>
  tx.selectFrom("payment_order").where("business_id", "is", null).where("item", "=", itemOf(id));

/** The name of a settlement in its orders. A retry of the first one has the same. */
const itemOf = (id: string): string => `receivable-settlement/${id}`;

async function carry(tx: Tx, { id, status }: Settlement, now: Date): Promise<void> {
  const day = utcDay(now);
  await tx
    .updateTable("receivable_settlement")
    .set({ status: settlementLifecycle.next(status, "CARRIED"), settles_on: day, next_action_at: endOf(day) })
    .where("id", "=", id)
    .execute();
}

/** The order of a settlement was sent, or has an outcome. */
export const followSettlement: EventHandler<
  "payment.submitted" | "payment.settled" | "payment.failed" | "payment.returned" | "payment.cancelled"
> =
  async (_app, { businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    if (businessId) return;
    const order = await tx
      .selectFrom("payment_order")
      .select("item")
      .where("id", "=", paymentOrderId)
      .executeTakeFirst();
    const [kind, id] = order?.item.split("/") ?? [];
    if (kind !== "receivable-settlement" || !id) return;
    const settlement = await lockSettlement(tx, id);
    const newest = await ordersOf(tx, id).select("status").orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
    const event = settlementEventBy(settlement.status, newest.status as PaymentOrderStatus);
    if (event) await move(tx, settlement, event);
  };

/** Staff have looked into a failed settlement with its platform: it is ordered again, on the account that the platform has now. */
export const collectAgain: EventHandler<"task.resolved"> =
  async (_app, { body: { taskId, task } }) =>
  async (tx) => {
    if (task !== "SETTLEMENT_FAILED") return;
    const { id } = await tx
      .selectFrom("task")
      .select("subject_id as id")
      .where("id", "=", taskId)
      .executeTakeFirstOrThrow();
    const settlement = await lockSettlement(tx, id);
    if (settlement.status !== "FAILED" || settlement.totalCents === null) return;
    const { platformId, totalCents } = settlement;
    const account = await accountFor(tx, platformId, totalCents, await businessNow(tx, null));
    // It stays failed, and the task comes back.
    if (!account) return openFailure(tx, settlement);
    await move(tx, settlement, "RETRIED");
    await order(tx, settlement, totalCents, account);
  };

type Settlement = {
  id: string;
  platformId: string;
  businessId: string | null;
  book: Book;
  status: SettlementStatus;
  openedOn: BusinessDate;
  settlesOn: BusinessDate;
  totalCents: Cents | null;
  count: number | null;
};

async function lockSettlement(tx: Tx, id: string): Promise<Settlement> {
  const row = await tx
    .selectFrom("receivable_settlement")
    .select(["id", "platform_id as platformId", "business_id as businessId", "book", "status"])
    .select(["opened_on as openedOn", "settles_on as settlesOn"])
    .select(["total_cents as totalCents", "receivable_count as count"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row as unknown as Settlement;
}

async function openFailure(tx: Tx, { id: subjectId, platformId }: Settlement): Promise<void> {
  const dueAt = easternInstant(addBankingDays(dateAt(await businessNow(tx, null)), 1), clock(17, 0));
  await openTask(tx, { kind: "SETTLEMENT_FAILED", subjectId, platformId, businessId: null, dueAt });
}

type Final = { totalCents: Cents; count: number; chosen: SettlementStatus };

async function move(tx: Tx, settlement: Settlement, event: SettlementEvent, final?: Final): Promise<void> {
  const { id, platformId, businessId, settlesOn } = settlement;
  const status = settlementLifecycle.next(settlement.status, event, final?.chosen);
  if (status === "OPEN") throw new Error("a settlement that stays open is carried");
  const totalCents = final?.totalCents ?? settlement.totalCents ?? noCents;
  const count = final?.count ?? settlement.count ?? 0;
  await tx
    .updateTable("receivable_settlement")
    .set({ status, total_cents: totalCents, receivable_count: count, next_action_at: null })
    .where("id", "=", id)
    .execute();
  if (status === "FAILED") await openFailure(tx, settlement);
  else await closeTask(tx, { kind: "SETTLEMENT_FAILED", subjectId: id });
  await record(tx, {
    platformId,
    businessId,
    kind: eventKinds[status],
    body: { receivableSettlementId: id, date: settlesOn, count, totalCents },
    action: `receivable-settlement.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "receivable settlement", id },
    before: { status: settlement.status },
    after: { status },
    ...bySystem,
  });
}

const eventKinds = {
  COLLECTING: "receivable_settlement.collection_started",
  SETTLED: "receivable_settlement.settled",
  FAILED: "receivable_settlement.failed",
} as const satisfies Record<Exclude<SettlementStatus, "OPEN">, string>;
