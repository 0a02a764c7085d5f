import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { PolicySummary } from "@inlay/contracts/staff/calls/policies.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { type Policy, policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import { sql } from "kysely";
import type { StaffAction } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import { staffScope, type Tx } from "../db/scope.ts";
import type { RequestContext } from "../http/public.ts";

/** The policy by which an application is decided now: the one that was activated last, at first that of the program. */
export async function currentPolicy(tx: Tx): Promise<Policy> {
  return policyOf(tx, await currentVersion(tx));
}

async function currentVersion(tx: Tx): Promise<string> {
  const active = await tx
    .selectFrom("policy_activation")
    .select("version")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return active?.version ?? firstPolicy.version;
}

/** A policy by its version. */
export async function policyOf(tx: Tx, version: string): Promise<Policy> {
  const policy = await findPolicy(tx, version);
  if (!policy) throw new Error(`there is no policy ${version}`);
  return policy;
}

async function findPolicy(tx: Tx, version: string): Promise<Policy | null> {
  if (version === firstPolicy.version) return firstPolicy;
  const row = await tx.selectFrom("policy").select("body").where("version", "=", version).executeTakeFirst();
  return row ? policySchema.parse(row.body) : null;
}

/** The policy that a request of staff names. */
export async function requirePolicy(tx: Tx, version: string): Promise<Policy> {
  const policy = await findPolicy(tx, version);
  if (!policy) throw new Refusal("NOT_FOUND", { context: { object: "policy" } });
  return policy;
}

const taken = () => new Refusal("POLICY_VERSION_TAKEN");

/** Saves a version. It decides nothing before two people have activated it. */
export async function proposePolicy({
  tx,
  caller: { memberId },
  body: { policy, reason },
  requestId,
}: RequestContext<typeof staffCalls.proposePolicy>): Promise<PolicySummary> {
  const { version } = policy;
  if (version === firstPolicy.version) throw taken();
  const row = await refuseDuplicate(
    tx
      .insertInto("policy")
      .values({ version, body: JSON.stringify(policy), proposed_by: memberId })
      .returning(["id", "created_at"])
      .executeTakeFirstOrThrow(),
    { policy_pkey: taken },
  );
  await record(tx, {
    platformId: staffScope.platformId,
    businessId: null,
    kind: "policy.proposed",
    body: { policyId: row.id, policyVersion: version },
    action: "staff.policy.propose",
    object: { kind: "policy", id: row.id },
    after: { policy, reason },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  return {
    version,
    proposedBy: memberId,
    proposedAt: row.created_at.toISOString(),
    activatedAt: null,
    isCurrent: false,
  };
}

/** Lists the proposed versions, newest first, and after them the one that is part of the program. */
export async function listPolicies(
  tx: Tx,
  { after, limit }: Parsed<typeof staffCalls.listPolicies, "query">,
): Promise<Answer<typeof staffCalls.listPolicies>> {
  if (after === firstPolicy.version) return { policies: [], hasMore: false };
  const rows = await tx
    .selectFrom("policy")
    .select(["version", "proposed_by", "created_at"])
    .$if(after !== undefined, (query) =>
      query.where("id", "<", (eb) =>
        eb
          .selectFrom("policy as last")
          .select("last.id")
          .where("last.version", "=", after ?? ""),
      ),
    )
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const all = [
    ...rows.map((row) => ({ version: row.version, proposedBy: row.proposed_by, proposedAt: row.created_at })),
    ...(rows.length > limit ? [] : [{ version: firstPolicy.version, proposedBy: null, proposedAt: null }]),
  ];
  const policies = await summarize(tx, all.slice(0, limit));
  return { policies, hasMore: all.length > limit };
}

export async function readPolicySummary(tx: Tx, version: string): Promise<PolicySummary> {
  const row = await tx
    .selectFrom("policy")
    .select(["proposed_by", "created_at"])
    .where("version", "=", version)
    .executeTakeFirst();
  const [summary] = await summarize(tx, [
    { version, proposedBy: row?.proposed_by ?? null, proposedAt: row?.created_at ?? null },
  ]);
  if (!summary) throw new Error("a policy has no summary");
  return summary;
}

type Proposed = { version: string; proposedBy: string | null; proposedAt: Date | null };

async function summarize(tx: Tx, proposed: readonly Proposed[]): Promise<PolicySummary[]> {
  const activations = await tx
    .selectFrom("policy_activation")
    .select(["version", sql<Date>`max(activated_at)`.as("activatedAt")])
    .where(
      "version",
      "in",
      proposed.map(({ version }) => version),
    )
    .groupBy("version")
    .execute();
  const current = await currentVersion(tx);
  return proposed.map(({ version, proposedBy, proposedAt }) => ({
    version,
    proposedBy,
    proposedAt: proposedAt?.toISOString() ?? null,
    activatedAt: activations.find((one) => one.version === version)?.activatedAt.toISOString() ?? null,
    isCurrent: version === current,
  }));
}

/** The shadow run that a version was tried with last. It is the subject of the activation, so that both people look at the same report. */
export async function requireTried(tx: Tx, version: string): Promise<string> {
  await requirePolicy(tx, version);
  const run = await tx
    .selectFrom("shadow_run")
    .select("id")
    .where("policy_version", "=", version)
    .where("state", "=", "DONE")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!run) throw new Refusal("POLICY_NOT_TRIED");
  return run.id;
}

async function refuseCurrent(tx: Tx, version: string): Promise<void> {
  if ((await currentVersion(tx)) === version)
    throw new Refusal("WRONG_STATE", { context: { status: "CURRENT", allowedFrom: ["PROPOSED"] } });
}

/** Changes who gets credit, so it takes two people. The table refuses a version that was not tried or that one person asked for. */
export const activatePolicy: StaffAction<{ version: string }> = {
  kind: "policy.activate",
  action: "staff.policy.activate",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: (tx, { payload }) => refuseCurrent(tx, payload.version),
  perform: async (tx, { subjectId: shadowRunId, payload: { version }, staffRequestId, memberId, requestId }) => {
    await refuseCurrent(tx, version);
    const before = await currentVersion(tx);
    await tx
      .insertInto("policy_activation")
      .values({ version, staff_request_id: staffRequestId, shadow_run_id: shadowRunId })
      .execute();
    await record(tx, {
      platformId: staffScope.platformId,
      businessId: null,
      kind: "policy.activated",
      body: { shadowRunId, policyVersion: version },
      action: "staff.policy.activate",
      object: { kind: "shadow_run", id: shadowRunId },
      before: { version: before },
      after: { version },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};
