import type { Answer } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { ShadowRun } from "@inlay/contracts/staff/calls/policies.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { decide } from "@inlay/lending/underwriting/decide.ts";
import type { CreditModelInputs } from "@inlay/lending/underwriting/inputs.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import {
  addCase,
  emptyTally,
  reportOf,
  type ShadowTally,
  segmentsOf,
} from "@inlay/lending/underwriting/shadow-report.ts";
import type { Selectable } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { ShadowRun as ShadowRunTable } from "../db/schema.generated.ts";
import { inScope, staffScope, statement, type Tx } from "../db/scope.ts";
import type { RequestContext } from "../http/public.ts";
import { startWorkflow } from "../workflows/public.ts";
import { readDecision, type StoredDecision } from "./decisions/decisions.ts";
import { policyOf, requirePolicy } from "./policies.ts";

type Row = Selectable<ShadowRunTable>;
type Limits = { pageSize: number; mostDecisions: number };
/** A page takes seconds and a run at most some minutes. A run that has to leave decisions out compares the newest. */
const standardLimits: Limits = { pageSize: 25, mostDecisions: 20_000 };
const runsShown = 20;

/** Starts a trial of a policy on past decisions. */
export async function requestShadowRun({
  tx,
  caller: { memberId },
  params: { version },
  body: { days, reason },
  requestId,
}: RequestContext<typeof staffCalls.runShadowPolicy>): Promise<ShadowRun> {
  await requirePolicy(tx, version);
  const row = await refuseDuplicate(
    tx
      .insertInto("shadow_run")
      .values({ policy_version: version, days, tally: JSON.stringify(emptyTally()), requested_by: memberId })
      .returningAll()
      .executeTakeFirstOrThrow(),
    { one_run_of_version: () => new Refusal("SHADOW_RUN_RUNNING") },
  );
  const { platformId } = staffScope;
  await startWorkflow(tx, "run-shadow-policy", { platformId, businessId: null, id: row.id });
  await record(tx, {
    platformId,
    businessId: null,
    kind: "shadow_run.requested",
    body: { shadowRunId: row.id, policyVersion: version },
    action: "staff.policy.try",
    object: { kind: "shadow_run", id: row.id },
    after: { days, reason },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  return toResponse(row);
}

/** The last runs of a version, newest first. */
export async function listShadowRuns(tx: Tx, version: string): Promise<ShadowRun[]> {
  const rows = await tx
    .selectFrom("shadow_run")
    .selectAll()
    .where("policy_version", "=", version)
    .orderBy("id", "desc")
    .limit(runsShown)
    .execute();
  return rows.map(toResponse);
}

export async function readShadowRun(tx: Tx, id: string): Promise<Answer<typeof staffCalls.getShadowRun>> {
  const row = await tx.selectFrom("shadow_run").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "shadow run" } });
  // The counts of a run that has not ended are those of the newest decisions only.
  const report = row.state === "DONE" ? reportOf(tallyOf(row)) : null;
  return { ...toResponse(row), report };
}

const tallyOf = ({ tally }: Pick<Row, "tally">): ShadowTally => tally as unknown as ShadowTally;

