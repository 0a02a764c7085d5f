import path from "node:path";
import { readTiers } from "@inlay/lending/access/approval-tiers.ts";
import { type Book, books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../..");

/** People and companies that do not exist. */
const madeUpList = path.join(root, "apps/api/sanctions/sdn.csv");

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
  /** How often people who are not signed in may knock from one address. Many offices share one; journeys in a browser all do. */
  ANONYMOUS_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  SESSION_SECRET: z.string().min(32, "at least 32 characters that only the servers know"),
  KEY_VAULT_FILE: z.string(),
  /** Where the sandbox is told what time it is. */
  SANDBOX_URL: z.url().default("http://127.0.0.1:4002"),
  SMTP_URL: z.string().startsWith("smtp").default("smtp://127.0.0.1:4025"),
  PLACES_URL: z.url().default("http://127.0.0.1:4002/places"),
  PLACES_API_KEY: z.string().default("sandbox"),
  PLAID_URL: z.url().default("http://127.0.0.1:4002/plaid"),
  /** The vendor's script in our page, from its own address. */
  PLAID_SCRIPT_URL: z.url().default("http://127.0.0.1:4002/plaid/link/v2/stable/link-initialize.js"),
  PLAID_CLIENT_ID: z.string().min(1).default("sandbox"),
  PLAID_SECRET: z.string().min(1).default("sandbox"),
  /** Where news of linked banks is posted to. */
  PLAID_WEBHOOK_URL: z.url().default("http://127.0.0.1:4000/api/vendors/bank-linking/webhooks"),
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
  MODERN_TREASURY_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Where files lie. The same address is handed to browsers, so they must reach it too. */
  S3_URL: z.url().default("http://127.0.0.1:4002/s3"),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().min(1).default("inlay"),
  S3_ACCESS_KEY_ID: z.string().min(1).default("sandbox"),
  S3_SECRET_ACCESS_KEY: z.string().min(1).default("sandbox"),
  S3_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** The malware scanner: `host:port`, or the path of its socket. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\/.+|[^:/]+:\d+)$/, "host:port or the path of a socket")
    .default("127.0.0.1:4027"),
  CLAMD_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(30_000),
  EXPERIAN_URL: z.url().default("http://127.0.0.1:4002/experian"),
  EXPERIAN_CLIENT_ID: z.string().min(1).default("sandbox"),
  EXPERIAN_CLIENT_SECRET: z.string().min(1).default("sandbox"),
  EXPERIAN_USERNAME: z.string().min(1).default("sandbox"),
  EXPERIAN_PASSWORD: z.string().min(1).default("sandbox"),
  /** What the contract with the bureau calls us, why we ask, and the score we get: a soft inquiry and a FICO score. */
  EXPERIAN_SUBSCRIBER_CODE: z.string().min(1).default("2222222"),
  EXPERIAN_BUSINESS_SUBCODE: z.string().min(1).default("0586548"),
  EXPERIAN_PURPOSE: z.string().min(1).default("08"),
  EXPERIAN_SCORE_MODEL: z.string().min(1).default("F"),
  EXPERIAN_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(20_000),
  MIDDESK_URL: z.url().default("http://127.0.0.1:4002/middesk"),
  MIDDESK_API_KEY: z.string().min(1).default("sandbox"),
  MIDDESK_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  MIDDESK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** The `sdn.csv` of the sanctions list, with its `alt.csv` beside it. Read anew when it changes. */
  SANCTIONS_LIST_FILE: z.string().min(1).default(madeUpList),
  EMAIL_FROM: z.email().default("no-reply@inlay.example"),
  PERSONA_URL: z.url().default("http://127.0.0.1:4002/persona"),
  PERSONA_API_KEY: z.string().min(1).default("sandbox"),
  /** What a person is asked for, as the vendor's dashboard describes it. */
  PERSONA_TEMPLATE_ID: z.string().startsWith("itmpl_").default("itmpl_sandbox"),
  PERSONA_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  /** Where a browser finds the vendor, without the scheme: the vendor's library puts it in front itself. */
  PERSONA_FRAME_HOST: z.string().min(1).default("localhost:4002/persona"),
  RAILZ_AUTH_URL: z.url().default("http://127.0.0.1:4002/railz"),
  RAILZ_URL: z.url().default("http://127.0.0.1:4002/railz"),
  RAILZ_CLIENT_ID: z.string().min(1).default("sandbox"),
  RAILZ_SECRET: z.string().min(1).default("sandbox"),
  /** The page on which a person connects a company's books. */
  RAILZ_CONNECT_URL: z.url().default("http://127.0.0.1:4002/railz/connect"),
  RAILZ_WIDGET_ID: z.string().min(1).default("wid_sandbox"),
  RAILZ_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  TWILIO_URL: z.url().default("http://127.0.0.1:4002/twilio"),
  TWILIO_ACCOUNT_SID: z.string().min(1).default("AC00000000000000000000000000000000"),
  TWILIO_AUTH_TOKEN: z.string().min(1).default("sandbox"),
  /** The number that our text messages come from. */
  TWILIO_FROM: z
    .string()
    .regex(/^\+\d{8,15}$/)
    .default("+15005550006"),
  /** Where the vendor tells what became of a text message. It signs this address too, so it must be the one that it is given. */
  TWILIO_WEBHOOK_URL: z.url().default("http://127.0.0.1:4000/api/vendors/sms/webhooks"),
  PANDADOC_URL: z.url().default("http://127.0.0.1:4002/pandadoc"),
  /** Where a browser finds the vendor's signing page. */
  PANDADOC_APP_URL: z.url().default("http://127.0.0.1:4002/pandadoc"),
  PANDADOC_API_KEY: z.string().min(1).default("sandbox"),
  PANDADOC_WEBHOOK_KEY: z.string().min(1).default("sandbox"),
  PANDADOC_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** The script of the help window, from the vendor's own address. */
  ZENDESK_SCRIPT_URL: z.url().default("http://127.0.0.1:4002/zendesk/ekr/snippet.js"),
  /** Where else the help window goes, with commas between them; the script's own host is known. */
  ZENDESK_ORIGINS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  ZENDESK_KEY_ID: z.string().min(1).default("sandbox"),
  ZENDESK_SECRET: z.string().min(1).default("sandbox"),
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

