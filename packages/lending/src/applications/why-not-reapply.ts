import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import type { Change } from "../underwriting/changes.ts";

const coolingOffDays = 90;

export type ReapplyRefusal = "REAPPLY_TOO_SOON";

/** After a denial a business may reapply later, or at once after a material change. */
export const whyNotReapply = (
  declinedOn: BusinessDate,
  hasMateriallyChanged: boolean,
  today: BusinessDate,
): ReapplyRefusal | null => (hasMateriallyChanged || today >= reapplyFrom(declinedOn) ? null : "REAPPLY_TOO_SOON");

export const reapplyFrom = (declinedOn: BusinessDate): BusinessDate => addDays(declinedOn, coolingOffDays);

/** When coming back is worth it: once a business may reapply, or later if its age is all that it lacks. */
export function comeBackOn(declinedOn: BusinessDate, changes: readonly Change[]): BusinessDate {
  const from = reapplyFrom(declinedOn);
  const [only, ...others] = changes;
  return only?.on && others.length === 0 && only.on > from ? only.on : from;
}
