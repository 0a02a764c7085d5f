import { statement, type Tx } from "../db/scope.ts";

/** Wants our statements read before their hour. */
export async function askForStatements(tx: Tx): Promise<void> {
  await statement(tx, "update app.statement_cursor set asked_at = now() where asked_at is null", []);
}
