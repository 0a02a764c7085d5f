import { inScope } from "../apps/api/src/db/scope.ts";
import { releaseDebits } from "../apps/api/src/payments/return-rates.ts";
import { releaseUnusual } from "../apps/api/src/payments/unusual-orders.ts";
import { seedId } from "../apps/api/src/seed/seed.ts";
import { addBankingDays } from "../packages/lending/src/calendar/banking-day.ts";
import { businessDate, dateAt, daysBetween } from "../packages/lending/src/calendar/business-date.ts";
import { books } from "../packages/lending/src/ledger/accounts.ts";
import { until } from "../scripts/processes.ts";
import {
  amountFrom,
  askSandbox,
  beginsAt,
  checkOrders,
  connectProcessor,
  type Debtor,
  makeDebtors,
  makeOrder,
  type OrderSpec,
  pausedWorkflows,
  putToSandbox,
} from "./payments-ground.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const hourMs = 3_600_000;
const longestOutageDays = 8;
/** By this day the processor is available to every business. */
const backOn = "2026-12-02";
const noonOf = (date: string) => new Date(`${date}T17:00:00Z`).getTime();

type Fault = { kind: string; probability?: number; only?: string; world?: string; hours?: number; ms?: number };

/** Every second send attempt fails in some way, and no idempotency key is remembered. */
const badDays: Fault[] = [
  ...["accepted-then-timeout", "accepted-then-reset", "reset", "500", "429"].map((kind) => ({
    kind,
    probability: 0.12,
    only: "POST /api/payment_orders",
  })),
  { kind: "hang", probability: 0.02, only: "POST /api/payment_orders" },
  ...["500", "429", "reset"].map((kind) => ({ kind, probability: 0.04, only: "GET /api/payment_orders" })),
  { kind: "keys-forgotten" },
  // Most webhooks arrive long after the next attempt, so that the lookup must find the payment.
  { kind: "webhooks-delayed", probability: 0.7, ms: 12_000 },
  { kind: "webhooks-duplicated", probability: 0.2 },
  { kind: "webhooks-shuffled", probability: 0.2, ms: 500 },
  { kind: "webhooks-forged", probability: 0.1 },
];

