import type pg from "pg";
import { actInOrder } from "../apps/api/src/clock/act-on.ts";
import type { DueRow } from "../apps/api/src/clock/due-pages.ts";
import type { AppContext } from "../apps/api/src/context.ts";
import { readIfDue } from "../apps/api/src/payments/read-statements.ts";
import { dueJobs, eventHandlers, slices } from "../apps/api/src/slices.ts";
import { handleEvent } from "../apps/api/src/workflows/event-handlers.ts";
import type { EventRef, Step, WorkflowIds, WorkflowKind } from "../apps/api/src/workflows/public.ts";
import { bankingDayOnOrAfter } from "../packages/lending/src/calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../packages/lending/src/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "../packages/lending/src/calendar/eastern-time.ts";
import { sleep } from "./proof.ts";

/** What people do by themselves, in the order of its moments. */
export type Diary = { nextAt(): Date | null; act(now: Date): Promise<void> };

export type PortfolioClock = {
  now(): Date;
  /** Moves to the given time, from one moment at which something is due to the next. */
  passTo(end: Date): Promise<void>;
  /** The moments at which the clock has stopped, and what was done there. */
  counts: Record<"stops" | "days" | "due rows" | "workflows" | "events", number>;
};

type With = {
  app: AppContext;
  admin: pg.Pool;
  platformId: string;
  sandboxUrl: string;
  beginsAt: Date;
  diary: Diary;
  /** Called after the bank's statement of a day was read. */
  afterDay(day: BusinessDate): Promise<void>;
};

const lanes = 6;
const rowsAtOnce = 500;
/** What follows from one moment ends long before. */
const mostRounds = 500;
/** Our bank's statement of a day is read in its evening, before the night file. */
const statementAt = clock(18, 45);

/**
 * One clock for every business of a simulation, for its platform, its vendors and our bank. It stops only where something is due: a row of
 * the database, an event at a vendor, something that people do, or the statement of a day for which our bank has announced lines. At each stop everything
 * that follows is done before the clock moves on, by the server's own functions and in the order in which the worker does it. What is open is
 * found by the indexes of open workflows and unhandled events, whatever their businesses have behind them.
 */