/** What a vendor and our servers alone may know. In production none of them is the sandbox's. */
export const sharedSecrets = [
  "MODERN_TREASURY_WEBHOOK_KEY",
  "PLAID_SECRET",
  "S3_SECRET_ACCESS_KEY",
  "PERSONA_API_KEY",
  "PERSONA_WEBHOOK_SECRET",
  "RAILZ_SECRET",
  "RAILZ_WEBHOOK_SECRET",
  "TWILIO_AUTH_TOKEN",
  "ZENDESK_SECRET",
  "PANDADOC_API_KEY",
  "PANDADOC_WEBHOOK_KEY",
  "EXPERIAN_CLIENT_SECRET",
  "EXPERIAN_PASSWORD",
  "MIDDESK_API_KEY",
  "MIDDESK_WEBHOOK_SECRET",
] as const satisfies (keyof Config)[];

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
  // The sandbox's keys are known to everybody: with one, anybody could tell us that a payment failed.
  const known = config.isProduction ? sharedSecrets.filter((name) => config[name] === "sandbox") : [];
  if (known.length > 0) {
    const lines = known.map((name) => `  ${name}: what only the vendor and the servers know`);
    throw new Error(`Inlay cannot start with these settings:\n${lines.join("\n")}`);
  }
  if (config.isProduction && config.SANCTIONS_LIST_FILE === madeUpList) {
    throw new Error(
      "Inlay cannot start with these settings:\n  SANCTIONS_LIST_FILE: the real list; nobody is on the one that comes with Inlay",
    );
  }
  return config;
}
