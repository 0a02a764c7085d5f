import type pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { slices } from "../apps/api/src/slices.ts";
import { defaultSettings } from "../packages/contracts/src/platform-settings.ts";
import { freePort } from "../scripts/processes.ts";
import { ledgerGround } from "./ledger-ground.ts";

/** A database, the sandbox's vendors in their own process, and a server that hears their webhooks. */
export type SimulationGround = {
  admin: pg.Pool;
  app: AppContext;
  platformId: string;
  sandboxUrl: string;
  close(): Promise<void>;
};

const connections = 8;

export async function simulationGround(name: string): Promise<SimulationGround> {
  const { admin, scope, environment, url, close } = await ledgerGround(name, 1);
  admin.options.max = connections;
  // Nothing here is about crashes.
  await admin.query("alter database inlay set synchronous_commit = off");
  const key = "a key of the simulation";
  const port = await freePort();
  const sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: `http://127.0.0.1:${port}/api/vendors/payments/webhooks`,
    MODERN_TREASURY_WEBHOOK_KEY: key,
  });
  const config = readConfig({
    ...environment,
    ...sandbox.environment,
    ENGINE_DATABASE_URL: url("engine"),
    DATABASE_POOL: String(connections),
    MODERN_TREASURY_WEBHOOK_KEY: key,
  });
  const app = await createContext("api", config, providersFrom(config));
  await inScope(app.pool, { platformId: scope.platformId, businessId: "whole platform" }, (tx) =>
    saveSettings(tx, scope.platformId, { ...defaultSettings(), signInDomains: ["simulation.example"] }),
  );
  const server = await buildServer(app, slices);
  await server.listen({ host: "127.0.0.1", port });
  return {
    admin,
    app,
    platformId: scope.platformId,
    sandboxUrl: sandbox.url,
    close: async () => {
      await server.close();
      await sandbox.close();
      await app.close();
      await close();
    },
  };
}
