import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import type { ProductType } from "../products/product-type.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";
import { type DelinquencyStep, delinquency, delinquencyFamilies } from "./delinquency.ts";

/** An unpaid item that is not an assessed fee; those never age. */
export type AgingItem = {
  /** Its current due day, which an arrangement may have moved. */
  dueOn: BusinessDate;
  orders: readonly ItemOrder[];
};

/**
 * The day from which an item's days past due are counted: its due day, or the day of its first debit if we made that debit later than its
 * banking day. Postponements because of a balance that was too small are not our delay.
 */
export function agesFrom({ dueOn, orders }: AgingItem): BusinessDate {
  const [first] = orders;
  if (!first) return dueOn;
  const plannedOn = addBankingDays(bankingDayOnOrAfter(dueOn), first.timesMoved);
  return first.effectiveOn > plannedOn ? first.effectiveOn : dueOn;
}

/** Whether a debit covers an item: one without an outcome, or one that we hold although its day has come. */
const isCovered = ({ orders }: AgingItem, today: BusinessDate): boolean =>
  orders.some((order) => isOnItsWay(order) || (isWithdrawable(order) && order.effectiveOn <= today));

/** Days past due; zero for an item that is not due, or that a debit covers. */
export function daysPastDueOf(item: AgingItem, today: BusinessDate): number {
  if (isCovered(item, today)) return 0;
  return Math.max(0, daysBetween(agesFrom(item), today));
}

/** The days past due from which an item makes its product late. */
export const lateFromDays = 6;

/** Whether no debit of an item is to come: one has failed, or there is none. */
export const isMissed = ({ orders }: AgingItem): boolean =>
  orders.some(({ status }) => status === "FAILED_PAYMENT") ||
  !orders.some((order) => isOnItsWay(order) || isWithdrawable(order));

/** Whether an item makes its product late. That of an advance must have been missed as well. */
export const isLateItem = (productType: ProductType, item: AgingItem, today: BusinessDate): boolean =>
  daysPastDueOf(item, today) >= lateFromDays && (productType !== "MCA" || isMissed(item));

/** The steps of an unpaid item that have begun. Each is done once per item, so the caller leaves out those that are done. */
export function stepsBegun(productType: ProductType, item: AgingItem, today: BusinessDate): DelinquencyStep[] {
  if (isCovered(item, today)) return [];
  const days = daysBetween(agesFrom(item), today);
  const isLate = isLateItem(productType, item, today);
  return delinquency[delinquencyFamilies[productType]].filter(
    ({ fromDays }) => days >= fromDays && (isLate || fromDays < lateFromDays),
  );
}

/** The day of the next step of an unpaid item; null after the last one. A debit on its way changes it when its outcome is known. */
export function nextStepOn(productType: ProductType, item: AgingItem, today: BusinessDate): BusinessDate | null {
  const days = delinquency[delinquencyFamilies[productType]].map(({ fromDays }) => addDays(agesFrom(item), fromDays));
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
