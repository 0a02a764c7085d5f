import { dueKinds } from "./clock/due-kinds.ts";
import { startClock } from "./clock/start-clock.ts";
import { type Config, readConfig } from "./config.ts";
import { createPool, refuseToBePowerful } from "./db/pool.ts";
import { openHouse } from "./house.ts";
import { buildServer } from "./http/server.ts";
import { reconcileRegularly } from "./payments/public.ts";
import { mailerFrom, outsideTimeFrom, providersFrom } from "./providers.ts";
import { startTelemetry, type Telemetry } from "./telemetry.ts";
import { connectEngine, listenForEngine } from "./workflows/engine.ts";
import { startRelay } from "./workflows/relay.ts";
import { watchEngine } from "./workflows/watch-engine.ts";

type Running = { close(): Promise<void> };

/** The HTTP side: portal, partners, staff. Stateless; run as many as you like. */
async function startApi(config: Config, telemetry: Telemetry | null): Promise<Running> {
  const house = openHouse("api", config, providersFrom(config));
  await refuseToBePowerful(house.pool);
  const server = await buildServer(house);
  telemetry?.watch(server);
  await server.listen({ host: config.HOST, port: config.PORT });
  house.log.info("api ready", { port: config.PORT });
  return {
    close: async () => {
      // A connection that becomes idle after its last answer would be waited for until the caller lets go of it.
      const hangUp = setInterval(() => server.server.closeIdleConnections(), 50);
      await server.close();
      clearInterval(hangUp);
      await house.pool.end();
    },
  };
}

/** The side that carries stories and lets time pass: answers the engine, relays events, watches its memory. Run as many as you like. */
async function startWorker(config: Config): Promise<Running> {
  if (!config.ENGINE_DATABASE_URL)
    throw new Error("The worker needs ENGINE_DATABASE_URL: the database as the role inlay_engine.");
  const house = openHouse("worker", config, providersFrom(config));
  await refuseToBePowerful(house.pool);
  const mailer = mailerFrom(config);
  const endpoint = await listenForEngine(house, mailer);
  const engine = connectEngine(config);
  const enginePool = createPool(config.ENGINE_DATABASE_URL, { max: 2, name: "inlay-sweep" });
  const watch = await watchEngine(enginePool, engine, endpoint.url, house.log);
  const relay = startRelay(config.ENGINE_DATABASE_URL, engine, house.log);
  const clockPool = createPool(config.ENGINE_DATABASE_URL, { max: 4, name: "inlay-clock" });
  const outside = outsideTimeFrom(config);
  const clock = startClock(house, clockPool, dueKinds, outside);
  const statements = reconcileRegularly(house);
  house.log.info("worker ready", { port: config.WORKER_PORT });
  return {
    close: async () => {
      await Promise.all([clock.stop(), relay.stop(), watch.stop(), statements.stop()]);
      await endpoint.close();
      mailer.close();
      await Promise.all([house.pool.end(), enginePool.end(), clockPool.end()]);
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
