import type { Answer } from "@inlay/contracts/call.ts";
import type { getCreditReportsStatus } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import { haveReportsCome, promisedHours } from "../../underwriting/public.ts";
import type { Progress } from "../progress.ts";

/** How often the page asks for the credit report before it lets the person leave. */
export const creditReportPolls = 30;

/** The owner is promised an answer, and staff are alarmed if it does not come in time. */
export async function loadWaiting(tx: Tx, businessId: string): Promise<WaitingForOffers> {
  const row = await tx
    .selectFrom("loan_application")
    .select([
      sql<Date>`max(received_at) + make_interval(hours => ${promisedHours})`.as("promisedBy"),
      sql<boolean>`max(received_at) + make_interval(hours => ${promisedHours}) < app.business_now(${businessId}::uuid)`.as(
        "isLate",
      ),
    ])
    .where("business_id", "=", businessId)
    .executeTakeFirstOrThrow();
  return { promisedBy: row.promisedBy.toISOString(), isLate: row.isLate, creditReportPolls };
}

/**
 * Whether every requested report is there, and whether the owner keeps waiting. The additional input is raised in the same transaction as
 * the report that caused it, so a reader of `success: false` already finds the new step.
 */
export const creditReportsStatus = async (
  tx: Tx,
  businessId: string,
  { current }: Progress,
): Promise<Answer<typeof getCreditReportsStatus>> => {
  const complete = await haveReportsCome(tx, businessId);
  return { complete, success: complete && current === "WAITING_FOR_OFFERS" };
};

/** Notes that the waiting page was opened. Only its first view may show the survey. */
export async function noteWaitingSeen(tx: Tx, businessId: string): Promise<void> {
  await tx
    .updateTable("onboarding")
    .set({ has_seen_waiting_for_offers: true })
    .where("business_id", "=", businessId)
    .where("has_seen_waiting_for_offers", "=", false)
    .execute();
}
