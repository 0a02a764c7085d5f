import path from "node:path";
import { readTiers } from "@inlay/lending/access/approval-tiers.ts";
import { z } from "zod";
import {
  readVariables,
  type SettingsOf,
  serverSecret,
  type Variable,
  type Variables,
  whyNotInProduction,
} from "./environment.ts";
import { vendorVariables } from "./providers/vendors.ts";

const root = path.resolve(import.meta.dirname, "../../..");

const whole = z.coerce.number().int();
const list = z.string().transform((entries) => entries.split(",").filter(Boolean));

/** The variables of the server itself. Each vendor declares its own beside its adapter. */
export const serverVariables = {
  INLAY_ENV: {
    shape: z.enum(["sandbox", "production"]),
    description: "`sandbox` simulates the vendors and offers helper calls; `production` has neither.",
  },
  DATABASE_URL: {
    shape: z.string().startsWith("postgres", "the address of a PostgreSQL 18, as the role inlay_app"),
    description: "PostgreSQL 18, as the role `inlay_app`.",
    secretLength: 16,
  },
  ENGINE_DATABASE_URL: {
    shape: z.string().startsWith("postgres", "the same database, as the role inlay_engine").optional(),
    description: "The same database, as the role `inlay_engine`. The worker needs it.",
    secretLength: 16,
  },
  KEY_STORE_URL: {
    shape: z.string().startsWith("postgres", "the database of the wrapped data keys, as the role inlay_keys"),
    description:
      "The database of the wrapped data keys, as the role `inlay_keys`. Its backups are kept for a short time only.",
    secretLength: 16,
  },
  KEY_VAULT_VENDOR: {
    shape: z.enum(["local", "kms"]),
    description: "Who holds the master keys: `kms`, or `local` for a file.",
    sandbox: "local",
    production: "kms; a file of keys is for development and tests",
  },
  DATABASE_POOL: {
    shape: whole.min(1).max(200),
    description: "The number of database connections of one process.",
    sandbox: "10",
  },
  DATABASE_WAIT_MS: {
    shape: whole.min(100).max(60_000),
    description: "How long a request waits for a database connection before it is refused.",
    sandbox: "5000",
  },
  HOST: { shape: z.string(), description: "The address that the API listens on.", sandbox: "127.0.0.1" },
  PORT: { shape: whole, description: "The port of the API.", sandbox: "4000" },
  WORKER_PORT: { shape: whole, description: "The port on which Restate calls the worker.", sandbox: "4090" },
  WORKER_URL: {
    shape: z.url(),
    description: "The worker for Restate.",
    sandbox: "http://127.0.0.1:4090",
  },
  TRUSTED_PROXIES: {
    shape: whole.min(0).max(5),
    description: "The number of proxies in front of the API whose X-Forwarded-For entries are trusted.",
    sandbox: "0",
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    shape: whole.min(1),
    description:
      "The rate limit per IP address for requests without a session. Offices and end-to-end tests share one address.",
    sandbox: "60",
  },
  SESSION_SECRET: serverSecret("Session tokens are signed with it."),
  CODE_SECRET: serverSecret("Sign-in codes are hashed with it."),
  CURSOR_SECRET: serverSecret("The cursors of lists are signed with it."),
  FINGERPRINT_SECRET: serverSecret("Requests and answers are hashed with it, to recognize a repeated one."),
  AUDIT_KEY: {
    shape: z.string().min(32, "at least 32 characters that only the servers know"),
    description:
      "At least 32 characters that only the servers know, and that are in no backup of the database. The hashes of the audit trail and its anchors are made with it; with another key the trail counts as broken.",
    sandbox: "the audit key of the sandbox, which is public",
    production: "at least 32 characters that only the servers know",
    secretLength: 32,
  },
  PORTAL_URL: { shape: z.url(), description: "The portal.", sandbox: "http://localhost:4001" },
  PORTAL_DIST: {
    shape: z.string(),
    description: "The folder of the built portal, which the API serves.",
    sandbox: path.join(root, "apps/portal/dist"),
  },
  CONSOLE_URL: {
    shape: z.url(),
    description: "The staff console. Only its origin may send the staff cookie, and passkeys are bound to its host.",
    sandbox: "http://localhost:4004",
  },
  APPROVAL_TIERS: {
    shape: z.string().transform((text, context) => {
      try {
        return readTiers(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    }),
    description:
      "The number of staff members who must approve an amount, as `up to cents:people`, with the role of the approver if it matters.",
    sandbox: "2500000:1,25000000:2,*:2:TREASURY",
  },
  DIRECT_DOMAIN_OVERRIDES: {
    shape: list,
    description: "The domains that `override-direct-domain` may select on any sign-in page, comma-separated.",
    sandbox: "",
  },
  RESTATE_INGRESS_URL: {
    shape: z.url(),
    description: "Restate, where workflows are submitted.",
    sandbox: "http://127.0.0.1:4080",
  },
  RESTATE_ADMIN_URL: {
    shape: z.url(),
    description: "Restate, where the worker registers itself.",
    sandbox: "http://127.0.0.1:4070",
  },
  RESTATE_IDENTITY_KEY: {
    shape: z.string().startsWith("publickeyv1_").optional(),
    description: "The public key that identifies Restate to the worker.",
    production: "the public key that identifies Restate to the worker",
  },
  LOG_LEVEL: {
    shape: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]),
    description: "The least severe messages that are logged.",
    sandbox: "info",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shape: z.url().optional(),
    description: "The collector of traces. Without it no traces are sent.",
  },
} satisfies Variables;

