import { type BusinessDate, daysBetween } from "../calendar/business-date.ts";

const lateAfterDays = 5;

/** A row is late when its due date is more than five days past. */
export const isLate = (dueOn: BusinessDate, today: BusinessDate): boolean => daysBetween(dueOn, today) > lateAfterDays;
