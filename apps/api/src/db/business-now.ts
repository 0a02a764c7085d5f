import { oncePerTransaction, statement, type Tx } from "./scope.ts";

/**
 * The time of the business when the transaction first reads it. A sandbox business can have a clock of its own; where there is no business,
 * it is the real time.
 */
export function businessNow(tx: Tx, businessId: string | null): Promise<Date> {
  return oncePerTransaction(tx, nameOf(businessId), async () => {
    const [row] = await statement<{ now: Date }>(tx, "select app.business_now($1::uuid) as now", [businessId]);
    if (!row) throw new Error("app.business_now returned no row");
    return row.now;
  });
}

/** Saves the round trip of `businessNow` where another statement of the transaction has read the time. */
export function rememberBusinessNow(tx: Tx, businessId: string | null, now: Date): void {
  void oncePerTransaction(tx, nameOf(businessId), async () => now);
}

const nameOf = (businessId: string | null): string => `now of ${businessId}`;
