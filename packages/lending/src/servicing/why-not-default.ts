import type { ProductType } from "../products/product-type.ts";
import { delinquency, delinquencyFamilies } from "./delinquency.ts";

/** The breaches that put an advance in default. Slow sales, bankruptcy and the end of the business are not breaches. */
export const advanceBreaches = [
  "AUTHORIZATION_NOT_REPLACED",
  "SALES_DIVERTED",
  "FALSE_STATEMENTS",
  "SOLD_WITHOUT_ASSIGNMENT",
] as const;
export type AdvanceBreach = (typeof advanceBreaches)[number];

export type DefaultRefusal = "NOT_LONG_ENOUGH_PAST_DUE" | "NO_BREACH";

/** A loan or an invoice defaults by days past due, an advance only by breach. */
export function whyNotDefault(
  product: ProductType,
  daysPastDue: number,
  breach: AdvanceBreach | null,
): DefaultRefusal | null {
  const step = delinquency[delinquencyFamilies[product]].find(({ code }) => code === "DEFAULTED");
  if (step === undefined) return breach === null ? "NO_BREACH" : null;
  return daysPastDue < step.fromDays ? "NOT_LONG_ENOUGH_PAST_DUE" : null;
}
