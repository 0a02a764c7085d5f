import { decideBy } from "@inlay/lending/applications/deadlines.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import type { StaffRulings } from "@inlay/lending/underwriting/decide.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { hasDisbursementAccount, readBalances } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import {
  currentPolicy,
  decideOn,
  denyApplication,
  encryptRun,
  freeze,
  type LockedApplication,
  latestDecisionId,
  lockApplication,
  moveApplication,
  policyOf,
  type Run,
  readDecision,
  readFacts,
  rulingsOf,
  type Snapshot,
  saveRun,
} from "../underwriting/public.ts";
import { type EventHandler, startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { createOffers } from "./create-offers.ts";
import { refreshPending } from "./refresh-offers.ts";

type Tenant = { platformId: string; businessId: string };

/** An application whose data is complete and that has no outcome. `lastDecisionId` is the run that left something to staff. */
type Undecided = { id: string; product: ProductType; lastDecisionId: string | null; isOverdue: boolean };

/**
 * Decides about every application of a business whose data is complete. The first run is based on the facts of today and the current policy;
 * a run after a ruling of staff on the facts and the policy that they saw. On the last day for a decision, what staff have left open is a
 * denial. Where the platform provides the account for payouts, nothing is decided before the account is there. An application that was closed
 * or decided in the meantime is left as it is. Offers that are to be refreshed are decided about once their data is recent.
 */
export async function decideApplications(app: AppContext, { platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) return;
  const tenant = { platformId, businessId };
  const undecided = await inScope(app.pool, tenant, async (tx) => {
    const isAccountMissing = await isDisbursementAccountMissing(tx, tenant);
    return (await listUndecided(tx, businessId)).filter(({ isOverdue }) => isOverdue || !isAccountMissing);
  });
  const fresh = undecided.filter(({ lastDecisionId }) => lastDecisionId === null);
  if (fresh.length > 0) await decideToday(app, tenant, fresh);
  for (const one of undecided) if (one.lastDecisionId) await decideAgain(app, tenant, one, one.lastDecisionId);
  await refreshPending(app, tenant);
}

/** Whether the account for payouts, which the platform provides, is not there yet. */
export const isDisbursementAccountMissing = async (tx: Tx, { platformId, businessId }: Tenant): Promise<boolean> =>
  (await settingsOf(tx, platformId)).platformDisbursementAccountExpected &&
  !(await hasDisbursementAccount(tx, businessId));

/** Decides when the account for payouts has come, if that was waited for. */
export const decideWithAccount: EventHandler<"bank_account.added"> =
  async (_app, { id, platformId, businessId }) =>
  async (tx) => {
    if (businessId && (await listUndecided(tx, businessId)).length > 0)
      await startWorkflow(tx, "decide-applications", { platformId, businessId, id });
  };

/** A run that staff have not ruled about since is not repeated before the last day: it would say the same. */
async function listUndecided(tx: Tx, businessId: string): Promise<Undecided[]> {
  const now = await businessNow(tx, businessId);
  const rows = await tx
    .selectFrom("loan_application as a")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("decision as d")
          .select(["d.id", "d.outcome"])
          .whereRef("d.application_id", "=", "a.id")
          .whereRef("d.round", "=", "a.round")
          .orderBy("d.number", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["a.id", "a.product", "a.completed_at as completedAt", "last.id as lastDecisionId"])
    .select((eb) =>
      eb.exists(eb.selectFrom("ruling as r").select("r.id").whereRef("r.decision_id", "=", "last.id")).as("isRuledOn"),
    )
    .where("a.business_id", "=", businessId)
    .where("a.status", "=", "ASSIGN_TO_CAPITAL_PROVIDER")
    .where("a.completed_at", "is not", null)
    .where((eb) => eb.or([eb("last.id", "is", null), eb("last.outcome", "=", "REVIEW")]))
    .orderBy("a.id")
    .execute();
  return rows
    .map(({ id, product, completedAt, lastDecisionId, isRuledOn }) => ({
      id,
      product: product as ProductType,
      lastDecisionId,
      isRuledOn,
      isOverdue: completedAt !== null && decideBy(completedAt) <= now,
    }))
    .filter(({ lastDecisionId, isRuledOn, isOverdue }) => lastDecisionId === null || isRuledOn || isOverdue);
}

async function decideToday(app: AppContext, tenant: Tenant, undecided: readonly Undecided[]): Promise<void> {
  const balances = await readBalances(app, tenant).catch((error: unknown) => {
    // On the last day a bank that is down is not waited for: the decision is based on what is there.
    if (undecided.some(({ isOverdue }) => isOverdue)) return new Map<string, Cents>();
    throw error;
  });
  const { facts, policy } = await inScope(app.pool, tenant, async (tx) => ({
    facts: await readFacts(tx, tenant, balances),
    policy: await currentPolicy(tx),
  }));
  const bank = bankDetailsOf(facts);
  for (const { id, product, isOverdue } of undecided) {
    const snapshot = await freeze(app, tenant, facts);
    if (!snapshot) return;
    const rulings = await inScope(app.pool, tenant, (tx) => rulingsAt(tx, id, isOverdue));
    const run = await encryptRun(snapshot.keys, decideOn(facts, product, policy, rulings, bank), rulings);
    await inScope(app.pool, tenant, (tx) => settle(tx, tenant, id, null, { facts, policy, snapshot, run }));
  }
}

async function decideAgain(
  app: AppContext,
  tenant: Tenant,
  { id, isOverdue }: Undecided,
  lastId: string,
): Promise<void> {
  const last = await readDecision(app, tenant, lastId);
  if (!last || last === "DESTROYED") return;
  const { facts, snapshot, product, policyVersion } = last;
  const { policy, rulings } = await inScope(app.pool, tenant, async (tx) => ({
    policy: await policyOf(tx, policyVersion),
    rulings: await rulingsAt(tx, id, isOverdue),
  }));
  const run = await encryptRun(snapshot.keys, decideOn(facts, product, policy, rulings), rulings);
  await inScope(app.pool, tenant, (tx) => settle(tx, tenant, id, lastId, { facts, policy, snapshot, run }));
}

/** What staff have ruled. On the last day everything that they have left open counts as denied. */
async function rulingsAt(tx: Tx, applicationId: string, isOverdue: boolean): Promise<StaffRulings> {
  const rulings = await rulingsOf(tx, applicationId);
  return { ...rulings, isDenialConfirmed: rulings.isDenialConfirmed || isOverdue };
}

type Decided = { facts: UnderwritingFacts; policy: Policy; snapshot: Snapshot; run: Run };

/** Saves a run and does what follows from it, unless the application was closed or decided in the meantime. */
async function settle(tx: Tx, tenant: Tenant, id: string, lastId: string | null, decided: Decided): Promise<void> {
  const application = await lockApplication(tx, id);
  if (application?.status !== "ASSIGN_TO_CAPITAL_PROVIDER") return;
  if ((await latestDecisionId(tx, application)) !== lastId) return;
  const { run, snapshot } = decided;
  await saveRun(tx, tenant, application, snapshot, run);
  const { outcome } = run.decision;
  if (outcome === "REVIEW") return refer(tx, tenant, application, run);
  if (outcome === "NO_OFFERS") return denyApplication(tx, tenant, application, run.decision.reasons);
  if (await isDisbursementAccountMissing(tx, tenant))
    return denyApplication(tx, tenant, application, ["UNABLE_TO_VERIFY_INFORMATION"]);
  await closeTask(tx, { kind: "DECISION_REVIEW", subjectId: id });
  await offer(tx, tenant, application, decided);
}

const system = { kind: "SYSTEM", id: null } as const;

const about = (tenant: Tenant, { id }: LockedApplication) =>
  ({
    ...tenant,
    object: { kind: "loan application", id },
    actor: system,
    requestId: null,
  }) as const;

const aDayMs = 86_400_000;

/** Staff decide what the rules left open. */
async function refer(tx: Tx, tenant: Tenant, application: LockedApplication, run: Run): Promise<void> {
  const now = await businessNow(tx, tenant.businessId);
  const dueAt = new Date(now.getTime() + aDayMs);
  await openTask(tx, { kind: "DECISION_REVIEW", subjectId: application.id, ...tenant, dueAt });
  await record(tx, {
    ...about(tenant, application),
    kind: "application.referred",
    action: "application.refer",
    body: { applicationId: application.id, decisionId: run.id },
    after: { review: run.decision.review },
  });
}

/** Creates the offers. Without capital, staff assign a provider. */
async function offer(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  { facts, policy, run }: Decided,
): Promise<void> {
  const basis = { facts, policy, decisionId: run.id, decision: run.decision };
  const { refusals } = await createOffers(tx, tenant, application, basis, { actor: system, requestId: null });
  if (!refusals) return;
  const now = await businessNow(tx, tenant.businessId);
  const { status } = await moveApplication(tx, application, "NO_PROVIDER");
  await openTask(tx, {
    kind: "CAPITAL_NEEDED",
    subjectId: application.id,
    ...tenant,
    dueAt: new Date(now.getTime() + aDayMs),
  });
  await record(tx, {
    ...about(tenant, application),
    kind: "application.unassigned",
    action: "application.find-no-provider",
    body: { applicationId: application.id, status },
    before: { status: application.status },
    after: { status },
  });
}
