import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { type EventKind, eventCatalog, eventKinds } from "@inlay/contracts/events/catalog.ts";
import type { CoOwnerDetailsV2 } from "@inlay/contracts/onboarding/co-owner.ts";
import { type BusinessOverview, overviewRows } from "@inlay/contracts/staff/calls/business-overview.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { CoSignerChange } from "@inlay/lending/offers/co-signer-change.ts";
import { sql } from "kysely";
import { tasksOf } from "../../approvals/public.ts";
import type { Tx } from "../../db/scope.ts";
import { topicsTurnedOff } from "../../notifications/public.ts";
import { readOnboarding } from "../../onboarding/public.ts";
import { referenceOf } from "../../people/public.ts";

type Tenant = { platformId: string; businessId: string };
type Rows<Name extends keyof BusinessOverview> = Extract<BusinessOverview[Name], readonly unknown[]>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Everything about a business that staff decide by, in one answer of bounded size. Documents, emails and events are lists of their own. */
export async function readOverview(tx: Tx, tenant: Tenant): Promise<BusinessOverview> {
  const { businessId } = tenant;
  const row = await tx
    .selectFrom("business as b")
    .leftJoin("secret as e", (join) => join.onRef("e.owner_id", "=", "b.id").on("e.field", "=", "EIN"))
    .select(["b.id", "b.platform_id", "b.platform_business_id", "b.name", "b.is_test", "b.created_at"])
    .select("e.last4 as ein_last4")
    .where("b.id", "=", businessId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    platformId: row.platform_id,
    platformBusinessId: row.platform_business_id,
    reference: await referenceOf(tx, businessId),
    name: row.name,
    isTest: row.is_test,
    einLast4: row.ein_last4,
    createdAt: row.created_at.toISOString(),
    users: await usersOf(tx, businessId),
    owners: await ownersOf(tx, businessId),
    onboarding: await readOnboarding(tx, tenant),
    bankItems: await bankItemsOf(tx, businessId),
    bankAccounts: await bankAccountsOf(tx, businessId),
    reports: await reportsOf(tx, businessId),
    applications: await applicationsOf(tx, businessId),
    tasks: await tasksOf(tx, businessId, overviewRows),
  };
}

