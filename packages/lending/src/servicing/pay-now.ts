import type { BusinessDate } from "../calendar/business-date.ts";
import { isAssessed, isPaid, type Obligation, unpaid } from "../mechanics/obligation.ts";
import { type Cents, sum } from "../money/cents.ts";
import { type ItemOrder, isOnItsWay } from "./collection.ts";

/** What has fallen due and is unpaid, which its owner can pay at once instead of waiting for the next debit. */
export type DueNow = {
  /** Items that fell due on this day or before. Later ones keep their debits. */
  dueUntil: BusinessDate;
  items: readonly Obligation[];
};

export const dueNow = (obligations: readonly Obligation[], today: BusinessDate): DueNow => ({
  dueUntil: today,
  items: obligations.filter((one) => isCovered({ dueUntil: today }, one) && !isPaid(one)),
});

/** Whether what is paid at once includes an item. */
export const isCovered = ({ dueUntil }: Pick<DueNow, "dueUntil">, { dueOn }: Pick<Obligation, "dueOn">): boolean =>
  dueOn !== null && dueOn <= dueUntil;

/** What one order of a payment collects. Fees are debited separately, one order for each type, so that a fee never causes another. */
export type PayNowPart = {
  feeType: Obligation["feeType"];
  principalCents: Cents;
  interestCents: Cents;
  feeCents: Cents;
  amountCents: Cents;
};

export function payNowParts({ items }: DueNow): PayNowPart[] {
  const byKind = Map.groupBy(items, (one) => (isAssessed(one) ? one.feeType : null));
  return [...byKind].map(([feeType, members]) => {
    const amounts = members.map(unpaid);
    const principalCents = sum(amounts.map((one) => one.principalCents));
    const interestCents = sum(amounts.map((one) => one.interestCents));
    const feeCents = sum(amounts.map((one) => one.feeCents));
    const amountCents = sum([principalCents, interestCents, feeCents]);
    return { feeType, principalCents, interestCents, feeCents, amountCents };
  });
}

export type PayNowRefusal = "PAY_NOW_NOTHING_DUE" | "PAY_NOW_ALREADY_ORDERED" | "PAY_NOW_PAYMENT_PENDING";

/** Why what is due cannot be paid at once. A debit of it that is on its way may still pay it. */
export function whyNotPayNow(
  { items }: DueNow,
  state: { isReplaced: boolean; ordersOf: (item: Obligation) => readonly ItemOrder[] },
): PayNowRefusal | null {
  if (items.length === 0) return "PAY_NOW_NOTHING_DUE";
  if (state.isReplaced) return "PAY_NOW_ALREADY_ORDERED";
  return items.some((item) => state.ordersOf(item).some(isOnItsWay)) ? "PAY_NOW_PAYMENT_PENDING" : null;
}
