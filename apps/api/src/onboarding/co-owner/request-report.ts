import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { askForReports } from "../../underwriting/public.ts";

/** Requests the co-owner's credit report if they consented to it. Their name is screened against the sanctions list in either case. */
export const requestReport = (
  tx: Tx,
  { platformId, businessId }: Person,
  ownerId: string,
  consentId: string | null,
): Promise<void> =>
  askForReports(
    tx,
    { platformId, businessId },
    consentId ? [{ source: "SECONDARY_OWNER_CREDIT", consentId, ownerId }] : [],
  );

/** Requests the report again. The consent that the co-owner gave before still covers it. */
export async function requestReportAgain(tx: Tx, caller: Person, ownerId: string): Promise<void> {
  const consent = await tx
    .selectFrom("consent")
    .select("id")
    .where("business_id", "=", caller.businessId)
    .where("user_id", "=", caller.userId)
    .where("kind", "=", "SOFT_PULL")
    .orderBy("given_at", "desc")
    .executeTakeFirst();
  await requestReport(tx, caller, ownerId, consent?.id ?? null);
}