async function usersOf(tx: Tx, businessId: string): Promise<Rows<"users">> {
  const rows = await tx
    .selectFrom("business_user as u")
    .select(["u.id", "u.platform_user_id", "u.email", "u.first_name", "u.last_name", "u.phone_number"])
    .select(["u.last_seen_at", "u.deactivated_at"])
    .select(
      sql<
        string[]
      >`(select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = u.id)`.as(
        "roles",
      ),
    )
    .where("u.business_id", "=", businessId)
    .orderBy("u.created_at", "desc")
    .orderBy("u.id", "desc")
    .limit(overviewRows)
    .execute();
  const turnedOff = await topicsTurnedOff(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((user) => ({
    id: user.id,
    platformUserId: user.platform_user_id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    phoneNumber: user.phone_number,
    roles: user.roles as Rows<"users">[number]["roles"],
    topicsTurnedOff: turnedOff.get(user.id) ?? [],
    lastSeenAt: iso(user.last_seen_at),
    deactivatedAt: iso(user.deactivated_at),
  }));
}

async function ownersOf(tx: Tx, businessId: string): Promise<Rows<"owners">> {
  const rows = await tx
    .selectFrom("business_owner as o")
    .leftJoin("secret as s", (join) => join.onRef("s.owner_id", "=", "o.id").on("s.field", "=", "SSN"))
    .leftJoin("co_signer_change as c", (join) => join.onRef("c.owner_id", "=", "o.id").on("c.status", "=", "PENDING"))
    .selectAll("o")
    .select(["s.last4 as ssn_last4", "c.change", "c.remaining_basis_points", "c.replacement", "c.decide_by"])
    .where("o.business_id", "=", businessId)
    .orderBy("o.is_primary", "desc")
    .orderBy("o.created_at")
    .orderBy("o.id")
    .limit(overviewRows)
    .execute();
  return rows.map((owner) => ({
    id: owner.id,
    userId: owner.user_id,
    isPrimary: owner.is_primary,
    firstName: owner.first_name,
    lastName: owner.last_name,
    email: owner.email,
    phoneNumber: owner.phone_number,
    address: owner.address as Rows<"owners">[number]["address"],
    ownershipPercentage: owner.ownership_basis_points === null ? null : owner.ownership_basis_points / 100,
    ssnLast4: owner.ssn_last4,
    currentStep: owner.current_step as Rows<"owners">[number]["currentStep"],
    stoppedAt: iso(owner.stopped_at),
    onboardedAt: iso(owner.onboarded_at),
    removedAt: iso(owner.removed_at),
    signerChange: toSignerChange(owner),
  }));
}

type ChangeRow = {
  change: string | null;
  remaining_basis_points: number | null;
  replacement: unknown;
  decide_by: Date | null;
};

function toSignerChange(row: ChangeRow): Rows<"owners">[number]["signerChange"] {
  if (row.change === null || row.decide_by === null) return null;
  const replacement = row.replacement as CoOwnerDetailsV2 | null;
  return {
    change: row.change as CoSignerChange,
    remainingPercentage: row.remaining_basis_points === null ? null : row.remaining_basis_points / 100,
    replacement: replacement && {
      firstName: replacement.firstName,
      lastName: replacement.lastName,
      email: replacement.email,
      ownershipPercentage: replacement.ownershipPercentage,
    },
    decideBy: row.decide_by.toISOString(),
  };
}

async function bankItemsOf(tx: Tx, businessId: string): Promise<Rows<"bankItems">> {
  const rows = await tx
    .selectFrom("bank_item")
    .select(["id", "status", "institution_name"])
    .where("business_id", "=", businessId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(overviewRows)
    .execute();
  return rows.map((item) => ({
    id: item.id,
    status: item.status as Rows<"bankItems">[number]["status"],
    institutionName: item.institution_name,
  }));
}

/** All accounts, also those that are blocked, stopped or removed and that the owners do not see. */
async function bankAccountsOf(tx: Tx, businessId: string): Promise<Rows<"bankAccounts">> {
  const rows = await tx
    .selectFrom("bank_account")
    .selectAll()
    .where("business_id", "=", businessId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(overviewRows)
    .execute();
  return rows.map((account) => ({
    id: account.id,
    bankItemId: account.bank_item_id,
    party: account.party,
    holderName: account.holder_name,
    institutionName: account.institution_name,
    accountName: account.account_name,
    accountNumberLast4: account.account_number_last4,
    isAccountNumberTokenized: account.is_number_tokenized,
    createdMethod: account.created_method,
    verification: account.verification as Rows<"bankAccounts">[number]["verification"],
    roles: account.roles as Rows<"bankAccounts">[number]["roles"],
    heldUntilAt: iso(account.held_until_at),
    blockedAt: iso(account.blocked_at),
    frozenAt: iso(account.frozen_at),
    stoppedAt: iso(account.stopped_at),
    removedAt: iso(account.removed_at),
  }));
}

async function reportsOf(tx: Tx, businessId: string): Promise<Rows<"reports">> {
  const rows = await tx
    .selectFrom("report")
    .select(["id", "source", "subject_kind", "subject_id", "attempt", "outcome", "summary"])
    .select(["created_at", "pulled_at", "accepted_at", "next_action_at"])
    .where("business_id", "=", businessId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(overviewRows)
    .execute();
  return rows.map((report) => ({
    id: report.id,
    source: report.source,
    subjectKind: report.subject_kind as Rows<"reports">[number]["subjectKind"],
    subjectId: report.subject_id,
    attempt: report.attempt,
    outcome: report.outcome,
    summary: report.summary as Rows<"reports">[number]["summary"],
    requestedAt: report.created_at.toISOString(),
    pulledAt: iso(report.pulled_at),
    acceptedAt: iso(report.accepted_at),
    askAgainAt: iso(report.next_action_at),
  }));
}

async function applicationsOf(tx: Tx, businessId: string): Promise<Rows<"applications">> {
  const rows = await tx
    .selectFrom("loan_application")
    .select(["id", "product", "status", "received_at", "completed_at"])
    .where("business_id", "=", businessId)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(overviewRows)
    .execute();
  return rows.map((application) => ({
    id: application.id,
    product: application.product as Rows<"applications">[number]["product"],
    status: application.status as Rows<"applications">[number]["status"],
    receivedAt: application.received_at.toISOString(),
    completedAt: iso(application.completed_at),
  }));
}

/** An internal event only triggers handlers. */
const shownKinds: EventKind[] = eventKinds.filter((kind) => eventCatalog[kind].visibility !== "internal");

/** What happened in a business, newest first. Bodies hold ids and figures, never personal data. */
export async function listEvents(
  tx: Tx,
  businessId: string,
  { after, limit }: Parsed<typeof staffCalls.listBusinessEvents, "query">,
): Promise<Answer<typeof staffCalls.listBusinessEvents>> {
  let query = tx
    .selectFrom("event")
    .select(["id", "sequence", "kind", "body", "actor_kind", "actor_id", "happened_at", "recorded_at"])
    .where("stream", "=", businessId)
    .where("kind", "=", sql<string>`any(${shownKinds}::text[])`);
  if (after)
    query = query.where(
      sql<boolean>`sequence < (select a.sequence from app.event a where a.id = ${after}::uuid and a.stream = ${businessId}::uuid)`,
    );
  const rows = await query
    .orderBy("sequence", "desc")
    .limit(limit + 1)
    .execute();
  return {
    events: rows.slice(0, limit).map((event) => ({
      id: event.id,
      sequence: Number(event.sequence),
      kind: event.kind,
      body: event.body as Record<string, unknown>,
      actorKind: event.actor_kind,
      actorId: event.actor_id,
      happenedAt: event.happened_at.toISOString(),
      recordedAt: event.recorded_at.toISOString(),
    })),
    hasMore: rows.length > limit,
  };
}
