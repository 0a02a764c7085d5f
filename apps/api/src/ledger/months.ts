import type pg from "pg";

/** Creates the missing monthly partitions of the ledger up to a year ahead. Postings go on meanwhile. */
export async function makeMonthsAhead(pool: pg.Pool): Promise<void> {
  await pool.query("select app.make_ledger_months_ahead()");
}
