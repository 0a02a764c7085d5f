import path from "node:path";
import { readTiers } from "@inlay/lending/access/approval-tiers.ts";
import { type Book, books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../..");

const shape = z.object({
  /** `sandbox` plays the outside world and offers helpers; `production` has neither. */
  INLAY_ENV: z.enum(["sandbox", "production"]).default("sandbox"),
  DATABASE_URL: z.string().startsWith("postgres", "the address of a PostgreSQL 18, as the role inlay_app"),
  ENGINE_DATABASE_URL: z.string().startsWith("postgres", "the same database, as the role inlay_engine").optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().default(4000),
  WORKER_PORT: z.coerce.number().int().default(4090),
  /** How many proxies stand in front of us; their word about the caller's address is believed, nobody else's. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  SESSION_SECRET: z.string().min(32, "at least 32 characters that only the servers know"),
  KEY_VAULT_FILE: z.string(),
  /** Where the sandbox is told what time it is. */
  SANDBOX_URL: z.url().default("http://127.0.0.1:4002"),
  SMTP_URL: z.string().startsWith("smtp").default("smtp://127.0.0.1:4025"),
  PLACES_URL: z.url().default("http://127.0.0.1:4002/places"),
  PLACES_API_KEY: z.string().default("sandbox"),
  PLAID_URL: z.url().default("http://127.0.0.1:4002/plaid"),
  PLAID_CLIENT_ID: z.string().min(1).default("sandbox"),
  PLAID_SECRET: z.string().min(1).default("sandbox"),
  /** Where news of linked banks is posted to. */
  PLAID_WEBHOOK_URL: z.url().default("http://127.0.0.1:4000/api/vendors/bank-linking/news"),
  MODERN_TREASURY_URL: z.url().default("http://127.0.0.1:4002/modern-treasury"),
  MODERN_TREASURY_ORGANIZATION_ID: z.string().default("sandbox"),
  MODERN_TREASURY_API_KEY: z.string().default("sandbox"),
  MODERN_TREASURY_WEBHOOK_KEY: z.string().min(1).default("sandbox"),
  /** The account at our bank for each book, with commas between them: CONCAR_SPV_1=…,EQUITY=…,OPCO=… */
  MODERN_TREASURY_ACCOUNTS: z
    .string()
    .default(books.map((book, n) => `${book}=0d000000-0000-4000-8000-00000000000${n + 1}`).join(","))
    .transform((list) => Object.fromEntries(list.split(",").map((pair) => pair.split("="))))
    .pipe(z.record(z.enum(books), z.uuid("the processor's id of the account, for every book")))
    .transform((accounts): Record<Book, string> => accounts),
  /** How long the processor may take to answer. */
  MODERN_TREASURY_PATIENCE_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  MAIL_FROM: z.email().default("no-reply@inlay.example"),
  PORTAL_URL: z.url().default("http://localhost:4001"),
  /** The page that our own people work at. Only it may send their cookie, and their passkeys belong to its host. */
  CONSOLE_URL: z.url().default("http://localhost:4004"),
  /** How many people of ours it takes to move an amount; see `readTiers`. */
  APPROVAL_TIERS: z
    .string()
    .default("2500000:1,25000000:2,*:2:TREASURY")
    .transform((text, context) => {
      try {
        return readTiers(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    }),
  /** Hosts that a sign-in page elsewhere may be taken for by override-direct-domain, with commas between them. */
  DIRECT_DOMAIN_OVERRIDES: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  PORTAL_DIST: z.string().default(path.join(root, "apps/portal/dist")),
  RESTATE_INGRESS_URL: z.url().default("http://127.0.0.1:4080"),
  RESTATE_ADMIN_URL: z.url().default("http://127.0.0.1:4070"),
  RESTATE_IDENTITY_KEY: z.string().startsWith("publickeyv1_").optional(),
  WORKER_URL: z.url().default("http://127.0.0.1:4090"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
});

export type Config = z.infer<typeof shape> & { isProduction: boolean };

/** Reads the settings or says, in one sentence each, what is wrong with them. Values are never printed. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = shape.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Inlay cannot start with these settings:\n${lines.join("\n")}`);
  }
  const config = { ...parsed.data, isProduction: parsed.data.INLAY_ENV === "production" };
  if (config.isProduction && !config.RESTATE_IDENTITY_KEY) {
    throw new Error(
      "Inlay cannot start with these settings:\n  RESTATE_IDENTITY_KEY: the worker must know who may call it",
    );
  }
  // The sandbox's key is known to everybody: with it, anybody could tell us that a payment failed.
  if (config.isProduction && config.MODERN_TREASURY_WEBHOOK_KEY === "sandbox") {
    throw new Error(
      "Inlay cannot start with these settings:\n  MODERN_TREASURY_WEBHOOK_KEY: what only the processor and the servers know",
    );
  }
  if (config.isProduction && config.PLAID_SECRET === "sandbox") {
    throw new Error(
      "Inlay cannot start with these settings:\n  PLAID_SECRET: what only the vendor and the servers know",
    );
  }
  return config;
}
