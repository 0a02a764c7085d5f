import { Refusal } from "@inlay/contracts/errors.ts";
import { nextCutOff, submitAt } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type EntryToWatch, unusualEntryLimits, unusualReasons } from "@inlay/lending/payments/unusual-entry.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import { statement, type Tx } from "../db/scope.ts";
import { cancelOrder } from "./decide-order.ts";
import { lockOrder, moveOrder, type Order, system } from "./order.ts";

const task = "PAYMENT_UNUSUAL";

/** Banking days after which an unusual order that nobody decided about is cancelled. */
const heldForBankingDays = 5;

/**
 * Holds an unusual order that nobody has approved yet: it is not sent, and a staff task is due by the next cut-off. An order that comes here
 * again was held until the end, and is cancelled, even if it would be ordinary by now.
 */
export async function holdIfUnusual(tx: Tx, order: Order, now: Date): Promise<boolean> {
  const { id, platformId, businessId } = order;
  const facts = await factsOf(tx, order, now);
  if (facts.isReleased) return false;
  if (facts.isHeld) {
    await moveOrder(tx, order, "CANCELLED", { ...system, now }, { next_action_at: null });
    await closeTask(tx, { kind: task, subjectId: id });
    await openTask(tx, { kind: "PAYMENT_NOT_SENT", subjectId: id, platformId, businessId, dueAt: nextCutOff(now) });
    return true;
  }
  const reasons = unusualReasons(facts.entry);
  if (reasons.length === 0) return false;
  const heldUntil = submitAt(addBankingDays(dateAt(now), heldForBankingDays + 1));
  await tx
    .updateTable("payment_order")
    .set({ unusual_reasons: reasons, next_action_at: heldUntil })
    .where("id", "=", id)
    .execute();
  await openTask(tx, { kind: task, subjectId: id, platformId, businessId, dueAt: nextCutOff(now) });
  await record(tx, {
    platformId,
    businessId,
    kind: "payment.held",
    body: { paymentOrderId: id, status: order.status },
    action: "payment.hold-unusual",
    object: { kind: "payment order", id },
    after: { reasons },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  return true;
}

type Row = {
  isReleased: boolean;
  isHeld: boolean;
  addedOn: BusinessDate;
  payoutsToAccount: number;
  medianCents: number;
  payments: number;
  ordersToday: number;
  centsToday: number;
  otherBusinesses: number;
};

async function factsOf(
  tx: Tx,
  { id, businessId, bankAccountId, direction, amountCents }: Order,
  now: Date,
): Promise<{ isReleased: boolean; isHeld: boolean; entry: EntryToWatch }> {
  const today = dateAt(now);
  const since = addDays(today, -unusualEntryLimits.businessesPerAccountDays);
  const [row] = await statement<Row>(
    tx,
    `select o.unusual_released_by is not null as "isReleased", o.unusual_reasons is not null as "isHeld", a.added_on::text as "addedOn",
       (select count(*)::int from app.payment_order p where p.bank_account_id = a.id and p.direction = 'OUTGOING'
         and p.purpose <> 'MICRO_ENTRY' and p.id <> o.id and p.processor_order_id is not null) as "payoutsToAccount",
       u.median::float8 as "medianCents", u.payments, d.orders as "ordersToday", d.cents::float8 as "centsToday",
       case when o.direction = 'OUTGOING' then app.count_other_businesses_paid(a.id, $3, $5) else 0 end as "otherBusinesses"
     from app.payment_order o join app.bank_account a on a.id = $2
     cross join lateral (select coalesce(percentile_disc(0.5) within group (order by p.amount_cents), 0) as median, count(*)::int as payments
       from app.payment_order p where p.business_id = $3 and p.direction = o.direction and p.payment_type = o.payment_type
         and p.purpose <> 'MICRO_ENTRY' and p.status = 'SUCCESSFUL_PAYMENT') u
     cross join lateral (select count(*)::int as orders, coalesce(sum(p.amount_cents), 0) as cents
       from app.payment_order p where p.business_id = $3 and p.direction = o.direction and p.id <> o.id
         and (p.claimed_at at time zone 'UTC')::date = $4::date) d
     where o.id = $1`,
    [id, bankAccountId, businessId, today, since],
  );
  if (!row) throw new Error("a locked payment order has no account");
  return {
    isReleased: row.isReleased,
    isHeld: row.isHeld,
    entry: {
      direction,
      amountCents,
      today,
      accountAddedOn: row.addedOn,
      payoutsToAccount: row.payoutsToAccount,
      usual: { medianCents: row.medianCents, payments: row.payments },
      sentToday: { orders: row.ordersToday, cents: row.centsToday },
      otherBusinessesPaid: row.otherBusinesses,
    },
  };
}

type RequestedBy = { actor: Actor & { kind: "STAFF" }; requestId: string };

/** An order that is held as unusual, locked. */
async function held(tx: Tx, id: string): Promise<Order> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  const rows = await statement(
    tx,
    `select from app.payment_order where id = $1 and status = 'SCHEDULED' and claimed_at is null
       and unusual_reasons is not null and unusual_released_by is null`,
    [id],
  );
  if (rows.length === 0)
    throw new Refusal("WRONG_STATE", { context: { status: order.status, allowedFrom: ["HELD_AS_UNUSUAL"] } });
  return order;
}

/** Lets an unusual order go on behalf of staff: all other checks run again, and it goes with the next file. */
export async function releaseUnusual(tx: Tx, id: string, { actor, requestId }: RequestedBy): Promise<void> {
  const { platformId, businessId, status } = await held(tx, id);
  await tx
    .updateTable("payment_order")
    .set({ unusual_released_by: actor.id, next_action_at: await businessNow(tx, businessId) })
    .where("id", "=", id)
    .execute();
  await closeTask(tx, { kind: task, subjectId: id });
  await record(tx, {
    platformId,
    businessId,
    kind: "payment.released",
    body: { paymentOrderId: id, status },
    action: "staff.payment.release-unusual",
    object: { kind: "payment order", id },
    actor,
    requestId,
  });
}

/** Cancels an unusual order on behalf of staff. */
export async function cancelUnusual(tx: Tx, id: string, by: RequestedBy): Promise<void> {
  await held(tx, id);
  await cancelOrder(tx, id, null, by);
  await closeTask(tx, { kind: task, subjectId: id });
}
