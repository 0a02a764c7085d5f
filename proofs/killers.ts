import path from "node:path";
import { end } from "../scripts/killable.ts";
import { type RunningPostgres, startPostgres } from "../scripts/postgres.ts";
import { until } from "../scripts/processes.ts";
import type { World } from "./world.ts";

export type KilledPart = "worker" | "API" | "sandbox" | "Restate" | "PostgreSQL";

/** Kills and restarts each part. */
export function killers(
  world: World,
): Record<KilledPart, (deleteStore: boolean) => Promise<void>> & { stop(): Promise<void> } {
  const { engine, dir } = world;
  let postgres: RunningPostgres = world.postgres;
  const port = Number(new URL(postgres.url()).port);
  const again = (part: typeof engine.worker) => async () => {
    await part.kill();
    await part.start();
  };
  return {
    worker: again(engine.worker),
    API: again(world.api),
    sandbox: again(engine.sandbox),
    Restate: (deleteStore) => engine.restartRestate(deleteStore),
    PostgreSQL: async () => {
      const { rows } = await world.admin.query<{ pid: number }>("select pid from pg_stat_activity");
      const gone = end(postgres.child, "SIGKILL");
      for (const { pid } of rows) killIfThere(pid);
      await gone;
      // The shared memory of the dead server is released after a moment, and no other server starts before that.
      await until("PostgreSQL is back", async () => {
        postgres = await startPostgres({ dir: path.join(dir, "postgres"), port, settings: { max_connections: 200 } });
        return true;
      });
    },
    stop: () => postgres.stop(),
  };
}

/** A database session may have ended by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
