import { statement, type Tx } from "../db/scope.ts";

/** Requests a read of our bank statements before the next hourly one. */
export async function askForStatements(tx: Tx): Promise<void> {
  await statement(tx, "update app.statement_cursor set asked_at = now() where asked_at is null", []);
}
