import type pg from "pg";
import type { Log } from "../log.ts";
import type { Engine } from "./engine.ts";
import { sweep } from "./relay.ts";

const checkEveryMs = 2_000;
const staleAfterSeconds = 600;

/**
 * Detects that Restate has lost its data and resubmits everything open from PostgreSQL. An epoch is stored only in Restate, so a missing
 * epoch means lost data. Workflow runs that stay open for long are also resubmitted periodically.
 */
export async function watchEngine(
  pool: pg.Pool,
  engine: Engine,
  endpointUrl: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let sweptStaleAt = performance.now();
  let wake = () => {};

  async function restore(): Promise<void> {
    await engine.register(endpointUrl);
    if (await engine.knowsEpoch()) return;
    const count = await sweep(pool, engine, 0);
    // The epoch is saved last, so an interrupted sweep is repeated by the next check.
    await engine.saveEpoch();
    log.info("open workflows were resubmitted to an engine without data", { count });
  }

  async function check(): Promise<void> {
    if (!(await engine.knowsEpoch().catch(() => false))) await restore();
    if (performance.now() - sweptStaleAt < staleAfterSeconds * 1000) return;
    sweptStaleAt = performance.now();
    const count = await sweep(pool, engine, staleAfterSeconds);
    if (count > 0) log.warn("workflows that have been open for long were resubmitted", { count });
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
