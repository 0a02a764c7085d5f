import type { Secret } from "@inlay/contracts/secret.ts";
import type { AdditionalInput, CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import {
  completeCoOwner,
  raiseInput,
  requireCoOwner,
  stopCoOwner,
  stopOnboarding,
} from "../additional-inputs/public.ts";
import { openTask } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { encrypt } from "../encryption.ts";
import { startWorkflow } from "../workflows/public.ts";

export const reportSources = [
  "BUSINESS_OWNER_CREDIT",
  "SECONDARY_OWNER_CREDIT",
  "BUSINESS_CREDIT",
  "BUSINESS_VERIFICATION",
] as const;
export type ReportSource = (typeof reportSources)[number];
export type Tenant = { platformId: string; businessId: string };
type Wanted =
  | { source: "BUSINESS_OWNER_CREDIT"; consentId: string }
  | { source: "SECONDARY_OWNER_CREDIT"; consentId: string; ownerId: string }
  | { source: "BUSINESS_CREDIT" | "BUSINESS_VERIFICATION" };

/**
 * Inserts the reports of a round and starts the workflow that pulls them. A report's id is its reference at the vendor. It exists before
 * the first call and never changes, so a retry after a crash never pulls a second report.
 */
export async function askForReports(
  tx: Tx,
  { platformId, businessId }: Tenant,
  wanted: readonly Wanted[],
): Promise<void> {
  const roundId = uuidv7();
  for (const one of wanted) {
    const subjectId = await subjectOf(tx, businessId, one);
    await tx
      .insertInto("report")
      .values({
        id: uuidv7(),
        platform_id: platformId,
        business_id: businessId,
        round_id: roundId,
        source: one.source,
        subject_kind: subjectId === businessId ? "BUSINESS" : "OWNER",
        subject_id: subjectId,
        consent_id: "consentId" in one ? one.consentId : null,
        attempt: sql<number>`1 + (select count(*) from app.report r where r.subject_id = ${subjectId}::uuid and r.source = ${one.source})`,
      })
      .execute();
  }
  await startWorkflow(tx, "pull-reports", { platformId, businessId, id: roundId });
}

/**
 * Requests a report again after the owner corrected their details. A credit report requires the consent of the person whose file it is. If
 * the primary owner has changed since and has not consented, a staff task is opened instead.
 */
export async function askAgain(
  tx: Tx,
  tenant: Tenant,
  source: "BUSINESS_OWNER_CREDIT" | "BUSINESS_VERIFICATION",
): Promise<void> {
  if (source === "BUSINESS_VERIFICATION") return askForReports(tx, tenant, [{ source }]);
  const { own, isAnyGiven } = await ownSoftPull(tx, tenant.businessId);
  if (own) await askForReports(tx, tenant, [{ source, consentId: own }]);
  else if (isAnyGiven) {
    const dueAt = new Date(Date.now() + aDayMs);
    await openTask(tx, { kind: "REPORT_INCONCLUSIVE", subjectId: tenant.businessId, ...tenant, dueAt });
  }
}

/** Requests the credit reports again that were pulled for a decision before. */
export async function askForCreditReports(tx: Tx, tenant: Tenant): Promise<void> {
  await askAgain(tx, tenant, "BUSINESS_OWNER_CREDIT");
  const pulled = await tx
    .selectFrom("report")
    .select("id")
    .where("business_id", "=", tenant.businessId)
    .where("source", "=", "BUSINESS_CREDIT")
    .limit(1)
    .executeTakeFirst();
  if (pulled) await askForReports(tx, tenant, [{ source: "BUSINESS_CREDIT" }]);
}

/** The consent of the person who is the primary owner now to a pull of their credit file, and whether any primary owner gave one. */
export async function ownSoftPull(tx: Tx, businessId: string): Promise<{ own: string | null; isAnyGiven: boolean }> {
  const consents = await tx
    .selectFrom("consent as c")
    .leftJoin("business_owner as o", (join) =>
      join
        .onRef("o.business_id", "=", "c.business_id")
        .onRef("o.user_id", "=", "c.user_id")
        .on("o.is_primary", "=", true),
    )
    .select(["c.id", "o.id as ownerId"])
    .where("c.business_id", "=", businessId)
    .where("c.kind", "=", "SOFT_PULL")
    .where("c.role", "=", "PRIMARY_OWNER")
    .orderBy("c.given_at", "desc")
    .orderBy("c.id", "desc")
    .execute();
  return { own: consents.find(({ ownerId }) => ownerId !== null)?.id ?? null, isAnyGiven: consents.length > 0 };
}

/** Whether the owner's file was pulled again after it had been locked, and was still locked. */
export async function isStillLocked(tx: Tx, businessId: string): Promise<boolean> {
  const { locked } = await tx
    .selectFrom("report")
    .select(({ fn }) => fn.countAll().as("locked"))
    .where("business_id", "=", businessId)
    .where("source", "=", "BUSINESS_OWNER_CREDIT")
    .where("outcome", "=", "LOCKED")
    .executeTakeFirstOrThrow();
  return Number(locked) > 1;
}

async function subjectOf(tx: Tx, businessId: string, wanted: Wanted): Promise<string> {
  if (wanted.source === "SECONDARY_OWNER_CREDIT") return wanted.ownerId;
  if (wanted.source !== "BUSINESS_OWNER_CREDIT") return businessId;
  const owner = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirstOrThrow();
  return owner.id;
}

/**
 * Whether the reports of the last round have arrived, not counting co-owners' reports. A verification may take days, so a pending one
 * counts as arrived after 20 seconds.
 */
export async function haveReportsCome(tx: Tx, businessId: string): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean | null }>`
    select bool_and(outcome is not null and (outcome <> 'PENDING' or created_at < now() - interval '20 seconds')) as complete from app.report
    where round_id = (select round_id from app.report
      where business_id = ${businessId}::uuid and source <> 'SECONDARY_OWNER_CREDIT' order by created_at desc, id desc limit 1)`.execute(
    tx,
  );
  return rows[0]?.complete ?? false;
}

