import { Refusal } from "@inlay/contracts/errors.ts";
import { type ApplicationCase, caseDays, caseRows } from "@inlay/contracts/staff/application-case.ts";
import { decideBy } from "@inlay/lending/applications/deadlines.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { isPassedByStaff } from "@inlay/lending/underwriting/decide.ts";
import { policyExceptions } from "@inlay/lending/underwriting/exceptions.ts";
import { ruleNames } from "@inlay/lending/underwriting/rules/rule-names.ts";
import { sql } from "kysely";
import type { AppContext } from "../../context.ts";
import { inAnotherScope, inScope, staffScope, type Tx } from "../../db/scope.ts";
import { referenceOf } from "../../people/public.ts";
import type { Tenant } from "../reports.ts";
import { readDecision, type StoredDecision } from "./decisions.ts";

type Row<Name extends keyof ApplicationCase> = ApplicationCase[Name] extends (infer One)[] ? One : never;
type Contents = Pick<ApplicationCase, "contents" | "decision" | "facts">;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const notFound = () => new Refusal("NOT_FOUND", { context: { object: "application" } });

/** Reads and decrypts the latest decision of an application, before the transaction begins. */
export async function readContents(app: AppContext, tenant: Tenant, applicationId: string): Promise<Contents> {
  const row = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("loan_application as a")
      .leftJoin("decision as d", "d.application_id", "a.id")
      .select("d.id")
      .where("a.id", "=", applicationId)
      .orderBy("d.number", (order) => order.desc().nullsLast())
      .limit(1)
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  const stored = row.id === null ? null : await readDecision(app, tenant, row.id);
  if (stored === null) return { contents: "UNDECIDED", decision: null, facts: null };
  if (stored === "DESTROYED") return { contents: "DESTROYED", decision: null, facts: null };
  return { contents: "READABLE", decision: decisionOf(stored), facts: factsOf(stored.facts) };
}

function decisionOf({ id, decision, rulings }: StoredDecision): NonNullable<ApplicationCase["decision"]> {
  const { stages, points, modelResult, creditResult, sizes, isCounterOffer } = decision;
  const raised = Map.groupBy(
    stages.flatMap(({ rules }) => rules).filter(({ exception }) => exception !== null),
    ({ exception }) => exception,
  );
  return {
    id,
    points,
    modelResult,
    creditResult,
    isCounterOffer,
    stages: stages.map(({ model, rules }) => ({
      model,
      rules: rules.map((one) => ({
        id: one.id,
        name: ruleNames[one.id]?.name ?? one.id,
        unit: ruleNames[one.id]?.unit ?? "PLAIN",
        outcome: one.outcome,
        value: one.value,
        threshold: one.threshold,
        sentence: one.staff,
        points: one.points,
        reason: one.reason,
        exception: one.exception,
        isOverridable: one.isOverridable,
        isPassedByStaff: one.outcome !== "PASS" && isPassedByStaff(one, rulings),
      })),
    })),
    sizes: sizes.map(({ durationDays, limits, binding, amountCents, minCents, offer }) => ({
      durationDays,
      limits,
      binding,
      amountCents,
      minCents,
      result: typeof offer === "string" ? offer : "OFFERED",
      aprPercentage: typeof offer === "string" ? null : offer.aprPercentage,
    })),
    exceptions: [...raised].flatMap(([code, rules]) =>
      code === null
        ? []
        : [
            {
              code,
              ...policyExceptions[code],
              rules: rules.map((one) => one.id),
              isApproved: rulings.exceptions.includes(code),
            },
          ],
    ),
  };
}

