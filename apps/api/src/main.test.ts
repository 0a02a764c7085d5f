import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { killable } from "../../../scripts/killable.ts";
import { randomSecrets } from "../../../scripts/local-environment.ts";
import { freePort, until } from "../../../scripts/processes.ts";
import { type Config, readConfig, secrets, serverSecrets, sharedSecrets } from "./config.ts";
import { type TestDatabase, testDatabase } from "./db/test-database.fixture.ts";
import { isReviewed, legalTexts } from "./disclosures/legal-texts.ts";
import { createKeyFile } from "./providers/key-vault/local/adapter.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const settings = async (changes: Partial<Record<keyof Config, string>> = {}) => ({
  INLAY_ENV: "sandbox",
  DATABASE_URL: database.url("app"),
  ...inject("keyStore"),
  ...randomSecrets(),
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

  it("does not start with a master key that the key store does not list", async () => {
    const file = path.join(tmpdir(), `keys-${randomBytes(8).toString("hex")}.json`);
    createKeyFile(file);
    const server = api(await settings({ KEY_VAULT_FILE: file }));
    await expect(server.start()).rejects.toThrow("is not one of the key store's");
  });

  it("does not start without its key file", async () => {
    const server = api(await settings({ KEY_VAULT_FILE: "/nowhere/keys.json" }));
    await expect(server.start()).rejects.toThrow("The key file /nowhere/keys.json cannot be read.");
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
  });
});

describe("settings", () => {
  it("that are missing or invalid are named with their expected form, and no value is printed", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://secret-host/x", SESSION_SECRET: "too short" });
    expect(read).toThrow(
      /INLAY_ENV[\s\S]*DATABASE_URL: .*PostgreSQL 18[\s\S]*KEY_STORE_URL[\s\S]*SESSION_SECRET: .*32/,
    );
    expect(read).not.toThrow(/secret-host|too short/);
  });

  it("have no default for INLAY_ENV, so that a server never runs as a sandbox by mistake", async () => {
    const { INLAY_ENV: _, ...env } = await settings();
    expect(() => readConfig(env)).toThrow("INLAY_ENV");
  });

  it("have a key store that is another database than the main one", async () => {
    const env = await settings({ KEY_STORE_URL: database.url("keys") });
    expect(() => readConfig(env)).toThrow("KEY_STORE_URL: another database than DATABASE_URL");
  });

  it("have a secret of its own for each purpose", async () => {
    for (const name of serverSecrets) {
      for (const other of serverSecrets.filter((one) => one !== name)) {
        const env = await settings();
        expect(() => readConfig({ ...env, [name]: env[other] })).toThrow(`${name}: a secret of its own`);
      }
    }
  });

  it("name the file of keys where keys are in a file", async () => {
    const { KEY_VAULT_FILE: _, ...env } = await settings();
    expect(() => readConfig(env)).toThrow("KEY_VAULT_FILE: the file of keys");
    expect(readConfig({ ...env, KEY_VAULT_VENDOR: "kms" }).KEY_VAULT_VENDOR).toBe("kms");
  });

  it("require a bank account for every ledger book", async () => {
    const env = await settings({ MODERN_TREASURY_ACCOUNTS: "EQUITY=0d000000-0000-4000-8000-000000000002" });
    expect(() => readConfig(env)).toThrow(/MODERN_TREASURY_ACCOUNTS.CONCAR_SPV_1/);
  });
});

