import { addMonths, type BusinessDate, calendarMonthsBetween } from "../../calendar/business-date.ts";
import { formula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import type { Cents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import { exactPortion, percent } from "../../money/rate.ts";
import type { LineOfCreditTerms } from "./terms.ts";

const maintenanceFee = formula({
  name: "maintenance-fee",
  version: 1,
  words: "Per month: the limit times the percentage where the fee is a percentage, else the amount agreed.",
  exact: (fee: { kind: "PERCENTAGE" | "AMOUNT"; limitCents: Cents; percentage: Decimal; amountCents: Cents }) =>
    fee.kind === "PERCENTAGE" ? exactPortion(fee.limitCents, percent(fee.percentage)) : fee.amountCents,
});

/** The monthly fee for keeping the line open. */
export const monthlyMaintenanceFee = (terms: LineOfCreditTerms, write: Worksheet): Cents =>
  write(
    "monthlyMaintenanceFeeCents",
    maintenanceFee,
    {
      kind: terms.locMaintenanceFeeDisplayType,
      limitCents: terms.approvedLimitCents,
      percentage: terms.locMaintenanceFeePercentage,
      amountCents: terms.locMaintenanceFeeAmountCents,
    },
    { kind: "terms", limitCents: "terms", percentage: "terms", amountCents: "terms" },
  );

/** The wire allows up to 5 %, which is implausible as a monthly fee. Above 1 % a staff member must confirm it. */
export const needsMaintenanceFeeOverride = (terms: LineOfCreditTerms): boolean =>
  terms.locMaintenanceFeeDisplayType === "PERCENTAGE" && Number(terms.locMaintenanceFeePercentage) > 1;

/** The next monthly anniversary of the line's opening after today. */
export function nextMaintenanceFeeOn(openedOn: BusinessDate, today: BusinessDate): BusinessDate {
  const months = Math.max(1, calendarMonthsBetween(openedOn, today));
  const thisMonth = addMonths(openedOn, months);
  return thisMonth > today ? thisMonth : addMonths(openedOn, months + 1);
}