/** Whether the co-owner's last report has arrived. True where none was requested. */
export async function hasCoOwnersReportCome(tx: Tx, ownerId: string): Promise<boolean> {
  const last = await tx
    .selectFrom("report")
    .select("outcome")
    .where("subject_id", "=", ownerId)
    .where("source", "=", "SECONDARY_OWNER_CREDIT")
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  return !last || last.outcome !== null;
}

export type OpenReport = {
  id: string;
  source: string;
  subjectId: string;
  outcome: string | null;
  vendorId: string | null;
};

/** The result of a pull. The summary holds figures only; names and document numbers are in the encrypted raw report. */
export type Finding = {
  outcome: string;
  summary?: Record<string, unknown>;
  raw?: Secret;
  vendorId?: string;
  /** The input that the owner is asked for because of this result. */
  asks?: AdditionalInput | CoOwnerAdditionalInput | null;
  /** A register lists an owner whom the business has not named. */
  hasOtherOwner?: boolean;
};

/** How long to wait for a vendor's webhook before reading again. */
const askAgainAfterHours = 6;
const system = { kind: "SYSTEM", id: null } as const;

/**
 * Saves a result once and raises the input that follows from it in the same transaction, so that a reader who sees complete reports also
 * sees their consequences.
 */
export async function saveFinding(
  tx: Tx,
  key: DataKey,
  { platformId, businessId }: Tenant,
  { id, source }: { id: string; source: ReportSource },
  { outcome, summary, raw, vendorId, asks, hasOtherOwner = false }: Finding,
): Promise<void> {
  // Lock order everywhere: onboarding first, the event record last.
  await tx.selectFrom("onboarding").select("business_id").where("business_id", "=", businessId).forUpdate().execute();
  const isPending = outcome === "PENDING";
  const encrypted = raw ? encrypt(key, Buffer.from(raw.reveal()), aboutReport(platformId, businessId, id)) : null;
  const kept = await tx
    .updateTable("report")
    .set({
      outcome,
      summary: summary ? JSON.stringify(summary) : null,
      encrypted_raw: encrypted,
      data_key_id: encrypted ? key.id : null,
      ...(vendorId && { vendor_id: vendorId }),
      pulled_at: isPending ? null : sql<Date>`app.business_now(${businessId}::uuid)`,
      next_action_at: isPending
        ? sql<Date>`app.business_now(${businessId}::uuid) + make_interval(hours => ${askAgainAfterHours})`
        : null,
    })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("outcome", "is", null), ...(isPending ? [] : [where("outcome", "=", "PENDING")])]),
    )
    .returning(["subject_id", "attempt"])
    .executeTakeFirst();
  if (!kept) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "report.updated",
    body: { reportId: id, source, outcome },
    action: "report.keep",
    object: { kind: "report", id },
    after: { outcome },
    actor: system,
    requestId: null,
  });
  if (source === "SECONDARY_OWNER_CREDIT") {
    const owner = { platformId, businessId, ownerId: kept.subject_id };
    await followCoOwnersReport(tx, owner, { attempt: kept.attempt, asks: asks ?? null, outcome });
  } else if (asks && kept.attempt < mostAttempts) {
    await raiseInput(tx, { platformId, businessId, subStep: asks, by: system, requestId: null });
  } else if (asks) {
    // Asking again would bring nothing new. Staff find another way or close the application.
    const dueAt = new Date(Date.now() + aDayMs);
    await openTask(tx, { kind: "REPORT_INCONCLUSIVE", subjectId: id, platformId, businessId, dueAt });
  }
  if (hasOtherOwner) await askForOtherOwners(tx, { platformId, businessId });
  if (outcome === "REFUSED") {
    if (source !== "SECONDARY_OWNER_CREDIT") await stopOnboarding(tx, { platformId, businessId });
    await openTask(tx, {
      kind: "REPORT_REFUSED",
      subjectId: id,
      platformId,
      businessId,
      dueAt: new Date(Date.now() + aDayMs),
    });
  }
}

