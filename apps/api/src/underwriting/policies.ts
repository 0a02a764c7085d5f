import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { type Policy, policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import type { Tx } from "../db/scope.ts";

/** The policy by which an application is decided now: the one that was activated last, at first that of the program. */
export async function currentPolicy(tx: Tx): Promise<Policy> {
  const active = await tx
    .selectFrom("policy_activation")
    .select("version")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return active ? policyOf(tx, active.version) : firstPolicy;
}

/** A policy by its version. */
export async function policyOf(tx: Tx, version: string): Promise<Policy> {
  if (version === firstPolicy.version) return firstPolicy;
  const row = await tx.selectFrom("policy").select("body").where("version", "=", version).executeTakeFirst();
  if (!row) throw new Error(`there is no policy ${version}`);
  return policySchema.parse(row.body);
}
