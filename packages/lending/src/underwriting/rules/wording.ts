import type { Cents } from "../../money/cents.ts";

/** Dollars in a sentence: $2,000 or $2,000.50. */
export const dollars = (amountCents: Cents | number): string =>
  (amountCents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: amountCents % 100 === 0 ? 0 : 2,
  });

export const monthsText = (count: number): string => (count === 1 ? "1 month" : `${count} months`);
