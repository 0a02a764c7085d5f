import pg from "pg";
import type { Log } from "../log.ts";
import type { Engine } from "./engine.ts";
import type { EventRef, WorkflowIds } from "./public.ts";
import { type WorkerRole, workflowsOf } from "./roles.ts";

const shards = 8;
/** The advisory locks of each role, so that relays of different roles do not exclude each other. */
const lockSpaces: Record<WorkerRole, number> = { main: 4711, files: 4721 };
const eventsPerBatch = 500;
const eventsPerCall = 100;
const workflowsPerBatch = 200;
const lanes = 8;

export type Relay = { stop(): Promise<void>; stopped: Promise<void> };

type WaitingWorkflow = WorkflowIds & { kind: string; attempt: number };

/**
 * Relays from PostgreSQL to Restate at least once: events in order within each stream, and workflow runs of the worker's roles after their
 * commit. Any number of relays may run: a stream belongs to a shard, and only the holder of the shard's advisory lock relays it. If the
 * connection breaks, its locks are released and another relay takes over. Runs of a role without a worker wait and delay no others.
 */
export function startRelay(engineDatabaseUrl: string, engine: Engine, roles: readonly WorkerRole[], log: Log): Relay {
  let running = true;
  let wake = () => {};
  let notified = false;
  const notify = () => {
    notified = true;
    wake();
  };
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (notified || !running) wake();
    });

  async function session(): Promise<void> {
    const client = new pg.Client({
      connectionString: engineDatabaseUrl,
      application_name: "inlay-relay",
      keepAlive: true,
    });
    // A connection can report more than one error, and one without a listener would end the process.
    const broken = new Promise<never>((_, reject) => client.on("error", reject));
    broken.catch(() => {});
    try {
      await client.connect();
      client.on("notification", notify);
      await client.query("listen inlay_work");
      const held = roles.map((role) => ({ role, shards: new Set<number>() }));
      let lookedForShardsAt = Number.NEGATIVE_INFINITY;
      while (running) {
        notified = false;
        if (performance.now() - lookedForShardsAt > 2_000) {
          for (const one of held) await acquireShards(client, one.role, one.shards);
          lookedForShardsAt = performance.now();
        }
        let moved = 0;
        for (const one of held) {
          if (one.role === "main") moved += await relayEvents(client, [...one.shards], engine);
          moved += await submitNew(client, one.role, [...one.shards], engine);
        }
        if (moved === 0) await Promise.race([sleep(1_000), broken]);
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  const stopped = (async () => {
    while (running) {
      await session().catch((error) => log.warn("the relay failed and restarts", { error }));
      if (running) await sleep(500);
    }
  })();
  return {
    stopped,
    stop: () => {
      running = false;
      wake();
      return stopped;
    },
  };
}

async function acquireShards(client: pg.Client, role: WorkerRole, held: Set<number>): Promise<void> {
  for (let shard = 0; shard < shards; shard++) {
    if (held.has(shard)) continue;
    const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as won", [lockSpaces[role], shard]);
    if (rows[0].won) held.add(shard);
  }
}

async function relayEvents(client: pg.Client, held: number[], engine: Engine): Promise<number> {
  const { rows } = await client.query<EventRef>({
    name: "unrelayed",
    text: `select id, platform_id as "platformId", business_id as "businessId", stream from app.event
      where relayed_at is null and abs(hashtext(stream::text)) % ${shards} = any($1) order by stream, sequence limit ${eventsPerBatch}`,
    values: [held],
  });
  for (let at = 0; at < rows.length; at += eventsPerCall) {
    // The calls are sequential, so an event never overtakes an earlier one of its stream.
    const batch = rows.slice(at, at + eventsPerCall);
    await engine.call("/event-dispatcher/dispatch", batch);
    await client.query({
      name: "relayed",
      text: "update app.event set relayed_at = clock_timestamp() where id = any($1::uuid[])",
      values: [batch.map((event) => event.id)],
    });
  }
  return rows.length;
}

const workflowColumns = `kind, id, platform_id as "platformId", business_id as "businessId", attempt`;

async function submitNew(client: pg.Client, role: WorkerRole, held: number[], engine: Engine): Promise<number> {
  const { rows } = await client.query<WaitingWorkflow>({
    name: "unsubmitted",
    text: `select ${workflowColumns} from app.workflow_run
      where state = 'OPEN' and submitted_at is null and abs(hashtext(id::text)) % ${shards} = any($1) and kind = any($2)
      order by created_at limit ${workflowsPerBatch}`,
    values: [held, workflowsOf(role)],
  });
  await submit(client, rows, engine);
  return rows.length;
}

async function submit(client: pg.Client | pg.Pool, workflows: WaitingWorkflow[], engine: Engine): Promise<void> {
  const queue = [...workflows];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { kind, attempt, ...ids } = next;
        await engine.call(`/${kind}/${ids.id}.${attempt}/run/send`, ids);
      }
    }),
  );
  for (const kind of new Set(workflows.map((one) => one.kind))) {
    const ids = workflows.filter((one) => one.kind === kind).map((one) => one.id);
    await client.query(
      "update app.workflow_run set submitted_at = clock_timestamp() where kind = $1 and id = any($2::uuid[])",
      [kind, ids],
    );
  }
}

/**
 * Submits open workflow runs of a role to Restate again. Restate ignores those whose key it knows, so this is safe at any time. `olderThanSeconds` 0
 * means all open runs, after Restate has lost its data; events that are not yet handled are then relayed again, too.
 */
export async function sweep(
  pool: pg.Pool,
  engine: Engine,
  role: WorkerRole,
  olderThanSeconds: number,
): Promise<number> {
  if (olderThanSeconds === 0 && role === "main") {
    await pool.query("update app.event set relayed_at = null where handled_at is null and relayed_at is not null");
  }
  let submitted = 0;
  for (let after = { kind: "", id: "00000000-0000-0000-0000-000000000000" }; ; ) {
    const { rows } = await pool.query<WaitingWorkflow>(
      `select ${workflowColumns} from app.workflow_run
        where state = 'OPEN' and (kind, id) > ($1, $2::uuid) and ($3 = 0 or submitted_at < now() - make_interval(secs => $3))
          and kind = any($4)
        order by kind, id limit ${workflowsPerBatch}`,
      [after.kind, after.id, olderThanSeconds, workflowsOf(role)],
    );
    const last = rows.at(-1);
    if (!last) return submitted;
    await submit(pool, rows, engine);
    submitted += rows.length;
    after = last;
  }
}
