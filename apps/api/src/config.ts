import path from "node:path";
import { readTiers } from "@inlay/lending/access/approval-tiers.ts";
import { type Book, books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../..");

/** The sandbox list, with fictitious people and companies. */
const madeUpList = path.join(root, "apps/api/sanctions/sdn.csv");

const shape = z.object({
  /** `sandbox` simulates the vendors and offers helper calls; `production` has neither. */
  INLAY_ENV: z.enum(["sandbox", "production"]).default("sandbox"),
  DATABASE_URL: z.string().startsWith("postgres", "the address of a PostgreSQL 18, as the role inlay_app"),
  ENGINE_DATABASE_URL: z.string().startsWith("postgres", "the same database, as the role inlay_engine").optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().default(4000),
  WORKER_PORT: z.coerce.number().int().default(4090),
  /** The number of proxies in front of the API whose X-Forwarded-For entries are trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** The rate limit per IP address for requests without a session. Offices and end-to-end tests share one address. */
  ANONYMOUS_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  SESSION_SECRET: z.string().min(32, "at least 32 characters that only the servers know"),
  KEY_VAULT_FILE: z.string(),
  /** The sandbox, which the worker informs about the current time. */
  SANDBOX_URL: z.url().default("http://127.0.0.1:4002"),
  SMTP_URL: z.string().startsWith("smtp").default("smtp://127.0.0.1:4025"),
  PLACES_URL: z.url().default("http://127.0.0.1:4002/places"),
  PLACES_API_KEY: z.string().default("sandbox"),
  PLAID_URL: z.url().default("http://127.0.0.1:4002/plaid"),
  /** The vendor's script, which the portal loads from the vendor's host. */
  PLAID_SCRIPT_URL: z.url().default("http://127.0.0.1:4002/plaid/link/v2/stable/link-initialize.js"),
  PLAID_CLIENT_ID: z.string().min(1).default("sandbox"),
  PLAID_SECRET: z.string().min(1).default("sandbox"),
  /** The URL to which the vendor posts webhooks about linked banks. */
  PLAID_WEBHOOK_URL: z.url().default("http://127.0.0.1:4000/api/vendors/bank-linking/webhooks"),
  MODERN_TREASURY_URL: z.url().default("http://127.0.0.1:4002/modern-treasury"),
  MODERN_TREASURY_ORGANIZATION_ID: z.string().default("sandbox"),
  MODERN_TREASURY_API_KEY: z.string().default("sandbox"),
  MODERN_TREASURY_WEBHOOK_KEY: z.string().min(1).default("sandbox"),
  /** The bank account of each ledger book, comma-separated: CONCAR_SPV_1=…,EQUITY=…,OPCO=… */
  MODERN_TREASURY_ACCOUNTS: z
    .string()
    .default(books.map((book, n) => `${book}=0d000000-0000-4000-8000-00000000000${n + 1}`).join(","))
    .transform((list) => Object.fromEntries(list.split(",").map((pair) => pair.split("="))))
    .pipe(z.record(z.enum(books), z.uuid("the processor's id of the account, for every book")))
    .transform((accounts): Record<Book, string> => accounts),
  MODERN_TREASURY_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** The file store. Presigned URLs use the same address, so browsers must reach it, too. */
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
  /** The identifiers from the contract with the bureau, the permissible purpose (a soft inquiry), and the score model (FICO). */
  EXPERIAN_SUBSCRIBER_CODE: z.string().min(1).default("2222222"),
  EXPERIAN_BUSINESS_SUBCODE: z.string().min(1).default("0586548"),
  EXPERIAN_PURPOSE: z.string().min(1).default("08"),
  EXPERIAN_SCORE_MODEL: z.string().min(1).default("F"),
  EXPERIAN_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(20_000),
  MIDDESK_URL: z.url().default("http://127.0.0.1:4002/middesk"),
  MIDDESK_API_KEY: z.string().min(1).default("sandbox"),
  MIDDESK_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  MIDDESK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** The `sdn.csv` of the sanctions list, with its `alt.csv` beside it. Reloaded when it changes. */
  SANCTIONS_LIST_FILE: z.string().min(1).default(madeUpList),
  EMAIL_FROM: z.email().default("no-reply@inlay.example"),
  PERSONA_URL: z.url().default("http://127.0.0.1:4002/persona"),
  PERSONA_API_KEY: z.string().min(1).default("sandbox"),
  /** The inquiry template in the vendor's dashboard, which defines what a person is asked for. */
  PERSONA_TEMPLATE_ID: z.string().startsWith("itmpl_").default("itmpl_sandbox"),
  PERSONA_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  /** The vendor's host for browsers, without the scheme, which the vendor's library adds itself. */
  PERSONA_FRAME_HOST: z.string().min(1).default("localhost:4002/persona"),
  RAILZ_AUTH_URL: z.url().default("http://127.0.0.1:4002/railz"),
  RAILZ_URL: z.url().default("http://127.0.0.1:4002/railz"),
  RAILZ_CLIENT_ID: z.string().min(1).default("sandbox"),
  RAILZ_SECRET: z.string().min(1).default("sandbox"),
  /** The page on which a person connects a company's accounting software. */
  RAILZ_CONNECT_URL: z.url().default("http://127.0.0.1:4002/railz/connect"),
  RAILZ_WIDGET_ID: z.string().min(1).default("wid_sandbox"),
  RAILZ_WEBHOOK_SECRET: z.string().min(1).default("sandbox"),
  TWILIO_URL: z.url().default("http://127.0.0.1:4002/twilio"),
  TWILIO_ACCOUNT_SID: z.string().min(1).default("AC00000000000000000000000000000000"),
  TWILIO_AUTH_TOKEN: z.string().min(1).default("sandbox"),
  /** The sender number of SMS messages. */
  TWILIO_FROM: z
    .string()
    .regex(/^\+\d{8,15}$/)
    .default("+15005550006"),
  /** The URL for delivery webhooks of SMS messages. The signature covers it, so it must be the URL that the vendor is given. */
  TWILIO_WEBHOOK_URL: z.url().default("http://127.0.0.1:4000/api/vendors/sms/webhooks"),
  PANDADOC_URL: z.url().default("http://127.0.0.1:4002/pandadoc"),
  /** The vendor's signing page for browsers. */
  PANDADOC_APP_URL: z.url().default("http://127.0.0.1:4002/pandadoc"),
  PANDADOC_API_KEY: z.string().min(1).default("sandbox"),
  PANDADOC_WEBHOOK_KEY: z.string().min(1).default("sandbox"),
  PANDADOC_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** The script of the help window, which the portal loads from the vendor's host. */
  ZENDESK_SCRIPT_URL: z.url().default("http://127.0.0.1:4002/zendesk/ekr/snippet.js"),
  /** Other origins that the help window connects to, comma-separated. The script's own host is always included. */
  ZENDESK_ORIGINS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  ZENDESK_KEY_ID: z.string().min(1).default("sandbox"),
  ZENDESK_SECRET: z.string().min(1).default("sandbox"),
  PORTAL_URL: z.url().default("http://localhost:4001"),
  /** The staff console. Only its origin may send the staff cookie, and passkeys are bound to its host. */
  CONSOLE_URL: z.url().default("http://localhost:4004"),
  /** The number of staff members who must approve an amount; see `readTiers`. */
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
  /** The domains that override-direct-domain may select on any sign-in page, comma-separated. */
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

/** The secrets shared with vendors. In production none of them may be the sandbox's. */
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

/** Reads the settings. The error names every invalid setting and never prints a value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = shape.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Inlay cannot start with these settings:\n${lines.join("\n")}`);
  }
  const config = { ...parsed.data, isProduction: parsed.data.INLAY_ENV === "production" };
  if (config.isProduction && !config.RESTATE_IDENTITY_KEY) {
    throw new Error(
      "Inlay cannot start with these settings:\n  RESTATE_IDENTITY_KEY: the public key that identifies Restate to the worker",
    );
  }
  // The sandbox's keys are public: with one, anyone could forge a webhook about a failed payment.
  const known = config.isProduction ? sharedSecrets.filter((name) => config[name] === "sandbox") : [];
  if (known.length > 0) {
    const lines = known.map((name) => `  ${name}: what only the vendor and the servers know`);
    throw new Error(`Inlay cannot start with these settings:\n${lines.join("\n")}`);
  }
  if (config.isProduction && config.SANCTIONS_LIST_FILE === madeUpList) {
    throw new Error(
      "Inlay cannot start with these settings:\n  SANCTIONS_LIST_FILE: the real list; the one that comes with Inlay is fictitious",
    );
  }
  return config;
}
