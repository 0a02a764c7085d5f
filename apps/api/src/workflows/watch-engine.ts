import type pg from "pg";
import type { Log } from "../log.ts";
import type { Engine } from "./engine.ts";
import { sweep } from "./relay.ts";

const lookEveryMs = 2_000;
const staleAfterSeconds = 600;

/**
 * Notices that the engine has lost its memory and gives it back what PostgreSQL knows. An epoch is kept in the engine alone: gone
 * means that everything is. Beside that, a story that has been open for long is offered again now and then.
 */
export async function watchEngine(
  pool: pg.Pool,
  engine: Engine,
  endpointUrl: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let sweptStaleAt = performance.now();
  let rest = () => {};

  async function restore(): Promise<void> {
    await engine.register(endpointUrl);
    if (await engine.knowsEpoch()) return;
    const count = await sweep(pool, engine, 0);
    // Kept last: should we stop half-way, the next look begins anew.
    await engine.saveEpoch();
    log.info("the engine was told everything that is open", { count });
  }

  async function look(): Promise<void> {
    if (!(await engine.knowsEpoch().catch(() => false))) await restore();
    if (performance.now() - sweptStaleAt < staleAfterSeconds * 1000) return;
    sweptStaleAt = performance.now();
    const count = await sweep(pool, engine, staleAfterSeconds);
    if (count > 0) log.warn("stories have been open for long", { count });
  }

  await restore();
  const loop = (async () => {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        rest = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!stopped) await look().catch((error) => log.warn("the engine does not answer", { error }));
    }
  })();
  return {
    stop: () => {
      stopped = true;
      rest();
      return loop;
    },
  };
}
