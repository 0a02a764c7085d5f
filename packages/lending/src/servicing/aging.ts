import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import type { ProductType } from "../products/product-type.ts";
import { type ItemOrder, isOnItsWay } from "./collection.ts";
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

/** Days past due; zero for an item that is not due, or that a debit without an outcome covers. */
export function daysPastDueOf(item: AgingItem, today: BusinessDate): number {
  if (item.orders.some(isOnItsWay)) return 0;
  return Math.max(0, daysBetween(agesFrom(item), today));
}

/** The steps of an unpaid item that have begun. Each is done once per item, so the caller leaves out those that are done. */
export function stepsBegun(productType: ProductType, item: AgingItem, today: BusinessDate): DelinquencyStep[] {
  if (item.orders.some(isOnItsWay)) return [];
  const days = daysBetween(agesFrom(item), today);
  return delinquency[delinquencyFamilies[productType]].filter(({ fromDays }) => days >= fromDays);
}

/** The day of the next step of an unpaid item; null after the last one. A debit on its way changes it when its outcome is known. */
export function nextStepOn(productType: ProductType, item: AgingItem, today: BusinessDate): BusinessDate | null {
  const days = delinquency[delinquencyFamilies[productType]].map(({ fromDays }) => addDays(agesFrom(item), fromDays));
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
