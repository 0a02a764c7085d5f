import { type DenialReason, mostDenialReasons } from "./denial-reasons.ts";
import type { RuleResult } from "./rules/rule.ts";
import type { LimitName } from "./sizing/sizing.ts";

/** The reasons of rules that were not passed: the farthest from its threshold first, ties in the order of the table, at most four. */
export function orderReasons(results: readonly RuleResult[]): DenialReason[] {
  const ordered = results
    .flatMap(({ reason, distance }) => (reason ? [{ reason, distance }] : []))
    .toSorted((a, b) => b.distance - a.distance);
  return [...new Set(ordered.map(({ reason }) => reason))].slice(0, mostDenialReasons);
}

/** The reasons of a rating that has too many points: the factors with the most points first. */
export function reasonsOfPoints(factors: readonly RuleResult[]): DenialReason[] {
  const ordered = factors
    .filter(({ points }) => (points ?? 0) > 0)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
  return [...new Set(ordered.flatMap(({ reason }) => reason ?? []))].slice(0, mostDenialReasons);
}

/** The reason when a limit leaves less than was asked for, or less than the smallest amount of the product. */
export const reasonOfLimit: Record<LimitName, DenialReason> = {
  REVENUE: "CASH_FLOW_INSUFFICIENT",
  BALANCE: "CASH_FLOW_INSUFFICIENT",
  SALES: "CASH_FLOW_INSUFFICIENT",
  INVOICES: "CASH_FLOW_INSUFFICIENT",
  VENDOR_PAYMENTS: "CASH_FLOW_INSUFFICIENT",
  HOLDBACK: "CASH_FLOW_INSUFFICIENT",
  DEBT_SERVICE: "EXCESSIVE_OBLIGATIONS",
  PRODUCT_MAXIMUM: "AMOUNT_ABOVE_MAXIMUM",
  EXPOSURE: "EXCESSIVE_OBLIGATIONS",
  EXCEPTION: "CASH_FLOW_INSUFFICIENT",
};
