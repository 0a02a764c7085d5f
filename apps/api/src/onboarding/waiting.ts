import type { Answer } from "@inlay/contracts/call.ts";
import type { getCreditReportsStatus } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import { haveReportsCome } from "../underwriting/public.ts";
import type { Progress } from "./progress.ts";

const creditReportPolls = 30;

/** The owner hears from us within 48 hours of applying. */
export async function loadWaiting(tx: Tx, businessId: string): Promise<WaitingForOffers> {
  const row = await tx
    .selectFrom("loan_application")
    .select([
      sql<Date>`max(received_at) + interval '48 hours'`.as("promisedBy"),
      sql<boolean>`max(received_at) + interval '48 hours' < app.business_now(${businessId}::uuid)`.as("isLate"),
    ])
    .where("business_id", "=", businessId)
    .executeTakeFirstOrThrow();
  return { promisedBy: row.promisedBy.toISOString(), isLate: row.isLate, creditReportPolls };
}

/**
 * Whether all that was asked has come, and whether the owner may go on waiting. What has to be asked of the owner is raised with the report
 * that caused it, so whoever reads `success: false` finds the step moved already.
 */
export const creditReportsStatus = async (
  tx: Tx,
  businessId: string,
  { current }: Progress,
): Promise<Answer<typeof getCreditReportsStatus>> => {
  const complete = await haveReportsCome(tx, businessId);
  return { complete, success: complete && current === "WAITING_FOR_OFFERS" };
};

/** The first look at the waiting page is the one that may ask for an opinion. */
export async function noteWaitingSeen(tx: Tx, businessId: string): Promise<void> {
  await tx
    .updateTable("onboarding")
    .set({ has_seen_waiting_for_offers: true })
    .where("business_id", "=", businessId)
    .where("has_seen_waiting_for_offers", "=", false)
    .execute();
}
