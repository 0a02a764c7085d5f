import { whyNotReapply } from "@inlay/lending/applications/why-not-reapply.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { sql } from "kysely";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";

/**
 * When the last application of a business was declined, and whether it may apply again today. Who applied for several products waits after
 * the last decision, unless staff have reconsidered the one that is shown.
 */
export async function reapplying(
  tx: Tx,
  shownId: string,
): Promise<{ declinedOn: BusinessDate; canApplyAgain: boolean }> {
  const { businessId, declinedAt, isReconsidered } = await tx
    .selectFrom("loan_application as a")
    .leftJoin("appeal as p", "p.application_id", "a.id")
    .select([
      "a.business_id as businessId",
      sql<boolean>`p.outcome is not distinct from 'RECONSIDERED'`.as("isReconsidered"),
    ])
    .select(
      sql<Date>`(select max(o.declined_at) from app.loan_application o where o.business_id = a.business_id)`.as(
        "declinedAt",
      ),
    )
    .where("a.id", "=", shownId)
    .where("a.declined_at", "is not", null)
    .executeTakeFirstOrThrow();
  const declinedOn = easternTime(declinedAt).date;
  const today = easternTime(await businessNow(tx, businessId)).date;
  return { declinedOn, canApplyAgain: whyNotReapply(declinedOn, isReconsidered, today) === null };
}

/** The last denial of a business, and whether staff have reconsidered it. Null if it was never declined. */
export async function lastDenial(
  tx: Tx,
  businessId: string,
): Promise<{ declinedOn: BusinessDate; isReconsidered: boolean } | null> {
  const isReconsidered = sql<boolean>`p.outcome is not distinct from 'RECONSIDERED'`;
  const row = await tx
    .selectFrom("loan_application as a")
    .leftJoin("appeal as p", "p.application_id", "a.id")
    .select(["a.declined_at as declinedAt", isReconsidered.as("isReconsidered")])
    .where("a.business_id", "=", businessId)
    .where("a.declined_at", "is not", null)
    .orderBy("a.declined_at", "desc")
    .orderBy(isReconsidered, "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.declinedAt ? { declinedOn: easternTime(row.declinedAt).date, isReconsidered: row.isReconsidered } : null;
}
