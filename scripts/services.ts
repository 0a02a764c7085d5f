import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sandboxAuditKey } from "../apps/api/src/config.ts";
import { migrate, provision, type Role, urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { newApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { sandboxEnvironment } from "../apps/api/src/providers/vendors.ts";
import { fernhillDomain, seed } from "../apps/api/src/seed/seed.ts";
import { clamdConfig, clamdMissing, hasClamd } from "./clamd.ts";
import type { DemoAddresses } from "./demo-sessions.ts";
import { randomSecrets, setUpLocalKeyStore, waitLongerThanDeployed } from "./local-environment.ts";
import { isListening } from "./processes.ts";
import { restateConfig } from "./restate.ts";
import { root, type Service, type SetupStep } from "./stack.ts";

/** The ports of all services. `INLAY_PORTS` changes the base. */
export function portsFrom(base: number) {
  return {
    api: base,
    portal: base + 1,
    sandbox: base + 2,
    demo: base + 3,
    console: base + 4,
    smtp: base + 25,
    clamd: base + 27,
    postgres: base + 32,
    restateAdmin: base + 70,
    restateNode: base + 71,
    restateIngress: base + 80,
    worker: base + 90,
  };
}
export type Ports = ReturnType<typeof portsFrom>;

/** Secrets that a development stack stores between runs, so that sessions, API keys and encrypted values survive a restart. */
function storedSecrets(dir: string): {
  serverSecrets: Record<string, string>;
  secretKey: string;
  publishableKey: string;
} {
  const file = path.join(dir, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true });
    const fresh = {
      serverSecrets: randomSecrets(),
      secretKey: newApiKey("SECRET", "test"),
      publishableKey: newApiKey("PUBLISHABLE", "test"),
    };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

const database = "inlay";
const keyStoreDatabase = "inlay_keys";
const password = "inlay";
const node = process.execPath;

const adminUrlOf = (ports: Ports) =>
  process.env["DATABASE_URL"] ?? `postgres://postgres:postgres@127.0.0.1:${ports.postgres}/postgres`;
/** The URL of the database for one of its roles. */
export const databaseUrl = (ports: Ports, role: Role) => urlFor(role, adminUrlOf(ports), database, password);

/** Where the demo platform's accounts are seeded, and the key with which it is done. */
export const demoAddresses = (ports: Ports, dir: string): DemoAddresses => ({
  apiUrl: `http://127.0.0.1:${ports.api}`,
  portalUrl: `http://localhost:${ports.portal}`,
  sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
  demoUrl: `http://127.0.0.1:${ports.demo}`,
  secretKey: storedSecrets(dir).secretKey,
});

/** All parts of Inlay on this machine. `built` serves the built portal from the API; otherwise Vite serves it and sources are watched. */
export function services(ports: Ports, dir: string, built: boolean): Record<string, Service | SetupStep> {
  const { serverSecrets, secretKey, publishableKey } = storedSecrets(dir);
  const ownServer = !process.env["DATABASE_URL"];
  const adminUrl = adminUrlOf(ports);
  const restate = restateConfig(
    path.join(dir, "restate"),
    { ingress: ports.restateIngress, admin: ports.restateAdmin, node: ports.restateNode },
    !built,
  );
  const url = (port: number) => `http://127.0.0.1:${port}`;
  // The portal's host name differs from the partner's, so that they are different sites, as in production.
  const portalUrl = `http://localhost:${built ? ports.api : ports.portal}`;
  const keyFile = path.join(dir, "keys.json");
  const env = {
    INLAY_ENV: "sandbox",
    DATABASE_URL: databaseUrl(ports, "app"),
    ENGINE_DATABASE_URL: databaseUrl(ports, "engine"),
    KEY_STORE_URL: urlFor("keys", adminUrl, keyStoreDatabase, password),
    KEY_VAULT_FILE: keyFile,
    ...serverSecrets,
    PORT: String(ports.api),
    WORKER_PORT: String(ports.worker),
    // All clients on this machine share one address.
    ANONYMOUS_REQUESTS_PER_MINUTE: process.env["ANONYMOUS_REQUESTS_PER_MINUTE"] ?? "600",
    WORKER_URL: url(ports.worker),
    ...sandboxEnvironment({
      api: url(ports.api),
      sandbox: url(ports.sandbox),
      sandboxHost: `localhost:${ports.sandbox}`,
      smtp: `smtp://127.0.0.1:${ports.smtp}`,
      clamd: `127.0.0.1:${ports.clamd}`,
    }),
    DATABASE_WAIT_MS: "60000",
    PORTAL_URL: portalUrl,
    DIRECT_DOMAIN_OVERRIDES: fernhillDomain,
    CONSOLE_URL: `http://localhost:${ports.console}`,
    PORTAL_DIST: built ? path.join(root, "apps/portal/dist") : path.join(dir, "no-portal"),
    RESTATE_INGRESS_URL: restate.ingress,
    RESTATE_ADMIN_URL: restate.admin,
    RESTATE_IDENTITY_KEY: restate.publicKey,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_DIR: path.join(dir, "sandbox"),
    INLAY_API_URL: url(ports.api),
    INLAY_PORTAL_URL: portalUrl,
    DEMO_PORT: String(ports.demo),
    DEMO_SECRET_KEY: secretKey,
    DEMO_PUBLISHABLE_KEY: publishableKey,
  };
  const watch = built ? [] : ["--watch", "--watch-preserve-output"];
  const vite = path.join(root, "node_modules/vite/bin/vite.js");

  return {
    ...(ownServer && {
      postgres: {
        run: [node, "scripts/run-postgres.ts", path.join(dir, "postgres"), String(ports.postgres)],
        ready: /^ready/,
        ports: [ports.postgres],
        signal: "SIGTERM" as const,
        last: true,
      },
    }),
    restate: {
      run: restate.command,
      last: true,
      ports: [ports.restateIngress, ports.restateAdmin, ports.restateNode],
      ready: async () => (await fetch(`${restate.admin}/health`)).ok,
    },
    data: {
      after: ownServer ? ["postgres"] : [],
      once: async () => {
        await provision(adminUrl, database, password);
        if (ownServer) await waitLongerThanDeployed(adminUrl);
        await migrate(databaseUrl(ports, "owner"));
        await setUpLocalKeyStore(adminUrl, { database: keyStoreDatabase, password, keyFile });
        const pool = createPool(env.DATABASE_URL, { max: 1, name: "inlay-seed", auditKey: sandboxAuditKey });
        await seed(pool, {
          portalHost: new URL(portalUrl).host,
          parentOrigins: [url(ports.demo)],
          secretKey,
          publishableKey,
        });
        await pool.end();
      },
    },
    ...(hasClamd() && {
      clamd: {
        run: clamdConfig(path.join(dir, "clamd"), ports.clamd).command,
        ports: [ports.clamd],
        ready: () => isListening(ports.clamd),
      },
    }),
    sandbox: {
      run: [node, "apps/sandbox/src/main.ts"],
      env,
      ready: /^sandbox ready/,
      ports: [ports.sandbox, ports.smtp],
    },
    ...(!built && {
      portal: {
        run: [
          node,
          vite,
          "--port",
          String(ports.portal),
          "--strictPort",
          "--host",
          "localhost",
          "--clearScreen",
          "false",
        ],
        cwd: "apps/portal",
        env,
        ports: [ports.portal],
        ready: () => isListening(ports.portal),
      },
      embed: {
        run: [node, vite, "build", "--watch"],
        cwd: "packages/embed",
        env,
        ready: /built in/,
      },
    }),
    api: {
      run: [node, ...watch, "apps/api/src/main.ts", "api"],
      env,
      after: ["data"],
      ports: [ports.api],
      ready: async () => (await fetch(`${url(ports.api)}/readyz`)).ok,
    },
    worker: {
      run: [node, ...watch, "apps/api/src/main.ts", "worker"],
      env,
      after: ["data", "restate"],
      ports: [ports.worker],
      ready: /worker ready/,
    },
    "demo-platform": {
      run: [node, ...watch, "apps/demo-platform/src/server.ts"],
      env,
      after: ["api", ...(built ? [] : ["embed"])],
      ports: [ports.demo],
      ready: /demo-platform ready/,
    },
  };
}

const workflowsPage = (ports: Ports) =>
  `\n  Workflows        http://127.0.0.1:${ports.restateAdmin}/ui   Restate's own pages`;

/** The addresses of the services and how to sign in. */
export function welcome(ports: Ports, built: boolean): string {
  const portal = `http://localhost:${built ? ports.api : ports.portal}`;
  return `
  Partner's site   http://127.0.0.1:${ports.demo}   a made-up invoicing product with Inlay inside
  Portal           ${portal}   sign in as owner@harborbakery.example; the code arrives in the inbox
  Another partner  ${portal}/?override-direct-domain=${fernhillDomain}   reads tax returns; any email address may sign in
  Inbox            http://127.0.0.1:${ports.sandbox}/inbox   every email that Inlay sends
  API              http://127.0.0.1:${ports.api}   partner API described at /openapi.json${built ? "" : workflowsPage(ports)}
${hasClamd() ? "" : `\n  ${clamdMissing}\n`}
  Ctrl-C stops everything.
`;
}
