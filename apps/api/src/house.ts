import type pg from "pg";
import type { Config } from "./config.ts";
import { createPool } from "./db/pool.ts";
import { createVault, type Vault } from "./db/vault.ts";
import { createLimits, type Limits } from "./http/limits.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import { createSessionTokens, type SessionTokens } from "./http/session-token.ts";
import { createLog, type Log } from "./log.ts";
import type { AddressSuggest } from "./providers/address-suggest/port.ts";
import type { KeyVault } from "./providers/key-vault/port.ts";

/** What every part of the server may reach for. Built once a process. */
export type House = {
  config: Config;
  pool: pg.Pool;
  vault: Vault;
  addresses: AddressSuggest;
  tokens: SessionTokens;
  limits: Limits;
  metrics: Metrics;
  log: Log;
};

/** What main picks for each job that somebody outside does for us. */
export type Providers = { keyVault: KeyVault; addresses: AddressSuggest };

export function openHouse(name: "api" | "worker", config: Config, { keyVault, addresses }: Providers): House {
  const pool = createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, name: `inlay-${name}` });
  return {
    config,
    pool,
    vault: createVault(pool, keyVault),
    addresses,
    tokens: createSessionTokens(config.SESSION_SECRET, config.INLAY_ENV),
    limits: createLimits(pool),
    metrics: createMetrics(),
    log: createLog(name, config.LOG_LEVEL),
  };
}
