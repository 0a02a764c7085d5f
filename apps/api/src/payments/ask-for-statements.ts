import type pg from "pg";
import { unscopedStatement } from "../db/scope.ts";

/** Requests a read of our bank statements before the next hourly one. */
export async function askForStatements(pool: pg.Pool): Promise<void> {
  await unscopedStatement(pool, "update app.statement_cursor set asked_at = now() where asked_at is null", []);
}
