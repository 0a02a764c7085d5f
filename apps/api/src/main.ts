import { startRegularJobs } from "./clock/regular-jobs.ts";
import { startClock } from "./clock/start-clock.ts";
import { type Config, readConfig } from "./config.ts";
import { type AppContext, createContext } from "./context.ts";
import { createPool, refusePrivilegedRole } from "./db/pool.ts";
import { refuseUnreviewed } from "./disclosures/legal-texts.ts";
import { buildServer } from "./http/server.ts";
import { outsideTimeFrom, providersFrom } from "./providers.ts";
import { dueJobs, eventHandlers, regularJobs, slices } from "./slices.ts";
import { startTelemetry, type Telemetry } from "./telemetry.ts";
import { connectEngine, listenForEngine } from "./workflows/engine.ts";
import { startRelay } from "./workflows/relay.ts";
import { rolesFrom } from "./workflows/roles.ts";
import { watchEngine } from "./workflows/watch-engine.ts";

type Running = { close(): Promise<void> };

/** The HTTP API for all audiences. It is stateless, so any number of processes can run. */
async function startApi(config: Config, _args: readonly string[], telemetry: Telemetry | null): Promise<Running> {
  const app = await createContext("api", config, providersFrom(config));
  await refusePrivilegedRole(app.pool);
  const server = await buildServer(app, slices);
  telemetry?.watch(server);
  await server.listen({ host: config.HOST, port: config.PORT });
  app.log.info("api ready", { port: config.PORT });
  return {
    close: async () => {
      // Server.close() would wait for connections that become idle after their last answer.
      const closeIdle = setInterval(() => server.server.closeIdleConnections(), 50);
      await server.close();
      clearInterval(closeIdle);
      await app.close();
    },
  };
}

/**
 * Runs workflows and the clock: serves Restate, relays events and watches Restate's epoch. Any number of processes can run. Each does the work
 * of all roles, or of those named by `--only`.
 */
async function startWorker(config: Config, args: readonly string[]): Promise<Running> {
  const roles = rolesFrom(args);
  if (!config.ENGINE_DATABASE_URL)
    throw new Error("The worker needs ENGINE_DATABASE_URL: the database as the role inlay_engine.");
  const app = await createContext("worker", config, providersFrom(config));
  await refusePrivilegedRole(app.pool);
  const endpoint = await listenForEngine(app, slices, eventHandlers, roles);
  const engine = connectEngine(config);
  const enginePool = createPool(config.ENGINE_DATABASE_URL, { max: 2, name: "inlay-sweep" });
  const watch = await watchEngine(enginePool, engine, { url: endpoint.url, roles }, app.log);
  const relay = startRelay(config.ENGINE_DATABASE_URL, engine, roles, app.log);
  const jobs = roles.includes("main") ? startJobs(app, config.ENGINE_DATABASE_URL) : null;
  app.log.info("worker ready", { port: config.WORKER_PORT });
  return {
    close: async () => {
      await Promise.all([jobs?.stop(), relay.stop(), watch.stop()]);
      await endpoint.close();
      await Promise.all([app.close(), enginePool.end(), jobs?.close()]);
    },
  };
}

/** What time triggers: due rows and regular jobs. */
function startJobs(app: AppContext, engineDatabaseUrl: string) {
  const pool = createPool(engineDatabaseUrl, { max: 4, name: "inlay-clock" });
  const clock = startClock(app, pool, dueJobs, outsideTimeFrom(app.config));
  const regular = startRegularJobs(app, regularJobs);
  return { stop: () => Promise.all([clock.stop(), regular.stop()]), close: () => pool.end() };
}

const starts = { api: startApi, worker: startWorker };

try {
  const [part, ...args] = process.argv.slice(2) as [keyof typeof starts, ...string[]];
  if (!(part in starts)) throw new Error("The first argument must be api or worker.");
  const config = readConfig(process.env);
  refuseUnreviewed(config);
  const telemetry = await startTelemetry(config, part);
  const running = await starts[part](config, args, telemetry);
  const shutDown = async () => {
    // Running requests and steps can finish. The timeout ends the process if they do not.
    setTimeout(() => process.exit(1), 15_000).unref();
    await running.close();
    await telemetry?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, shutDown);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