export const proof: Proof = {
  claim:
    "Debits and payouts of businesses with their own clocks go to a processor that accepts and does not answer, resets connections, answers 500 and 429, forgets every idempotency key, and is then unavailable for one to eight banking days. Its webhooks arrive late, twice, in any order, and forged. The journal of the processor shows that every payment order was accepted exactly once. No order with an unknown outcome is shown as failed. No workflow is paused or failed. The ledger holds every order once, and cash equals the bank's balance to the cent.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const businesses = tenth ? longestOutageDays : 40;
    const each = tenth ? 5 : 50;
    // An average; longer steps mean fewer steps.
    const hours = tenth ? 60 : 16;
    const world = await createWorld("payments-faults", { MODERN_TREASURY_TIMEOUT_MS: "1500" });
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      await connectProcessor(world);
      const debtors = await makeDebtors(world, businesses);
      const specs = debtors.flatMap((debtor) => Array.from({ length: each }, () => orderSpec(debtor, random)));
      const times = new Map(debtors.map(({ businessId }) => [businessId, new Date(beginsAt).getTime()]));
      const landed = new Map<string, number>();
      const setFaults = async (faults: Fault[]) => {
        for (const [kind, count] of Object.entries(await faultsLanded(world)))
          landed.set(kind, (landed.get(kind) ?? 0) + count);
        await putToSandbox(world, "/faults/modern-treasury", { seed, faults });
      };
      let steps = 0;
      let released = 0;
      /** Advances every clock by a random time and waits until the resulting work is done or has failed. */
      const pass = async (average: number) => {
        for (const [id, at] of times) times.set(id, at + average * hourMs * (0.5 + random()));
        await setClocks(world, times);
        await settled(world);
        hold("unknown outcomes shown as failed", await falselyFailed(world), 0);
        released += await releaseHeld(world);
        steps++;
      };
      const passUntil = async (date: string) => {
        while (Math.min(...times.values()) < noonOf(date)) {
          const left = (noonOf(backOn) - Math.min(...times.values())) / (hours * hourMs);
          await make(world, specs, payouts, Math.ceil(payouts.length / Math.max(1, left)));
          await pass(hours);
        }
      };

      await setFaults(badDays);
      const payouts = specs.flatMap(({ kind }, n) => (kind === "payout" ? [n] : []));
      const debits = specs.flatMap(({ kind }, n) => (kind === "debit" ? [n] : []));
      const debitCount = debits.length;
      await make(world, specs, debits, debitCount);
      say(`debits are made, ${payouts.length} payouts follow`);
      await passUntil("2026-11-19");
      say(`${await accepted(world)} accepted after ${steps} steps; the processor is unavailable`);
      const outages = debtors.map(({ businessId }, n): Fault => {
        const today = dateAt(new Date(times.get(businessId) ?? 0));
        const bankingDays = 1 + (n % longestOutageDays);
        return {
          kind: "outage",
          world: businessId,
          hours: 24 * daysBetween(today, addBankingDays(today, bankingDays)),
        };
      });
      await setFaults([...outages, ...badDays]);
      await passUntil(backOn);
      say(`${await accepted(world)} accepted after ${steps} steps; the processor is available to every business`);
      await passUntil("2026-12-08");
      await setFaults([]);
      say(`${await accepted(world)} accepted after ${steps} steps; all faults are off`);
      for (let calm = 0; calm < 30 && (await unfinished(world)); calm++) await pass(48);
      hold("orders that have not ended after two months", await unfinished(world), "");
      await until("every webhook is delivered", () => allWebhooksDelivered(world, debtors));
      await settled(world);
      const totals = await checkOrders(world);
      hold("orders made", totals.orders - totals.retries, specs.length);
      const { rows: attempts } = await world.admin.query<{ outcome: string; count: number }>(
        "select outcome, count(*) from app.payment_attempt where purpose = 'SEND' group by outcome",
      );
      const attemptsThat = (outcome: string) => attempts.find((one) => one.outcome === outcome)?.count ?? 0;
      const { rows: waited } = await world.admin.query(
        `select count(distinct payment_order_id) as orders, (select max(tries) from app.payment_order) as tries
         from app.payment_order_step where status = 'PAYMENT_PROCESSOR_OUTAGE'`,
      );
      return {
        "orders + retries after insufficient funds": `${totals.orders - totals.retries} + ${totals.retries}`,
        "debits + payouts": `${debitCount} + ${specs.length - debitCount}`,
        "businesses, each with its own clock": businesses,
        "accepted by the processor's journal": totals.accepted,
        "accepted twice": totals.doubled,
        "lost, by the journal": totals.lost,
        "unknown outcomes shown as failed": totals.falselyFailed,
        "workflows paused or failed": 0,
        "send attempts: accepted": attemptsThat("ACCEPTED"),
        "send attempts: outcome unknown": attemptsThat("UNKNOWN"),
        "send attempts: not sent": attemptsThat("NOT_SENT"),
        "acceptances learned from a webhook, not a response": totals.accepted - attemptsThat("ACCEPTED"),
        "most attempts for one order": waited[0].tries,
        "orders that waited as PAYMENT_PROCESSOR_OUTAGE": waited[0].orders,
        "accepted, then no answer or a reset":
          (landed.get("accepted-then-timeout") ?? 0) + (landed.get("accepted-then-reset") ?? 0),
        "reset, hung, 500, 429": ["reset", "hang", "500", "429"].reduce(
          (sum, kind) => sum + (landed.get(kind) ?? 0),
          0,
        ),
        "503 during the outage": landed.get("outage") ?? 0,
        "webhooks late, duplicated, shuffled, forged": ["delayed", "duplicated", "shuffled", "forged"]
          .map((kind) => landed.get(`webhooks-${kind}`) ?? 0)
          .join(", "),
        "holds that staff released": released,
        "longest outage": `${longestOutageDays} banking days`,
        "amount moved, equal in ledger and bank": `$${(totals.cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
      };
    } finally {
      await world.close();
    }
  },
};

function orderSpec(debtor: Debtor, random: () => number): OrderSpec {
  const dueOn = addBankingDays(businessDate("2026-11-17"), 1 + Math.floor(random() * 12));
  const book = books[Math.floor(random() * books.length)] ?? "EQUITY";
  return { debtor, kind: random() < 0.6 ? "debit" : "payout", amountCents: amountFrom(random), dueOn, book };
}

/** Takes the next orders off the waiting list and creates them. */
async function make(world: World, specs: OrderSpec[], waiting: number[], count: number): Promise<void> {
  const queue = waiting.splice(0, count);
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
        const one = specs[n];
        if (one) await makeOrder(world, one, `proof-${n}`);
      }
    }),
  );
}

async function setClocks(world: World, times: Map<string, number>): Promise<void> {
  await world.admin.query(
    `update app.business_clock c set now_at = t.now_at from unnest($1::uuid[], $2::timestamptz[]) as t (id, now_at)
     where c.business_id = t.id`,
    [[...times.keys()], [...times.values()].map((at) => new Date(at).toISOString())],
  );
  await Promise.all(
    [...times].map(([id, at]) => putToSandbox(world, "/clock", { world: id, now: new Date(at).toISOString() })),
  );
}

/** Waits until nothing is due and no payment workflow is open. */
const settled = (world: World) =>
  until(
    "due orders are processed",
    async () => {
      const { rows } = await world.admin.query(
        `select (select count(*) from app.payment_order o join app.business_clock c using (business_id) where o.next_action_at <= c.now_at)
           + (select count(*) from app.workflow_run where state = 'OPEN' and kind in ('check-balance', 'send-payment', 'read-payment')) as left_over`,
      );
      if (rows[0].left_over > 0) return false;
      return (await pausedWorkflows(world)) === 0;
    },
    600_000,
  );

/**
 * Staff let everything go that waits for them: debits that are held because every first debit of some accounts is returned, and orders that
 * are held as unusual because a business has many of them on the day after an outage.
 */
async function releaseHeld({ admin, app }: World): Promise<number> {
  type Held = { id: string; platformId: string; businessId: string };
  const by = { actor: { kind: "STAFF", id: seedId("staff/TREASURY") }, requestId: "proof" } as const;
  const { rows: businesses } = await admin.query<Held>(
    `select id, platform_id as "platformId", business_id as "businessId" from app.debit_hold where released_at is null`,
  );
  for (const { platformId, businessId } of businesses)
    await inScope(app.pool, { platformId, businessId }, (tx) => releaseDebits(tx, { platformId, businessId, ...by }));
  const { rows: orders } = await admin.query<Held>(
    `select id, platform_id as "platformId", business_id as "businessId" from app.payment_order
     where status = 'SCHEDULED' and claimed_at is null and unusual_reasons is not null and unusual_released_by is null`,
  );
  for (const { id, platformId, businessId } of orders)
    await inScope(app.pool, { platformId, businessId }, (tx) => releaseUnusual(tx, id, by));
  return businesses.length + orders.length;
}

async function falselyFailed({ admin }: World): Promise<number> {
  const { rows } = await admin.query(
    "select count(*) from app.payment_order where status = 'FAILED_PAYMENT' and return_code is distinct from 'R01'",
  );
  return rows[0].count;
}

/** Orders that have neither succeeded nor failed, by status. */
async function unfinished({ admin }: World): Promise<string> {
  const { rows } = await admin.query(
    `select status, unusual_reasons, claim_refusal, count(*) from app.payment_order
     where status not in ('SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT') group by 1, 2, 3`,
  );
  return rows.map((row) => JSON.stringify(row)).join(", ");
}

const accepted = async (world: World) =>
  (await askSandbox<{ entries: unknown[] }>(world, "/journal.json")).entries.length;

async function faultsLanded(world: World): Promise<Record<string, number>> {
  const plans = await askSandbox<Record<string, { landed: Record<string, number> }>>(world, "/faults");
  return plans["modern-treasury"]?.landed ?? {};
}

async function allWebhooksDelivered(world: World, debtors: Debtor[]): Promise<boolean> {
  for (const { businessId } of debtors) {
    const { undeliveredWebhooks } = await askSandbox<{ undeliveredWebhooks: number }>(world, `/clock/${businessId}`);
    if (undeliveredWebhooks > 0) return false;
  }
  return true;
}
