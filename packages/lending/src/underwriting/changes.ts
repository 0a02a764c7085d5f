import type { BusinessDate } from "../calendar/business-date.ts";
import type { ProductType } from "../products/product-type.ts";

/** What a business can change. Amounts are in cents per month or the average of six months, counts are of the last 90 days. */
export const changeKinds = [
  "GUARANTY",
  "BLANKET_LIEN",
  "LATE_WITH_US",
  "TIME_IN_BUSINESS",
  "AVERAGE_BALANCE",
  "NSF_COUNT",
  "OVERDRAFT_COUNT",
  "DAYS_BEYOND_TERMS",
  "MONTHLY_DEBT",
  "MONTHLY_REVENUE",
  "MONTHLY_CASH_FLOW",
  "MONTHLY_INVOICES",
  "MONTHLY_CARD_SALES",
  "MONTHLY_CHANNEL_SALES",
  "ANOTHER_PRODUCT",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** One change. `from` and `to` are null where the change is a matter of yes or no. */
export type Change = {
  kind: ChangeKind;
  from: number | null;
  to: number | null;
  /** The day on which the business is old enough, if nothing else changes. */
  on: BusinessDate | null;
  /** The product to apply for instead. */
  product: ProductType | null;
};
