import type { Answer } from "@inlay/contracts/call.ts";
import type { getCreditReportsStatus } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import { primaryOwnerOf } from "../../notifications/public.ts";
import { referenceOf } from "../../people/public.ts";
import { haveReportsCome, promisedAnswer } from "../../underwriting/public.ts";
import type { Progress } from "../progress.ts";

/** How often the page asks for the credit report before it lets the person leave. */
export const creditReportPolls = 30;

/** The owner is promised an answer, and staff are alarmed if it does not come in time. */
export async function loadWaiting(tx: Tx, businessId: string): Promise<WaitingForOffers> {
  const { receivedAt, promisedBy } = await promisedAnswer(tx, businessId);
  const { rows } = await sql<{ now: Date }>`select app.business_now(${businessId}::uuid) as now`.execute(tx);
  const now = rows[0]?.now ?? new Date();
  return {
    reference: await referenceOf(tx, businessId),
    email: (await primaryOwnerOf(tx, businessId))?.email ?? null,
    receivedAt: receivedAt.toISOString(),
    promisedBy: promisedBy?.toISOString() ?? null,
    isLate: promisedBy !== null && promisedBy < now,
    creditReportPolls,
  };
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
