import type { BusinessDate } from "../calendar/business-date.ts";
import { hasEnded, type Standing } from "./where-it-stands.ts";
import { whyNotReapply } from "./why-not-reapply.ts";

export type ApplyForMoreFacts = {
  hasIssuedProducts: boolean;
  /** Another application is begun and not consented to. */
  isApplying: boolean;
  /** Where each application of the business stands. */
  applications: readonly Standing[];
  /** The last denial of the business. */
  denial: { declinedOn: BusinessDate; isReconsidered: boolean } | null;
  today: BusinessDate;
};

export const applyForMoreRefusals = ["NO_FINANCING_YET", "APPLICATION_OPEN", "REAPPLY_TOO_SOON"] as const;
export type ApplyForMoreRefusal = (typeof applyForMoreRefusals)[number];

/**
 * A business that has or had a product may apply for another one when no application and no offer is open. Expired offers count as open until
 * their application has ended: its owner refreshes or withdraws them.
 */
export function whyNotApplyForMore(facts: ApplyForMoreFacts): ApplyForMoreRefusal | null {
  if (!facts.hasIssuedProducts) return "NO_FINANCING_YET";
  if (facts.isApplying || !facts.applications.every(hasEnded)) return "APPLICATION_OPEN";
  return facts.denial && whyNotReapply(facts.denial.declinedOn, facts.denial.isReconsidered, facts.today);
}
