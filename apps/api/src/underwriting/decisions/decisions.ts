import { createHash } from "node:crypto";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { type Decision, decide, noRulings, type StaffRulings } from "@inlay/lending/underwriting/decide.ts";
import type { PolicyException } from "@inlay/lending/underwriting/exceptions.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import type { RiskRating } from "@inlay/lending/underwriting/rules/rating.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { policyOf } from "../policies.ts";
import type { Tenant } from "../reports.ts";
import { decryptNested, encryptNested, type HolderKeys, keysOf } from "./nested-encryption.ts";

const hashOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();
const aboutSnapshot = (id: string) => `decision-snapshot/${id}`;
const aboutRun = (id: string) => `decision/${id}`;

/** The frozen facts of a decision, encrypted and ready to be saved with the first decision that is based on them. */
export type Snapshot = {
  id: string;
  hash: Buffer;
  keys: HolderKeys;
  encrypted: Buffer;
  countedOfferIds: readonly string[];
  isSaved: boolean;
};

/** Freezes the facts. Null if the key of somebody whom they are about was destroyed. */
export async function freeze(app: AppContext, tenant: Tenant, facts: UnderwritingFacts): Promise<Snapshot | null> {
  const keys = await keysOf(
    app,
    tenant,
    facts.owners.map(({ id }) => id),
  );
  if (!keys) return null;
  const id = uuidv7();
  const bytes = Buffer.from(JSON.stringify(facts));
  return {
    id,
    hash: hashOf(bytes),
    keys,
    encrypted: await encryptNested(keys, bytes, aboutSnapshot(id)),
    countedOfferIds: facts.withUs.acceptedOfferIds ?? [],
    isSaved: false,
  };
}

/** Runs the rules of one product on the facts. */
export const decideOn = (
  facts: UnderwritingFacts,
  product: ProductType,
  policy: Policy,
  rulings: StaffRulings = noRulings,
  bank = bankDetailsOf(facts),
): Decision => decide(product, inputsFrom(facts, policy, bank), policy, rulings);

/** A run of the rules, encrypted and ready to be saved. */
export type Run = { id: string; decision: Decision; hash: Buffer; encrypted: Buffer; rulings: StaffRulings };

export async function encryptRun(keys: HolderKeys, decision: Decision, rulings: StaffRulings): Promise<Run> {
  const id = uuidv7();
  const bytes = Buffer.from(JSON.stringify(decision));
  return { id, decision, hash: hashOf(bytes), encrypted: await encryptNested(keys, bytes, aboutRun(id)), rulings };
}

export type ApplicationToDecide = { id: string; round: number };

