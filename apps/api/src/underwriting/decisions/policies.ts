import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { type Policy, policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import type { AppContext } from "../../context.ts";
import { inNoScope } from "../../db/scope.ts";

/** The policy that decides now: the one that was activated last, at first that of the program. */
export async function currentPolicy(app: AppContext): Promise<Policy> {
  const active = await inNoScope(app.pool, (tx) =>
    tx.selectFrom("policy_activation").select("version").orderBy("id", "desc").limit(1).executeTakeFirst(),
  );
  return active ? policyOf(app, active.version) : firstPolicy;
}

/** A policy by its version. */
export async function policyOf(app: AppContext, version: string): Promise<Policy> {
  if (version === firstPolicy.version) return firstPolicy;
  const row = await inNoScope(app.pool, (tx) =>
    tx.selectFrom("policy").select("body").where("version", "=", version).executeTakeFirst(),
  );
  if (!row) throw new Error(`there is no policy ${version}`);
  return policySchema.parse(row.body);
}
