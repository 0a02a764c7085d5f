import type pg from "pg";
import type { Config } from "./config.ts";
import { createPool } from "./db/pool.ts";
import { openVault, type Vault } from "./db/vault.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Accounting } from "./providers/accounting/port.ts";
import type { AddressSuggest } from "./providers/address-suggest/port.ts";
import type { BankLinking } from "./providers/bank-linking/port.ts";
import type { BusinessVerification } from "./providers/business-verification/port.ts";
import type { Credit } from "./providers/credit/port.ts";
import type { DocumentRenderer } from "./providers/document-renderer/port.ts";
import type { ESign } from "./providers/e-sign/port.ts";
import type { EmailSender } from "./providers/email/port.ts";
import type { Files } from "./providers/files/port.ts";
import type { Identity } from "./providers/identity/port.ts";
import type { InvoiceReader } from "./providers/invoice-reader/port.ts";
import type { KeyVault } from "./providers/key-vault/port.ts";
import type { MalwareScanner } from "./providers/malware-scanner/port.ts";
import type { Payments } from "./providers/payments/port.ts";
import type { Sanctions } from "./providers/sanctions/port.ts";
import type { Sms } from "./providers/sms/port.ts";
import type { Support } from "./providers/support/port.ts";
import { createSessionTokens, type SessionTokens } from "./session-token.ts";

/** The adapter for each job that a vendor does. */
export type Providers = {
  keyVault: KeyVault;
  addresses: AddressSuggest;
  payments: Payments;
  bankLinking: BankLinking;
  credit: Credit;
  businessVerification: BusinessVerification;
  sanctions: Sanctions;
  files: Files;
  malwareScanner: MalwareScanner;
  invoiceReader: InvoiceReader;
  identity: Identity;
  accounting: Accounting;
  email: EmailSender;
  sms: Sms;
  support: Support;
  renderer: DocumentRenderer;
  eSign: ESign;
};

/** The dependencies of all slices. Created once per process. */
export type AppContext = Omit<Providers, "keyVault"> & {
  config: Config;
  pool: pg.Pool;
  vault: Vault;
  tokens: SessionTokens;
  limits: Limits;
  metrics: Metrics;
  log: Log;
  /** Closes the connections. */
  close(): Promise<void>;
};

/** Throws if the key vault and the key store do not belong together. */
export async function createContext(
  name: "api" | "worker",
  config: Config,
  { keyVault, ...providers }: Providers,
): Promise<AppContext> {
  const connections = { max: config.DATABASE_POOL, waitMs: config.DATABASE_WAIT_MS, name: `inlay-${name}` };
  const vault = await openVault(createPool(config.KEY_STORE_URL, connections), keyVault);
  const pool = createPool(config.DATABASE_URL, { ...connections, auditKey: config.AUDIT_KEY });
  return {
    config,
    pool,
    vault,
    ...providers,
    tokens: createSessionTokens(config.SESSION_SECRET, config.INLAY_ENV),
    limits: createLimits(pool, { anonymous: config.ANONYMOUS_REQUESTS_PER_MINUTE }),
    metrics: createMetrics(),
    log: createLog(name, config.LOG_LEVEL),
    close: async () => {
      providers.email.close();
      await Promise.all([pool.end(), vault.close()]);
    },
  };
}