const toResponse = (row: Row): ShadowRun => ({
  id: row.id,
  version: row.policy_version,
  days: row.days,
  state: row.state as ShadowRun["state"],
  isCut: row.is_cut,
  requestedBy: row.requested_by,
  requestedAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

type Listed = { id: string; platformId: string; businessId: string };

/**
 * Decides the next past decisions again and saves their counts. Returns whether there are more. A page that is repeated counts once, because
 * the counts and the place up to which they count are read together and saved together.
 */
export async function comparePage(app: AppContext, runId: string, limits: Limits = standardLimits): Promise<boolean> {
  const { run, policy, listed } = await inScope(app.pool, staffScope, async (tx) => {
    const found = await tx.selectFrom("shadow_run").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();
    return {
      run: found,
      policy: await policyOf(tx, found.policy_version),
      listed: found.state === "RUNNING" ? await listDecisions(tx, found, limits.pageSize + 1) : [],
    };
  });
  if (run.state !== "RUNNING") return false;
  const tally = tallyOf(run);
  const page = listed.slice(0, limits.pageSize);
  for (const decision of page) {
    const isCounted = await countDecision(app, tally, policy, decision);
    if (!isCounted) {
      await inScope(app.pool, staffScope, (tx) => save(tx, run, { tally, state: "FAILED" }));
      return false;
    }
  }
  const hasMore = listed.length > page.length;
  const isFull = tally.total.decisions + tally.destroyed + tally.unreadable >= limits.mostDecisions;
  const lastId = page.at(-1)?.id ?? run.last_decision_id;
  const state = hasMore && !isFull ? "RUNNING" : "DONE";
  await inScope(app.pool, staffScope, (tx) => save(tx, run, { tally, state, lastId, isCut: hasMore && isFull }));
  return state === "RUNNING";
}

const listDecisions = (tx: Tx, { days, created_at, last_decision_id }: Row, limit: number): Promise<Listed[]> =>
  statement<Listed>(
    tx,
    `select id, platform_id as "platformId", business_id as "businessId"
     from app.list_decisions_to_compare($1::timestamptz - make_interval(days => $2), $1, $3, $4)`,
    [created_at, days, last_decision_id, limit],
  );

/** Adds one decision to the tally. False if the policy cannot decide about it. */
async function countDecision(app: AppContext, tally: ShadowTally, policy: Policy, listed: Listed): Promise<boolean> {
  const tenant = { platformId: listed.platformId, businessId: listed.businessId };
  const stored = await readDecision(app, tenant, listed.id);
  if (stored === "DESTROYED") tally.destroyed++;
  if (!stored || stored === "DESTROYED") return true;
  const inputs = readInputs(stored, policy);
  if (!inputs) {
    tally.unreadable++;
    return true;
  }
  const lossCents = await inScope(app.pool, tenant, (tx) => lossOf(tx, stored));
  const { applicationId, product, rulings, decision: before } = stored;
  const segments = segmentsOf(product, tenant.platformId, inputs, before.creditResult);
  try {
    addCase(tally, { applicationId, segments, before, after: decide(product, inputs, policy, rulings), lossCents });
    return true;
  } catch (error) {
    app.log.error("a policy cannot decide about a past application", { workflow: "run-shadow-policy", error });
    return false;
  }
}

/** Null if the facts were frozen in a form that today's rules do not know. */
function readInputs({ facts }: StoredDecision, policy: Policy): CreditModelInputs | null {
  try {
    return inputsFrom(facts, policy, bankDetailsOf(facts));
  } catch {
    return null;
  }
}

/**
 * What was lost on the product that the business got after the decision: the principal that was not paid. Null while it is being paid, and
 * without a product. Products do not name their application, so a product belongs to the last decision before it with offers.
 */
async function lossOf(tx: Tx, { id }: StoredDecision): Promise<Cents | null> {
  const [row] = await statement<{ lostCents: number | null }>(
    tx,
    `select sum(case when p.loan_status = 'DEFAULTED' or p.written_off_at is not null then o.unpaid_cents else 0 end)::bigint as "lostCents"
     from app.decision d
     join app.loan_application a on a.id = d.application_id
     join app.issued_product p on p.business_id = d.business_id and p.product_type = a.product and p.created_at > d.created_at
     cross join lateral (select coalesce(sum(o.owed_principal_cents - o.paid_principal_cents), 0) as unpaid_cents
       from app.obligation o where o.issued_product_id = p.id and o.cancelled_at is null) o
     where d.id = $1 and d.outcome = 'OFFERS'
       and (p.loan_status not in ('CURRENT', 'LATE') or p.written_off_at is not null)
       and not exists (select from app.decision later join app.loan_application b on b.id = later.application_id
         where later.business_id = d.business_id and b.product = a.product and later.outcome = 'OFFERS'
           and later.created_at > d.created_at and later.created_at < p.created_at)`,
    [id],
  );
  return row?.lostCents == null ? null : cents(Number(row.lostCents));
}

type Progress = { tally: ShadowTally; state: ShadowRun["state"]; lastId?: string | null; isCut?: boolean };

/** Saves what a page counted, unless the run has ended. Its end is an event. */
async function save(
  tx: Tx,
  { id, policy_version: policyVersion, last_decision_id: previous }: Row,
  { tally, state, lastId = previous, isCut = false }: Progress,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("shadow_run")
    .set({
      tally: JSON.stringify(tally),
      state,
      last_decision_id: lastId,
      is_cut: isCut,
      ended_at: state === "RUNNING" ? null : new Date(),
    })
    .where("id", "=", id)
    .where("state", "=", "RUNNING")
    .executeTakeFirst();
  if (numUpdatedRows === 0n || state === "RUNNING") return;
  await record(tx, {
    platformId: staffScope.platformId,
    businessId: null,
    kind: "shadow_run.ended",
    body: { shadowRunId: id, policyVersion, state, decisions: tally.total.decisions },
    action: "staff.policy.try",
    object: { kind: "shadow_run", id },
    before: { state: "RUNNING" },
    after: { state },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