export async function portfolioClock(using: With): Promise<PortfolioClock> {
  const { app, admin, platformId, sandboxUrl, beginsAt, diary, afterDay } = using;
  const counts = { stops: 0, days: 0, "due rows": 0, workflows: 0, events: 0 };
  let now = beginsAt;
  let statementDue: BusinessDate | null = null;

  await useSimulatedTime(admin, beginsAt);
  const rows = async <T extends pg.QueryResultRow>(name: string, text: string, values: unknown[] = []) =>
    (await admin.query<T>({ name, text, values })).rows;

  const ofEach = (text: (table: string, rank: number) => string) =>
    dueJobs.map(({ table }, rank) => `(${text(`app.${table}`, rank)})`).join(" union all ");
  const due = `select * from (${ofEach(
    (
      table,
      rank,
    ) => `select ${rank} as rank, platform_id as "platformId", business_id as "businessId", id, next_action_at as "dueAt",
      next_action_at::text as exactly from ${table} where platform_id = $1 and next_action_at <= $2 order by next_action_at, id limit ${rowsAtOnce}`,
  )}) due order by "dueAt", rank, id limit ${rowsAtOnce}`;
  const next = `select min(at) as at from (${ofEach(
    (table) => `select next_action_at as at from ${table} where platform_id = $1 and next_action_at is not null
      order by next_action_at limit 1`,
  )}) due`;

  const anything = `select exists (select from app.event where handled_at is null) as events,
    exists (select from app.workflow_run where state = 'OPEN') as workflows,
    exists (${ofEach((table) => `select from ${table} where platform_id = $1 and next_action_at <= $2`)}) as due`;
  type Open = Record<"events" | "workflows" | "due", boolean>;

  const actOnDue = async (): Promise<number> => {
    const found = await rows<DueRow>("due", due, [platformId, now]);
    const owners = [...Map.groupBy(found, (row) => row.businessId ?? row.id).values()];
    await inLanes(owners, (few) => actInOrder(app, dueJobs, few));
    counts["due rows"] += found.length;
    return found.length;
  };

  const workflows = new Map<WorkflowKind, ReturnType<ReturnType<typeof definitionOf>>>();
  const runWorkflows = async (): Promise<number> => {
    const found = await rows<WorkflowIds & { kind: WorkflowKind }>(
      "open",
      `select kind, id, platform_id as "platformId", business_id as "businessId" from app.workflow_run where state = 'OPEN'
       order by kind, id limit ${rowsAtOnce}`,
    );
    await inLanes(found, async ({ kind, ...ids }) => {
      const run = workflows.get(kind) ?? definitionOf(kind)(app);
      workflows.set(kind, run);
      await run(ids, step);
      await rows("done", "update app.workflow_run set state = 'DONE', ended_at = now() where kind = $1 and id = $2", [
        kind,
        ids.id,
      ]);
    });
    counts.workflows += found.length;
    return found.length;
  };

  const handleEvents = async (): Promise<number> => {
    const found = await rows<EventRef>(
      "unhandled",
      `select id, platform_id as "platformId", business_id as "businessId", stream from app.event where handled_at is null
       order by stream, sequence limit ${rowsAtOnce}`,
    );
    await inLanes([...Map.groupBy(found, ({ stream }) => stream).values()], async (events) => {
      for (const event of events) await handleEvent(app, eventHandlers, event);
    });
    counts.events += found.length;
    return found.length;
  };

  /** Vendors act until now, and their webhooks arrive. Returns when they act next. */
  const moveVendors = async (): Promise<Date | null> => {
    for (;;) {
      const { nextAt, undeliveredWebhooks } = await setVendorTime(sandboxUrl, now);
      if (undeliveredWebhooks === 0) return nextAt;
      await sleep(2);
    }
  };

  /** Does everything that is due now and what follows from it. Returns when vendors act next. */
  const settle = async (): Promise<Date | null> => {
    for (;;) {
      const nextAt = await moveVendors();
      let done = 0;
      for (let round = 1, rounds = 0; round > 0; done += round) {
        if (rounds++ === mostRounds) throw new Error(`what follows at ${now.toISOString()} does not end`);
        const [open] = await rows<Open>("anything", anything, [platformId, now]);
        round =
          (open?.events ? await handleEvents() : 0) +
          (open?.due ? await actOnDue() : 0) +
          (open?.workflows ? await runWorkflows() : 0);
      }
      if (done === 0) return nextAt;
    }
  };

  const readStatement = async (): Promise<void> => {
    await readIfDue(app, now);
    await settle();
    await afterDay(easternTime(now).date);
  };

  const stopAt = async (moment: Date): Promise<void> => {
    counts.days += Number(easternTime(moment).date !== easternTime(now).date);
    counts.stops++;
    now = moment;
    await rows("move", "update simulation.clock set now_at = $1", [now]);
  };

  return {
    now: () => now,
    counts,
    passTo: async (end) => {
      for (let vendorsAt = await settle(); ; ) {
        const [row] = await rows<{ at: Date | null }>("next", next, [platformId]);
        const statement = statementDue && easternInstant(statementDue, statementAt);
        const moments = [row?.at, vendorsAt, diary.nextAt(), statement].flatMap((at) => at ?? []);
        const [first] = moments.toSorted((a, b) => a.getTime() - b.getTime());
        if (!first || first > end) return stopAt(end);
        // A moment of the database is kept to the microsecond, and must not be before its row.
        await stopAt(new Date(Math.max(now.getTime(), first.getTime() + 1)));
        if (statement && statement <= now) {
          statementDue = null;
          await readStatement();
        }
        if ((diary.nextAt() ?? end) <= now) {
          // What people do at a vendor happens at this moment too.
          await moveVendors();
          await diary.act(now);
        }
        vendorsAt = await settle();
        const [asked] = await rows("asked", "select from app.statement_cursor where asked_at is not null");
        if (asked) statementDue ??= bankingDayAfterOpening(now);
      }
    },
  };
}

/** The day whose statement has what vendors do now. */
function bankingDayAfterOpening(now: Date): BusinessDate {
  const { date, minutes } = easternTime(now);
  return bankingDayOnOrAfter(minutes < statementAt ? date : addDays(date, 1));
}

const step: Step = (_name, work) => work();

function definitionOf(kind: WorkflowKind) {
  const workflow = slices.flatMap((slice) => slice.workflows?.[kind] ?? [])[0];
  if (!workflow) throw new Error(`no slice defines ${kind}`);
  return workflow;
}

/** One time for every business and for what belongs to none. The database of a server has no such function. */
async function useSimulatedTime(admin: pg.Pool, beginsAt: Date): Promise<void> {
  await admin.query("create schema simulation");
  await admin.query("create table simulation.clock (now_at timestamptz not null)");
  await admin.query("insert into simulation.clock values ($1)", [beginsAt]);
  await admin.query("grant usage on schema simulation to public; grant select on simulation.clock to public");
  await admin.query(
    "create or replace function app.business_now(p_business uuid) returns timestamptz language sql stable return (select now_at from simulation.clock)",
  );
  await admin.query("update app.statement_cursor set read_at = $1", [beginsAt]);
}

async function setVendorTime(
  sandboxUrl: string,
  now: Date,
): Promise<{ nextAt: Date | null; undeliveredWebhooks: number }> {
  const response = await fetch(`${sandboxUrl}/common-clock`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ now: now.toISOString() }),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  const answer = (await response.json()) as { nextAt: string | null; undeliveredWebhooks: number };
  return { ...answer, nextAt: answer.nextAt === null ? null : new Date(answer.nextAt) };
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.toReversed();
  const lane = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
