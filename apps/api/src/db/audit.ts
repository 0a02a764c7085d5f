import type pg from "pg";
import { createPool } from "./pool.ts";

/** Reads the ids, dates and cents of all tenants for the checks of the ledger. Nobody can log in as this role. */
export const auditorRole = "inlay_auditor";

const statementTimeout = "5min";

/**
 * Runs read-only statements that see the ids, dates and cents of all tenants, on a connection of their own as `inlay_auditor`. The role
 * that serves requests cannot take that role on; the worker's `inlay_engine` can.
 */
export async function asAuditor<T>(engineUrl: string, work: (auditor: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool(engineUrl, { max: 1, name: "inlay-audit" });
  try {
    const auditor = await pool.connect();
    try {
      await auditor.query(
        `set role ${auditorRole}; set default_transaction_read_only = on; set statement_timeout = '${statementTimeout}'`,
      );
      return await work(auditor);
    } finally {
      // The connection is destroyed, because it keeps its role and settings.
      auditor.release(true);
    }
  } finally {
    await pool.end();
  }
}