/** Asks the owner to check the list of owners, which needs at least one co-owner from now on. The name in the register is not shown. */
async function askForOtherOwners(tx: Tx, { platformId, businessId }: Tenant): Promise<void> {
  await requireCoOwner(tx, businessId);
  await raiseInput(tx, {
    platformId,
    businessId,
    subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
    payload: { reason: "ANOTHER_OWNER_ON_RECORD" },
    by: system,
    requestId: null,
  });
}

/** How many pulls are tried for an unclear result before a staff task is opened. */
const mostAttempts = 3;

/** A co-owner's report has consequences only for that co-owner: no other owner is asked or stopped. */
async function followCoOwnersReport(
  tx: Tx,
  { platformId, businessId, ownerId }: Tenant & { ownerId: string },
  { attempt, asks, outcome }: { attempt: number; asks: Finding["asks"]; outcome: string },
): Promise<void> {
  if (outcome === "REFUSED") await stopCoOwner(tx, { platformId, businessId, ownerId });
  if (!asks) {
    await completeCoOwner(tx, { platformId, businessId, ownerId });
    return;
  }
  if (attempt < mostAttempts) {
    await raiseInput(tx, { platformId, businessId, subStep: asks, ownerId, by: system, requestId: null });
    return;
  }
  const dueAt = new Date(Date.now() + aDayMs);
  await openTask(tx, { kind: "CO_OWNER_UNVERIFIED", subjectId: ownerId, platformId, businessId, dueAt });
}

const aDayMs = 86_400_000;
const aboutReport = (platformId: string, businessId: string, id: string) => `report/${platformId}/${businessId}/${id}`;
