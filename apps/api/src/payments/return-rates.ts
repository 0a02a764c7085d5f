import { Refusal } from "@inlay/contracts/errors.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import {
  administrativeCodes,
  type DebitCounts,
  judgeReturnRates,
  returnRateDays,
  unauthorizedCodes,
} from "@inlay/lending/payments/return-rates.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { RegularJob } from "../clock/public.ts";
import { type Actor, record } from "../db/record.ts";
import { beyondBusiness, inScope, staffScope, statement, type Tx } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";
import type { Order } from "./order.ts";

type Tenant = Pick<Order, "platformId" | "businessId">;

/**
 * Checks the return rates after a debit is returned. At half of a limit a staff task is opened; at the limit the platform's new debits are
 * held. A business with its own clock is judged alone, because its sixty days differ from the others'.
 */
export async function watchReturnRates(tx: Tx, { platformId, businessId }: Tenant, now: Date): Promise<void> {
  await beyondBusiness(tx, async () => {
    const ownTime = await statement(tx, "select from app.business_clock where business_id = $1", [businessId]);
    const alone = ownTime.length > 0 ? businessId : null;
    const verdict = judgeReturnRates(await countDebits(tx, platformId, alone, now));
    if (verdict === "QUIET") return;
    const subjectId = alone ?? platformId;
    await openTask(tx, { kind: "RETURN_RATE_ALARM", subjectId, platformId, businessId: alone, dueAt: now });
    if (verdict === "ALARM") return;
    const held = await tx
      .insertInto("debit_hold")
      .values({ platform_id: platformId, business_id: alone, held_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (held.numInsertedOrUpdatedRows === 0n) return;
    await record(tx, {
      platformId,
      businessId: alone,
      kind: "debits.held",
      body: {},
      action: "payment.hold-debits",
      object: { kind: "platform", id: platformId },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  });
}

/** Whether new debits of the platform, or of this business, are held. */
export async function areDebitsHeld(tx: Tx, { platformId, businessId }: Tenant): Promise<boolean> {
  const holds = await statement(
    tx,
    "select from app.debit_hold where platform_id = $1 and (business_id is null or business_id = $2) and released_at is null",
    [platformId, businessId],
  );
  return holds.length > 0;
}

type Release = { platformId: string; businessId: string | null; actor: Actor & { kind: "STAFF" }; requestId: string };

/** Releases held debits on behalf of staff: they go out with the next file. The next return over the limit holds them again. */
export async function releaseDebits(tx: Tx, { platformId, businessId, actor, requestId }: Release): Promise<void> {
  // A returned debit records its event before it holds further ones. Locks are taken in that order here too.
  await record(tx, {
    platformId,
    businessId,
    kind: "debits.released",
    body: {},
    action: "payment.release-debits",
    object: { kind: "platform", id: platformId },
    actor,
    requestId,
  });
  const released = await statement(
    tx,
    `update app.debit_hold set released_at = now(), released_by = $3
     where platform_id = $1 and business_id is not distinct from $2 and released_at is null returning id`,
    [platformId, businessId, actor.id],
  );
  if (released.length === 0)
    throw new Refusal("WRONG_STATE", { context: { status: "NOT_HELD", allowedFrom: ["HELD"] } });
  await closeTask(tx, { kind: "RETURN_RATE_ALARM", subjectId: businessId ?? platformId });
}

const hourMs = 3_600_000;

/**
 * Checks the return rates of all platforms together, which are the ones that the network holds against us. Staff decide whose debits to
 * hold, because one platform may cause what all would suffer for.
 */
export const watchAllReturnRates: RegularJob = {
  name: "payments.watch-all-return-rates",
  everyMs: hourMs,
  run: async ({ pool }, now) => {
    const today = dateAt(now);
    const [counts] = await inScope(pool, internalScope, (tx) =>
      statement<DebitCounts>(tx, "select * from app.count_debits($1, $2, $3, $4)", [
        addDays(today, -returnRateDays),
        today,
        unauthorizedCodes,
        administrativeCodes,
      ]),
    );
    if (!counts) throw new Error("the count query returned no row");
    const { platformId } = staffScope;
    const task = { kind: "RETURN_RATE_ALARM", subjectId: platformId } as const;
    await inScope(pool, { platformId, businessId: "whole platform" }, (tx) =>
      judgeReturnRates(counts) === "QUIET"
        ? closeTask(tx, task)
        : openTask(tx, { ...task, platformId, businessId: null, dueAt: now }),
    );
  },
};

async function countDebits(tx: Tx, platformId: string, alone: string | null, now: Date): Promise<DebitCounts> {
  const today = dateAt(now);
  const [counts] = await statement<DebitCounts>(
    tx,
    `select count(*) as debits, count(*) filter (where return_code = any($5)) as unauthorized,
       count(*) filter (where return_code = any($6)) as administrative, count(return_code) as returned
     from app.payment_order o
     where platform_id = $1 and direction = 'INCOMING' and purpose <> 'MICRO_ENTRY' and processor_order_id is not null
       and effective_on between $3 and $4
       and case when $2::uuid is null then not exists (select from app.business_clock c where c.business_id = o.business_id)
         else business_id = $2 end`,
    [platformId, alone, addDays(today, -returnRateDays), today, unauthorizedCodes, administrativeCodes],
  );
  if (!counts) throw new Error("the count query returned no row");
  return counts;
}