/** Saves a run, and its snapshot with the first one. The caller has locked the application. */
export async function saveRun(
  tx: Tx,
  { platformId, businessId }: Tenant,
  application: ApplicationToDecide,
  snapshot: Snapshot,
  { id, decision, hash, encrypted, rulings }: Run,
): Promise<void> {
  const now = await businessNow(tx, businessId);
  if (!snapshot.isSaved)
    await tx
      .insertInto("decision_snapshot")
      .values({
        id: snapshot.id,
        platform_id: platformId,
        business_id: businessId,
        hash: snapshot.hash,
        owner_ids: snapshot.keys.owners.map(({ holder }) => holder.personId ?? ""),
        encrypted: snapshot.encrypted,
        counted_offer_ids: [...snapshot.countedOfferIds],
        taken_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const { count } = await tx
    .selectFrom("decision")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("application_id", "=", application.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("decision")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      application_id: application.id,
      number: Number(count) + 1,
      round: application.round,
      snapshot_id: snapshot.id,
      policy_version: decision.policyVersion,
      rulings: JSON.stringify(rulings),
      outcome: decision.outcome,
      credit_result: decision.creditResult,
      review: JSON.stringify(decision.review),
      reasons: decision.reasons,
      run_hash: hash,
      encrypted_run: encrypted,
      decided_at: now,
    })
    .execute();
}

/** The latest run of the current round of an application. Null before the first. */
export async function latestDecisionId(tx: Tx, { id, round }: ApplicationToDecide): Promise<string | null> {
  const latest = await tx
    .selectFrom("decision")
    .select("id")
    .where("application_id", "=", id)
    .where("round", "=", round)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.id ?? null;
}

/** What staff have decided about an application so far. */
export async function rulingsOf(tx: Tx, applicationId: string): Promise<StaffRulings> {
  const rows = await tx
    .selectFrom("ruling")
    .select(["kind", "code"])
    .where("application_id", "=", applicationId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const codes = (kind: string) => rows.filter((row) => row.kind === kind).map(({ code }) => code ?? "");
  return {
    exceptions: codes("EXCEPTION") as PolicyException[],
    passedRules: codes("RULE_PASSED"),
    creditModelExecutionResultOverride: (codes("RESULT_OVERRIDE").at(-1) as RiskRating | undefined) ?? null,
    isDenialConfirmed: rows.some(({ kind }) => kind === "DENIAL_CONFIRMED"),
  };
}

export type StoredDecision = {
  id: string;
  applicationId: string;
  product: ProductType;
  policyVersion: string;
  rulings: StaffRulings;
  runHash: Buffer;
  snapshot: Snapshot;
  facts: UnderwritingFacts;
  decision: Decision;
};

/** A past decision with everything that it was based on. DESTROYED once a key of somebody whom it is about was destroyed. */
export async function readDecision(
  app: AppContext,
  tenant: Tenant,
  decisionId: string,
): Promise<StoredDecision | "DESTROYED" | null> {
  const row = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("decision as d")
      .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
      .innerJoin("loan_application as a", "a.id", "d.application_id")
      .select([
        "d.id",
        "d.application_id",
        "d.policy_version",
        "d.rulings",
        "d.run_hash",
        "d.encrypted_run",
        "a.product",
      ])
      .select(["s.id as snapshot_id", "s.hash", "s.owner_ids", "s.encrypted", "s.counted_offer_ids"])
      .where("d.id", "=", decisionId)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const keys = await keysOf(app, tenant, row.owner_ids);
  if (!keys) return "DESTROYED";
  const facts = await decryptNested(keys, row.encrypted, aboutSnapshot(row.snapshot_id));
  const snapshot: Snapshot = {
    id: row.snapshot_id,
    hash: row.hash,
    keys,
    encrypted: row.encrypted,
    countedOfferIds: row.counted_offer_ids,
    isSaved: true,
  };
  const run = await decryptNested(keys, row.encrypted_run, aboutRun(row.id));
  return {
    id: row.id,
    applicationId: row.application_id,
    product: row.product as ProductType,
    policyVersion: row.policy_version,
    rulings: row.rulings as unknown as StaffRulings,
    runHash: row.run_hash,
    snapshot,
    facts: JSON.parse(facts.toString()) as UnderwritingFacts,
    decision: JSON.parse(run.toString()) as Decision,
  };
}

/** The facts that a past decision was based on. DESTROYED once a key of somebody whom they are about was destroyed. */
export async function readDecidedFacts(
  app: AppContext,
  tenant: Tenant,
  decisionId: string,
): Promise<UnderwritingFacts | "DESTROYED" | null> {
  const row = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("decision as d")
      .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
      .select(["s.id", "s.owner_ids", "s.encrypted"])
      .where("d.id", "=", decisionId)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const keys = await keysOf(app, tenant, row.owner_ids);
  if (!keys) return "DESTROYED";
  const facts = await decryptNested(keys, row.encrypted, aboutSnapshot(row.id));
  return JSON.parse(facts.toString()) as UnderwritingFacts;
}

/** The result of repeating a past decision. */
export type Replay = { outcome: "SAME" | "DIFFERENT"; decision: Decision } | { outcome: "DESTROYED" };

/** Repeats a past decision from its snapshot, its policy and the rulings of then. It must give the same bytes. */
export async function replay(app: AppContext, tenant: Tenant, decisionId: string): Promise<Replay | null> {
  const stored = await readDecision(app, tenant, decisionId);
  if (stored === null) return null;
  if (stored === "DESTROYED") return { outcome: "DESTROYED" };
  const policy = await inScope(app.pool, tenant, (tx) => policyOf(tx, stored.policyVersion));
  const decision = decideOn(stored.facts, stored.product, policy, stored.rulings);
  const isSame = hashOf(Buffer.from(JSON.stringify(decision))).equals(stored.runHash);
  return { outcome: isSame ? "SAME" : "DIFFERENT", decision };
}
