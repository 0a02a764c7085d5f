import { addDays, type BusinessDate } from "../calendar/business-date.ts";

const coolingOffDays = 90;

export type ReapplyRefusal = "REAPPLY_TOO_SOON";

/** After a denial a business may reapply later, or at once after a material change. */
export const whyNotReapply = (
  declinedOn: BusinessDate,
  hasMateriallyChanged: boolean,
  today: BusinessDate,
): ReapplyRefusal | null =>
  hasMateriallyChanged || today >= addDays(declinedOn, coolingOffDays) ? null : "REAPPLY_TOO_SOON";
