import type pg from "pg";
import type { Log } from "../log.ts";
import type { Engine } from "./engine.ts";
import { sweep } from "./relay.ts";
import type { WorkerRole } from "./roles.ts";

const checkEveryMs = 2_000;
const staleAfterSeconds = 600;

/**
 * Detects that Restate has lost its data and resubmits what is open of the worker's roles from PostgreSQL. An epoch is stored only in Restate, so a missing
 * epoch means lost data. Workflow runs that stay open for long are also resubmitted periodically.
 */
export async function watchEngine(
  pool: pg.Pool,
  engine: Engine,
  { url, roles }: { url: string; roles: readonly WorkerRole[] },
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let sweptStaleAt = performance.now();
  let wake = () => {};

  async function restore(): Promise<void> {
    await engine.register(url, roles);
    for (const role of roles) {
      if (await engine.knowsEpoch(role)) continue;
      const count = await sweep(pool, engine, role, 0);
      // The epoch is saved last, so an interrupted sweep is repeated by the next check.
      await engine.saveEpoch(role);
      log.info("open workflows were resubmitted to an engine without data", { count });
    }
  }

  const knowsEpochs = async () => {
    for (const role of roles) if (!(await engine.knowsEpoch(role).catch(() => false))) return false;
    return true;
  };

  async function check(): Promise<void> {
    if (!(await knowsEpochs())) await restore();
    if (performance.now() - sweptStaleAt < staleAfterSeconds * 1000) return;
    sweptStaleAt = performance.now();
    for (const role of roles) {
      const count = await sweep(pool, engine, role, staleAfterSeconds);
      if (count > 0) log.warn("workflows that have been open for long were resubmitted", { count });
    }
  }

  await restore();
  const loop = (async () => {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, checkEveryMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!stopped) await check().catch((error) => log.warn("the engine does not answer", { error }));
    }
  })();
  return {
    stop: () => {
      stopped = true;
      wake();
      return loop;
    },
  };
}
