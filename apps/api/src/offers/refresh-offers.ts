import { Refusal } from "@inlay/contracts/errors.ts";
import { decideBy } from "@inlay/lending/applications/deadlines.ts";
import { isAtLeastAsGood, isDataRecent, refreshDueAt } from "@inlay/lending/offers/refresh.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { v7 as uuidv7 } from "uuid";
import { openTask } from "../approvals/public.ts";
import { readBalances } from "../banking/public.ts";
import type { Assignment } from "../capital/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { applyAgain, currentProgress } from "../onboarding/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { BankUnavailable } from "../providers/bank-linking/port.ts";
import {
  askForCreditReports,
  beginRefresh,
  currentPolicy,
  decideOn,
  denyApplication,
  encryptRun,
  freeze,
  haveReportsCome,
  type LockedApplication,
  lockApplication,
  readFacts,
  rulingsOf,
  saveRun,
} from "../underwriting/public.ts";
import { type EventHandler, startWorkflow } from "../workflows/public.ts";
import { createOffers, expiredOffers } from "./create-offers.ts";
import { priceOffers } from "./markup.ts";
import { areOffersOutdated } from "./outdated-offers.ts";
import { shownApplicationOf } from "./shown-application.ts";

type Tenant = { platformId: string; businessId: string };
type By = { actor: Actor; requestId: string | null };
type ToRefresh = { id: string; product: ProductType };

/**
 * IF_RECENT, for offers that are outdated: they may be worse than before, and what the rules leave open is a denial.
 * FINAL, by staff or on the last day for a decision: the same, and the data may be old.
 */
type Mode = "IF_AS_GOOD" | "IF_RECENT" | "FINAL";

export type Rerun = Awaited<ReturnType<typeof runAgain>>;

/** Runs the rules on the data of today. Null when the data is too old for offers without staff. Throws when a bank does not answer. */
export async function runAgain(app: AppContext, tenant: Tenant, { id, product }: ToRefresh, mode: Mode) {
  const balances = await readBalances(app, tenant);
  const { facts, policy, rulings } = await inScope(app.pool, tenant, async (tx) => ({
    facts: await readFacts(tx, tenant, balances),
    policy: await currentPolicy(tx),
    rulings: { ...(await rulingsOf(tx, id)), isDenialConfirmed: mode !== "IF_AS_GOOD" },
  }));
  if (mode !== "FINAL" && !isDataRecent(facts)) return null;
  const snapshot = await freeze(app, tenant, facts);
  if (!snapshot) return null;
  const run = await encryptRun(snapshot.keys, decideOn(facts, product, policy, rulings), rulings);
  return { applicationId: id, facts, policy, snapshot, run, mode };
}

/** The same, unless a bank does not answer. */
export const runAgainIfAnswered = (
  app: AppContext,
  tenant: Tenant,
  toRefresh: ToRefresh,
  mode: Mode,
): Promise<Rerun | "BANK_UNAVAILABLE"> =>
  runAgain(app, tenant, toRefresh, mode).catch((error: unknown) => {
    if (error instanceof BankUnavailable) return "BANK_UNAVAILABLE" as const;
    throw error;
  });

/** Runs the rules about the expired offers that the owner is shown. A bank that does not answer is asked again by a workflow. */
export async function prepareRefresh(
  app: AppContext,
  { platformId, businessId }: Person,
): Promise<Rerun | "BANK_UNAVAILABLE"> {
  const tenant = { platformId, businessId };
  const found = await inScope(app.pool, tenant, async (tx) => {
    const shown = await shownApplicationOf(tx, businessId);
    if (shown?.offerStep !== "OFFERS_EXPIRED" || shown.status !== "WAITING_FOR_ACCEPTANCE") return null;
    return { shown, mode: await modeOf(tx, shown) };
  });
  return found ? runAgainIfAnswered(app, tenant, found.shown, found.mode) : null;
}

/** How the offers of a round of an application are replaced. */
const modeOf = async (tx: Tx, round: { id: string; round: number }): Promise<Mode> =>
  (await areOffersOutdated(tx, round)) ? "IF_RECENT" : "IF_AS_GOOD";

/**
 * Replaces expired offers: at once where the data is recent and the new terms are at least as good, otherwise within 48 hours by staff. An
 * application that has ended is replaced by a new one, for which the owner consents again.
 */
export async function refreshOffers(
  tx: Tx,
  owner: Person,
  rerun: Rerun | "BANK_UNAVAILABLE",
  requestId: string,
): Promise<boolean> {
  const { platformId, businessId, userId } = owner;
  const shown = await shownApplicationOf(tx, businessId);
  const application = shown && (await lockApplication(tx, shown.id));
  if (application?.offerStep === "OFFER_REFRESH_PENDING") return false;
  if (application?.offerStep !== "OFFERS_EXPIRED") throw new Refusal("STEP_NOT_CURRENT");
  if (application.status === "EXPIRED") {
    await applyAgain(tx, owner, await currentProgress(tx, await settingsOf(tx, platformId), businessId), requestId);
    return false;
  }
  const by = { actor: { kind: "USER", id: userId }, requestId } as const;
  return replaceOffers(tx, { platformId, businessId }, application, rerun, by);
}