const variables = { ...serverVariables, ...vendorVariables };

export type Config = SettingsOf<typeof variables> & { isProduction: boolean };

const namesOfSecrets = (declared: Variables): string[] =>
  Object.keys(declared).filter((name) => declared[name]?.secretLength !== undefined);

/** The key of audit trails outside production. */
export const sandboxAuditKey = serverVariables.AUDIT_KEY.sandbox;

/** The secrets shared with vendors. */
export const sharedSecrets = namesOfSecrets(vendorVariables);

/** The secrets of the servers, one for each purpose. */
export const serverSecrets = ["SESSION_SECRET", "CODE_SECRET", "CURSOR_SECRET", "FINGERPRINT_SECRET"] as const;

/** Every secret. Production refuses one that is missing, public or too short. */
export const secrets = namesOfSecrets(variables);

/** Reads the settings. The error names every invalid setting and never prints a value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = readVariables(variables, env);
  if (!parsed.success) {
    throw cannotStart(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const config = { ...parsed.data, isProduction: parsed.data.INLAY_ENV === "production" };
  // The sandbox's keys are public: with one, anyone could forge a webhook about a failed payment.
  const refused = Object.entries<Variable>(config.isProduction ? variables : {}).flatMap(([name, variable]) => {
    const reason = whyNotInProduction(variable, env[name]);
    return reason === null ? [] : [`${name}: ${reason}`];
  });
  const reasons = [...refused, ...contradictionsIn(config)];
  if (reasons.length > 0) throw cannotStart(reasons);
  return config;
}

/** Settings that are valid by themselves, but not together. */
function contradictionsIn(config: Config): string[] {
  const databaseOf = (url: string) => [new URL(url).host, new URL(url).pathname].join("");
  const values: string[] = serverSecrets.map((name) => config[name]);
  return [
    ...(config.KEY_VAULT_VENDOR === "local" && !config.KEY_VAULT_FILE ? ["KEY_VAULT_FILE: the file of keys"] : []),
    ...(databaseOf(config.KEY_STORE_URL) === databaseOf(config.DATABASE_URL)
      ? ["KEY_STORE_URL: another database than DATABASE_URL, so that a backup of one decrypts nothing"]
      : []),
    ...serverSecrets
      .filter((name) => values.indexOf(config[name]) !== values.lastIndexOf(config[name]))
      .map((name) => `${name}: a secret of its own`),
  ];
}

const cannotStart = (reasons: string[]) =>
  new Error(`Inlay cannot start with these settings:\n${reasons.map((reason) => `  ${reason}`).join("\n")}`);
