import type pg from "pg";
import { createPool } from "./pool.ts";

/** Reads the ids, dates and cents of all tenants for the checks of the ledger. Nobody can log in as this role. */
export const auditorRole = "inlay_auditor";

/** The checks read whole tables, about 40 seconds for 400,000 journals. The memory lets them join by hash instead of row by row. */
const settings = "set statement_timeout = '30min'; set work_mem = '256MB'";

/**
 * Runs read-only statements that see the ids, dates and cents of all tenants, on a connection of their own as `inlay_auditor`. The role
 * that serves requests cannot take that role on; the worker's `inlay_engine` can.
 */
export async function asAuditor<T>(engineUrl: string, work: (auditor: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool(engineUrl, { max: 1, name: "inlay-audit" });
  try {
    const auditor = await pool.connect();
    try {
      await auditor.query(`set role ${auditorRole}; set default_transaction_read_only = on; ${settings}`);
      return await work(auditor);
    } finally {
      // The connection is destroyed, because it keeps its role and settings.
      auditor.release(true);
    }
  } finally {
    await pool.end();
  }
}
