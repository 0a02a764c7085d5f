import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { RegularJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { unscopedStatement } from "../db/scope.ts";
import { lookBackDays, reconcile } from "./reconcile.ts";
import { saveBankBalances } from "./save-bank-balances.ts";

const everyMs = 3_600_000;
/** Bank lines arrive in bursts, so a requested read waits at least this long after the last one. */
const onRequestEveryMs = 60_000;

/** Reads our bank statements hourly, and soon after a request. */
export const readStatements: RegularJob = {
  name: "payments.read-statements",
  everyMs: 5_000,
  run: async (app, now) => {
    await readIfDue(app, now);
  },
};

type Cursor = { readAt: Date; askedAt: Date | null };

/** Reads the statements if they are due. Returns whether it did. */
export async function readIfDue(app: AppContext, now: Date): Promise<boolean> {
  const [cursor] = await unscopedStatement<Cursor>(
    app.pool,
    `select min(read_at) as "readAt", max(asked_at) as "askedAt" from app.statement_cursor`,
    [],
  );
  if (!cursor) throw new Error("the statement cursor does not exist");
  const ageMs = now.getTime() - cursor.readAt.getTime();
  if (ageMs < (cursor.askedAt ? onRequestEveryMs : everyMs)) return false;
  const since = dateAt(cursor.readAt);
  const { lines, faults } = await reconcile(app, app.payments, since);
  // After the lines, so that the ledger has every line that a balance counts.
  await saveBankBalances(app, addDays(since, -lookBackDays), now);
  // A request made during the read is not satisfied by it.
  await unscopedStatement(
    app.pool,
    "update app.statement_cursor set read_at = $1, asked_at = case when asked_at > $1 then asked_at end",
    [now],
  );
  if (faults.length > 0) app.log.warn("bank statements do not match our records", { count: faults.length });
  else if (lines > 0) app.log.info("bank statements read", { count: lines });
  return true;
}
