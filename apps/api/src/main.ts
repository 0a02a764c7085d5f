import { dueKinds } from "./clock/due-kinds.ts";
import { startClock } from "./clock/start-clock.ts";
import { type Config, readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { createPool, refuseToBePowerful } from "./db/pool.ts";
import { buildServer } from "./http/server.ts";
import { reconcileRegularly } from "./payments/public.ts";
import { emailSenderFrom, outsideTimeFrom, providersFrom } from "./providers.ts";
import { startTelemetry, type Telemetry } from "./telemetry.ts";
import { connectEngine, listenForEngine } from "./workflows/engine.ts";
import { startRelay } from "./workflows/relay.ts";
import { watchEngine } from "./workflows/watch-engine.ts";

type Running = { close(): Promise<void> };

/** The HTTP side: portal, partners, staff. Stateless; run as many as you like. */
async function startApi(config: Config, telemetry: Telemetry | null): Promise<Running> {
  const app = createContext("api", config, providersFrom(config));
  await refuseToBePowerful(app.pool);
  const server = await buildServer(app);
  telemetry?.watch(server);
  await server.listen({ host: config.HOST, port: config.PORT });
  app.log.info("api ready", { port: config.PORT });
  return {
    close: async () => {
      // A connection that becomes idle after its last answer would be waited for until the caller lets go of it.
      const hangUp = setInterval(() => server.server.closeIdleConnections(), 50);
      await server.close();
      clearInterval(hangUp);
      await app.pool.end();
    },
  };
}

/** The side that carries stories and lets time pass: answers the engine, relays events, watches its memory. Run as many as you like. */
async function startWorker(config: Config): Promise<Running> {
  if (!config.ENGINE_DATABASE_URL)
    throw new Error("The worker needs ENGINE_DATABASE_URL: the database as the role inlay_engine.");
  const app = createContext("worker", config, providersFrom(config));
  await refuseToBePowerful(app.pool);
  const emailSender = emailSenderFrom(config);
  const endpoint = await listenForEngine(app, emailSender);
  const engine = connectEngine(config);
  const enginePool = createPool(config.ENGINE_DATABASE_URL, { max: 2, name: "inlay-sweep" });
  const watch = await watchEngine(enginePool, engine, endpoint.url, app.log);
  const relay = startRelay(config.ENGINE_DATABASE_URL, engine, app.log);
  const clockPool = createPool(config.ENGINE_DATABASE_URL, { max: 4, name: "inlay-clock" });
  const outside = outsideTimeFrom(config);
  const clock = startClock(app, clockPool, dueKinds, outside);
  const statements = reconcileRegularly(app);
  app.log.info("worker ready", { port: config.WORKER_PORT });
  return {
    close: async () => {
      await Promise.all([clock.stop(), relay.stop(), watch.stop(), statements.stop()]);
      await endpoint.close();
      emailSender.close();
      await Promise.all([app.pool.end(), enginePool.end(), clockPool.end()]);
    },
  };
}

const starts = { api: startApi, worker: startWorker };

try {
  const part = process.argv[2] as keyof typeof starts;
  if (!(part in starts)) throw new Error("Say what to start: api or worker.");
  const config = readConfig(process.env);
  const telemetry = await startTelemetry(config, part);
  const running = await starts[part](config, telemetry);
  const leave = async () => {
    // Requests under way are answered and running steps end; after that nothing holds us.
    setTimeout(() => process.exit(1), 15_000).unref();
    await running.close();
    await telemetry?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, leave);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