/** What the facts add up to. A case has no list of all transactions, and the serializer drops what the contract does not name. */
function factsOf(facts: UnderwritingFacts): NonNullable<ApplicationCase["facts"]> {
  const { takenOn, business, platform, statement, owners, businessCredit, verification, withUs } = facts;
  const bank = bankDetailsOf(facts);
  return {
    takenOn,
    business,
    platform,
    statement,
    owners: owners.slice(0, caseRows),
    businessCredit,
    verification,
    accounts: facts.accounts.slice(0, caseRows),
    bank: {
      span: bank.span,
      transactionsCount: bank.transactions.length,
      months: bank.months.slice(-caseRows),
      days: bank.days.slice(-caseDays),
      summaries: Object.values(bank.summaries),
      averageMonthlyRevenueCents: bank.averageMonthlyRevenueCents,
      cashFlowCents: bank.cashFlowCents,
      growth: bank.growth,
      debts: bank.debts.slice(0, caseRows),
      monthlyDebtCents: bank.monthlyDebtCents,
      negativeDaysCount: bank.negativeDaysCount,
      largestPayorShare: bank.largestPayorShare,
      topDeposits: bank.topDeposits,
      topWithdrawals: bank.topWithdrawals,
    },
    debts: facts.debts.slice(0, caseRows),
    accountingMonths: facts.accountingMonths.slice(-caseRows),
    salesDaysCount: facts.salesDays.length,
    withUs: {
      hasDefaulted: withUs.hasDefaulted,
      isLate: withUs.isLate,
      exposureCents: withUs.exposureCents,
      unseenPaymentsCents: withUs.unseenPaymentsCents ?? noCents,
    },
  };
}

/** The case of one application: its rows, and the contents that were read before. */
export async function readCase(
  tx: Tx,
  { platformId, businessId }: Tenant,
  applicationId: string,
  contents: Contents,
): Promise<ApplicationCase> {
  const row = await tx
    .selectFrom("loan_application as a")
    .innerJoin("business as b", "b.id", "a.business_id")
    .innerJoin("platform as p", "p.id", "a.platform_id")
    .select(["a.id", "a.product", "a.status", "a.received_at", "a.completed_at", "a.promised_at"])
    .select(["a.capital_provider_id", "a.denial_reasons", "b.name", "p.name as platform_name"])
    .select((eb) =>
      eb
        .selectFrom("owner_statement as s")
        .select("s.amount_requested_cents")
        .whereRef("s.business_id", "=", "a.business_id")
        .orderBy("s.given_at", "desc")
        .limit(1)
        .as("amount_requested_cents"),
    )
    .where("a.id", "=", applicationId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    ...contents,
    application: {
      id: row.id,
      product: row.product as ApplicationCase["application"]["product"],
      status: row.status as ApplicationCase["application"]["status"],
      amountRequestedCents: row.amount_requested_cents === null ? null : Number(row.amount_requested_cents),
      receivedAt: row.received_at.toISOString(),
      completedAt: iso(row.completed_at),
      promisedAt: iso(row.promised_at),
      decideBy: row.completed_at && decideBy(row.completed_at).toISOString(),
      capitalProviderId: row.capital_provider_id as ApplicationCase["application"]["capitalProviderId"],
      denialReasons: row.denial_reasons as ApplicationCase["application"]["denialReasons"],
    },
    business: { id: businessId, reference: await referenceOf(tx, businessId), name: row.name },
    platform: { id: platformId, name: row.platform_name },
    decisions: await decisionsOf(tx, applicationId),
    ...(await rulingsWithPeople(tx, applicationId)),
    offers: await offersOf(tx, applicationId),
    documents: await documentsOf(tx, businessId),
  };
}

async function decisionsOf(tx: Tx, applicationId: string): Promise<Row<"decisions">[]> {
  const rows = await tx
    .selectFrom("decision as d")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["d.id", "d.number", "d.round", "d.outcome", "d.credit_result", "d.reasons", "d.review"])
    .select(["d.policy_version", "d.run_hash", "d.decided_at", "s.hash"])
    .where("d.application_id", "=", applicationId)
    .orderBy("d.number", "desc")
    .limit(caseRows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    round: row.round,
    outcome: row.outcome as Row<"decisions">["outcome"],
    creditResult: row.credit_result as Row<"decisions">["creditResult"],
    reasons: row.reasons as Row<"decisions">["reasons"],
    review: row.review as Row<"decisions">["review"],
    policyVersion: row.policy_version,
    snapshotHash: row.hash.toString("hex"),
    runHash: row.run_hash.toString("hex"),
    decidedAt: row.decided_at.toISOString(),
  }));
}

