import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import type { Tx } from "../db/scope.ts";

/** The policy by which an application is decided now. */
export const currentPolicy = async (_tx: Tx): Promise<Policy> => firstPolicy;
