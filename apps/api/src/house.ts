import type pg from "pg";
import type { Config } from "./config.ts";
import { createPool } from "./db/pool.ts";
import { createVault, type Vault } from "./db/vault.ts";
import { createLimits, type Limits } from "./http/limits.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import { createSessionTokens, type SessionTokens } from "./http/session-token.ts";
import { createLog, type Log } from "./log.ts";
import type { AddressSuggest } from "./providers/address-suggest/port.ts";
import type { BankLinking } from "./providers/bank-linking/port.ts";
import type { KeyVault } from "./providers/key-vault/port.ts";
import type { Payments } from "./providers/payments/port.ts";

/** What every part of the server may reach for. Built once a process. */
export type House = {
  config: Config;
  pool: pg.Pool;
  vault: Vault;
  addresses: AddressSuggest;
  payments: Payments;
  bankLinking: BankLinking;
  tokens: SessionTokens;
  limits: Limits;
  metrics: Metrics;
  log: Log;
};

/** What main picks for each job that somebody outside does for us. */
export type Providers = {
  keyVault: KeyVault;
  addresses: AddressSuggest;
  payments: Payments;
  bankLinking: BankLinking;
};

export function openHouse(name: "api" | "worker", config: Config, { keyVault, ...providers }: Providers): House {
  const pool = createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, name: `inlay-${name}` });
  return {
    config,
    pool,
    vault: createVault(pool, keyVault),
    ...providers,
    tokens: createSessionTokens(config.SESSION_SECRET, config.INLAY_ENV),
    limits: createLimits(pool),
    metrics: createMetrics(),
    log: createLog(name, config.LOG_LEVEL),
  };
}