type Asked = { decisionId: string; kind: Row<"pendingRulings">["kind"]; code: string | null };

/** Rulings and those that wait for a second person, with the names of who asked and who approved. */
async function rulingsWithPeople(
  tx: Tx,
  applicationId: string,
): Promise<Pick<ApplicationCase, "rulings" | "pendingRulings">> {
  const ruled = await tx
    .selectFrom("ruling as r")
    .leftJoin("staff_request as q", "q.id", "r.staff_request_id")
    .select(["r.id", "r.decision_id", "r.kind", "r.code", "r.ruled_by", "r.capital_provider_id", "r.provider_consent"])
    .select(["r.created_at", "q.maker_id", "q.maker_reason", "q.checker_id", "q.checker_reason"])
    .where("r.application_id", "=", applicationId)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(caseRows)
    .execute();
  const pending = await tx
    .selectFrom("staff_request")
    .select(["id", "payload", "maker_id", "maker_reason", "created_at"])
    .where("subject_id", "=", applicationId)
    .where("kind", "=", "application.rule")
    .where("state", "=", "PENDING")
    .execute();
  const ids = [...ruled.flatMap(({ ruled_by, maker_id, checker_id }) => [ruled_by, maker_id, checker_id])];
  const names = await namesOf(tx, [...ids, ...pending.map(({ maker_id }) => maker_id)]);
  const member = (id: string) => ({ id, name: names.get(id) ?? null });
  return {
    rulings: ruled.map((row) => ({
      id: row.id,
      decisionId: row.decision_id,
      kind: row.kind as Row<"rulings">["kind"],
      code: row.code,
      requestedBy: member(row.maker_id ?? row.ruled_by),
      requestReason: row.maker_reason,
      approvedBy: row.checker_id === null ? null : member(row.checker_id),
      approvalReason: row.checker_reason,
      capitalProviderId: row.capital_provider_id as Row<"rulings">["capitalProviderId"],
      providerConsent: row.provider_consent,
      ruledAt: row.created_at.toISOString(),
    })),
    pendingRulings: pending.map((row) => {
      const { decisionId, kind, code } = row.payload as unknown as Asked;
      return {
        requestId: row.id,
        decisionId,
        kind,
        code,
        requestedBy: member(row.maker_id),
        requestReason: row.maker_reason,
        requestedAt: row.created_at.toISOString(),
      };
    }),
  };
}

/** Names of members, which are stored in the staff scope. */
async function namesOf(tx: Tx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await inAnotherScope(tx, staffScope, () =>
    tx.selectFrom("staff_member").select(["id", "name"]).where("id", "in", wanted).execute(),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function offersOf(tx: Tx, applicationId: string): Promise<Row<"offers">[]> {
  const rows = await tx
    .selectFrom("offer")
    .selectAll()
    .where("application_id", "=", applicationId)
    .orderBy("created_at", "desc")
    .orderBy("apr_percentage", "desc")
    .orderBy("id")
    .limit(caseRows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    decisionId: row.decision_id,
    status: row.status as Row<"offers">["status"],
    amountCents: Number(row.amount_cents),
    aprPercentage: Number(row.apr_percentage),
    terms: row.terms as Record<string, unknown>,
    isCounterOffer: row.is_counter_offer,
    capitalProviderId: row.capital_provider_id as Row<"offers">["capitalProviderId"],
    expiresAt: row.expires_at.toISOString(),
  }));
}

async function documentsOf(tx: Tx, businessId: string): Promise<Row<"documents">[]> {
  const rows = await tx
    .selectFrom("business_document")
    .select(["id", "document_type", "status", "file_name", "is_counted", "created_at"])
    .where("business_id", "=", businessId)
    .orderBy(sql`created_at desc, id desc`)
    .limit(caseRows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    documentType: row.document_type as Row<"documents">["documentType"],
    status: row.status as Row<"documents">["status"],
    fileName: row.file_name,
    isCounted: row.is_counted,
    createdAt: row.created_at.toISOString(),
  }));
}