/** Begins another round of a locked application, with new offers at once if a run leads to an outcome, otherwise within 48 hours by staff. */
export async function replaceOffers(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  rerun: Rerun | "BANK_UNAVAILABLE",
  by: By,
): Promise<boolean> {
  const { platformId, businessId } = tenant;
  const pending = await requestRefresh(tx, tenant, application, by);
  if (rerun === "BANK_UNAVAILABLE") await startWorkflow(tx, "decide-applications", { ...tenant, id: uuidv7() });
  else if (rerun?.applicationId === pending.id) {
    const { isDone } = await renew(tx, tenant, pending, rerun, by);
    if (isDone) return true;
  } else await askForCreditReports(tx, tenant);
  await openTask(tx, {
    kind: "OFFER_REFRESH_REQUESTED",
    subjectId: pending.id,
    platformId,
    businessId,
    dueAt: refreshDueAt(await businessNow(tx, businessId)),
  });
  return false;
}

/** Begins another round of a locked application. */
export async function requestRefresh(
  tx: Tx,
  { platformId, businessId }: Tenant,
  application: LockedApplication,
  { actor, requestId }: By,
): Promise<LockedApplication> {
  const pending = await beginRefresh(tx, application, await businessNow(tx, businessId));
  await record(tx, {
    platformId,
    businessId,
    kind: "application.refresh_requested",
    action: "offers.refresh",
    body: { applicationId: pending.id, status: pending.status },
    object: { kind: "loan application", id: pending.id },
    before: { status: application.status, offerStep: application.offerStep },
    after: { status: pending.status, offerStep: pending.offerStep, round: pending.round },
    actor,
    requestId,
  });
  return pending;
}

/**
 * Does what follows from a run about a pending refresh, unless that is left to staff. Only a run that decides is saved, because a round has
 * one outcome. `refusals`: no capital was found.
 */
export async function renew(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  { facts, policy, snapshot, run, mode }: NonNullable<Rerun>,
  by: By,
): Promise<{ isDone: boolean; refusals: Assignment["refusals"] }> {
  const save = () => saveRun(tx, tenant, application, snapshot, run);
  const { decision } = run;
  if (decision.outcome !== "OFFERS") {
    if (mode === "IF_AS_GOOD") return { isDone: false, refusals: null };
    await save();
    await denyApplication(tx, tenant, application, decision.reasons);
    return { isDone: true, refusals: null };
  }
  if (mode === "IF_AS_GOOD") {
    const inputs = inputsFrom(facts, policy);
    const { priced } = await priceOffers(tx, tenant.platformId, application, decision, policy, inputs);
    if (!isAtLeastAsGood(await expiredOffers(tx, application), priced)) return { isDone: false, refusals: null };
  }
  const basis = { facts, policy, decisionId: run.id, decision, save };
  const { refusals } = await createOffers(tx, tenant, application, basis, by);
  return { isDone: refusals === null, refusals };
}

/** Decides about a pending refresh when the reports that it needed have come. */
export const refreshWithReports: EventHandler<"report.updated"> =
  async (_app, { platformId, businessId }) =>
  async (tx) => {
    if (!businessId || (await listPending(tx, businessId)).length === 0 || !(await haveReportsCome(tx, businessId)))
      return;
    await startWorkflow(tx, "decide-applications", { platformId, businessId, id: uuidv7() });
  };

/** The pending refreshes that are not decided yet. */
async function listPending(tx: Tx, businessId: string): Promise<(ToRefresh & { mode: Mode })[]> {
  const now = await businessNow(tx, businessId);
  const rows = await tx
    .selectFrom("loan_application as a")
    .select(["a.id", "a.product", "a.round", "a.refresh_requested_at"])
    .where("a.business_id", "=", businessId)
    .where("a.offer_step", "=", "OFFER_REFRESH_PENDING")
    .orderBy("a.id")
    .execute();
  const pending: (ToRefresh & { mode: Mode })[] = [];
  for (const { id, product, round, refresh_requested_at: requestedAt } of rows) {
    const isLastDay = requestedAt !== null && decideBy(requestedAt) <= now;
    const mode = isLastDay ? "FINAL" : await modeOf(tx, { id, round: round - 1 });
    pending.push({ id, product: product as ProductType, mode });
  }
  return pending;
}

/**
 * Runs the rules about every pending refresh whose data has become recent. What is worse than before stays with staff until the last day for
 * a decision.
 */
export async function refreshPending(app: AppContext, tenant: Tenant): Promise<void> {
  const pending = await inScope(app.pool, tenant, (tx) => listPending(tx, tenant.businessId));
  for (const one of pending) {
    const rerun = await runAgain(app, tenant, one, one.mode);
    if (!rerun) continue;
    await inScope(app.pool, tenant, async (tx) => {
      const application = await lockApplication(tx, one.id);
      if (application?.offerStep !== "OFFER_REFRESH_PENDING") return;
      const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
      const { refusals } = await renew(tx, tenant, application, rerun, by);
      if (!refusals || one.mode !== "FINAL") return;
      await saveRun(tx, tenant, application, rerun.snapshot, rerun.run);
      await denyApplication(tx, tenant, application, ["NO_FUNDING_AVAILABLE"]);
    });
  }
}
