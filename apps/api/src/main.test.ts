import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killable } from "../../../scripts/killable.ts";
import { freePort, until } from "../../../scripts/processes.ts";
import { type Config, readConfig, sharedSecrets } from "./config.ts";
import { type TestDatabase, testDatabase } from "./db/test-database.fixture.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const settings = async (changes: Partial<Record<keyof Config, string>> = {}) => ({
  DATABASE_URL: database.url("app"),
  SESSION_SECRET: randomBytes(32).toString("hex"),
  KEY_VAULT_FILE: path.join(tmpdir(), `keys-${randomBytes(8).toString("hex")}.json`),
  PORT: String(await freePort()),
  PORTAL_DIST: "/nowhere",
  ...changes,
});

const api = (env: Record<string, string>) =>
  killable({ script: "apps/api/src/main.ts", args: ["api"], env, ready: /api ready/ });

describe("API process", () => {
  it("finishes running requests at shutdown and accepts no new ones", async () => {
    const env = await settings();
    const server = api(env);
    await server.start();
    const url = `http://127.0.0.1:${env.PORT}`;
    // The lock on the table keeps the request running until the test releases it.
    const holder = await database.admin.connect();
    await holder.query("begin; lock table app.sign_in_domain");
    const slow = fetch(`${url}/api/public/v1/platforms?page=https://nobody.example/`);
    await until("the request waits for the lock", async () => {
      const { rowCount } = await database.admin.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rowCount === 1;
    });
    const stopped = server.stop();
    await until(
      "new connections are refused",
      async () =>
        !(await fetch(`${url}/healthz`).then(
          (response) => response.ok,
          () => false,
        )),
    );
    await holder.query("rollback");
    holder.release();
    expect((await slow).status).toBe(404);
    expect(await stopped).toBe(0);
  });

  it("does not start with a role that bypasses row security", async () => {
    const server = api(await settings({ DATABASE_URL: database.url("owner") }));
    await expect(server.start()).rejects.toThrow("This database role must not serve requests: the role owns");
  });

  it("sends traces when a collector is configured", async () => {
    const collected: string[] = [];
    const collector = http.createServer((request, response) => {
      collected.push(String(request.url));
      request.resume();
      response.end("{}");
    });
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const { port } = collector.address() as AddressInfo;
    const env = {
      ...(await settings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })),
      OTEL_BSP_SCHEDULE_DELAY: "100",
    };
    const server = api(env);
    await server.start();
    await fetch(`http://127.0.0.1:${env.PORT}/healthz`);
    await until("a trace has arrived", () => collected.includes("/v1/traces"));
    await server.stop();
    collector.close();
  }, 120_000);
});

describe("settings", () => {
  it("that are missing or invalid are named with their expected form, and no value is printed", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://secret-host/x", SESSION_SECRET: "too short" });
    expect(read).toThrow(/DATABASE_URL: .*PostgreSQL 18[\s\S]*SESSION_SECRET: .*32[\s\S]*KEY_VAULT_FILE/);
    expect(read).not.toThrow(/secret-host|too short/);
  });

  it("for production require the engine's identity key", async () => {
    const env = await settings({ INLAY_ENV: "production" });
    expect(() => readConfig(env)).toThrow("RESTATE_IDENTITY_KEY");
  });

  it("for production require a secret for every vendor that is not the sandbox's", async () => {
    const env = await settings({ INLAY_ENV: "production", RESTATE_IDENTITY_KEY: "publickeyv1_x" });
    const own: Record<string, string> = {
      ...Object.fromEntries(sharedSecrets.map((name) => [name, "ours alone"])),
      SANCTIONS_LIST_FILE: "/lists/sdn.csv",
    };
    expect(readConfig({ ...env, ...own }).isProduction).toBe(true);
    for (const name of sharedSecrets) {
      const { [name]: _, ...others } = own;
      expect(() => readConfig({ ...env, ...others })).toThrow(`${name}: what only the vendor and the servers know`);
    }
  });

  it("for production require the real sanctions list", async () => {
    const env = await settings({ INLAY_ENV: "production", RESTATE_IDENTITY_KEY: "publickeyv1_x" });
    const own = Object.fromEntries(sharedSecrets.map((name) => [name, "ours alone"]));
    expect(() => readConfig({ ...env, ...own })).toThrow("SANCTIONS_LIST_FILE");
  });

  it("require a bank account for every ledger book", async () => {
    const env = await settings({ MODERN_TREASURY_ACCOUNTS: "EQUITY=0d000000-0000-4000-8000-000000000002" });
    expect(() => readConfig(env)).toThrow(/MODERN_TREASURY_ACCOUNTS.CONCAR_SPV_1/);
  });
});

describe("sandbox process", () => {
  it("does not start with production settings", async () => {
    const sandbox = killable({
      script: "apps/sandbox/src/main.ts",
      env: { INLAY_ENV: "production" },
      ready: /sandbox ready/,
    });
    await expect(sandbox.start()).rejects.toThrow("It does not start with INLAY_ENV=production.");
  });
});