describe("settings for production", () => {
  const secret = (length: number) => randomBytes(length).toString("hex").slice(0, length);
  const production = async (): Promise<Record<string, string>> => {
    const { KEY_VAULT_FILE: _, ...env } = await settings();
    const withPassword = (url: string) => {
      const changed = new URL(url);
      changed.password = secret(16);
      return changed.href;
    };
    return {
      ...env,
      ...Object.fromEntries(sharedSecrets.map((name) => [name, secret(16)])),
      INLAY_ENV: "production",
      AUDIT_KEY: secret(32),
      DATABASE_URL: withPassword(env.DATABASE_URL),
      ENGINE_DATABASE_URL: withPassword(database.url("engine")),
      KEY_STORE_URL: withPassword(env.KEY_STORE_URL),
      KEY_VAULT_VENDOR: "kms",
      KMS_KEY_ID: "arn:aws:kms:us-east-1:123456789012:key/5d0d9c5e-6a4c-4b8e-9c0e-2f6c1f2f7b1a",
      SMTP_URL: "smtps://inlay:a-long-password@mail.example",
      RESTATE_IDENTITY_KEY: "publickeyv1_x",
      SANCTIONS_LIST_FILE: "/lists/sdn.csv",
    };
  };

  it("are accepted when they are complete", async () => {
    expect(readConfig(await production()).isProduction).toBe(true);
  });

  it.runIf(legalTexts().some((text) => !isReviewed(text)))(
    "do not start a server whose texts counsel has not reviewed",
    async () => {
      await expect(api(await production()).start()).rejects.toThrow("Production needs a review by counsel");
    },
  );

  it("require each of these, which have no value or a public one in the sandbox", async () => {
    const env = await production();
    const required = {
      AUDIT_KEY: "at least 32 characters that only the servers know",
      KEY_VAULT_VENDOR: "kms; a file of keys is for development and tests",
      KMS_KEY_ID: "the ARN of our own key",
      RESTATE_IDENTITY_KEY: "the public key that identifies Restate to the worker",
      SANCTIONS_LIST_FILE: "the real list",
      SMTP_URL: "the mail server that sends to people",
      ...Object.fromEntries(
        sharedSecrets
          .filter((name) => name !== "SMTP_URL")
          .map((name) => [name, "what only the vendor and the servers know"]),
      ),
    };
    for (const [name, reason] of Object.entries(required)) {
      const { [name]: _, ...others } = env;
      expect(() => readConfig(others), name).toThrow(`${name}: ${reason}`);
    }
  });

  it("refuse the key vault in a file, though a file is named", async () => {
    const env = { ...(await production()), KEY_VAULT_VENDOR: "local", KEY_VAULT_FILE: "/keys.json" };
    expect(() => readConfig(env)).toThrow("KEY_VAULT_VENDOR: kms");
  });

  it("refuse a password that is long enough and public", async () => {
    for (const EXPERIAN_PASSWORD of ["password", "changeme"]) {
      const env = { ...(await production()), EXPERIAN_PASSWORD };
      expect(() => readConfig(env)).toThrow("EXPERIAN_PASSWORD: a secret that is not public");
    }
  });

  it("refuse a secret of the list that is missing, public or too short, and never print it", async () => {
    expect(secrets.length).toBeGreaterThan(20);
    expect(secrets).toEqual(expect.arrayContaining([...serverSecrets, "DATABASE_URL", "KEY_STORE_URL"]));
    const env = await production();
    for (const name of secrets) {
      const value = env[name] ?? "";
      const isUrl = value.includes("://");
      const shortened = (length: number) =>
        isUrl ? value.replace(new URL(value).password, "x".repeat(length)) : "x".repeat(length);
      expect(() => readConfig({ ...env, [name]: shortened(7) }), name).toThrow(`${name}: `);
      expect(() => readConfig({ ...env, [name]: shortened(7) }), name).not.toThrow("xxxxxxx");
      const known = isUrl ? value.replace(new URL(value).password, "inlay") : "sandbox";
      expect(() => readConfig({ ...env, [name]: known }), name).toThrow(`${name}: `);
      // The worker alone needs its URL, and says so itself.
      if (name === "ENGINE_DATABASE_URL") continue;
      const { [name]: _, ...others } = env;
      expect(() => readConfig(others), name).toThrow(`${name}: `);
    }
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
