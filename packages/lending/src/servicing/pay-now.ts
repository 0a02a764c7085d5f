import type { BusinessDate } from "../calendar/business-date.ts";
import { type Amounts, isAssessed, type Obligation } from "../mechanics/obligation.ts";
import { type Cents, sum } from "../money/cents.ts";
import { type ItemOrder, isOnItsWay } from "./collection.ts";

/** An item that falls due: an installment or a fee, or a period of an advance. */
type DueItem = { dueOn: BusinessDate | null; periodId?: string | null };

/** What has fallen due and is unpaid, which its owner can pay at once instead of waiting for the next debit. */
export type DueNow<I> = {
  /** Items that fell due on this day or before. Later ones keep their debits. */
  dueUntil: BusinessDate;
  items: readonly I[];
};

export const dueNow = <I extends DueItem>(unpaidItems: readonly I[], today: BusinessDate): DueNow<I> => ({
  dueUntil: today,
  items: unpaidItems.filter(({ dueOn }) => isDue(dueOn, today)),
});

const isDue = (dueOn: BusinessDate | null, today: BusinessDate): boolean => dueOn !== null && dueOn <= today;

/** What a payment of what was due covers. */
export type Covered = { dueUntil: BusinessDate; periodIds: readonly string[] };

/**
 * Whether a payment of what was due covers an item. The periods of an advance are named, because the amount of one may become known after
 * its day has passed.
 */
export const isCovered = ({ dueUntil, periodIds }: Covered, { dueOn, periodId }: DueItem): boolean =>
  periodId ? periodIds.includes(periodId) : isDue(dueOn, dueUntil);

/** What one order of a payment collects. Fees are debited separately, one order for each type, so that a fee never causes another. */
export type PayNowPart = {
  feeType: Obligation["feeType"];
  principalCents: Cents;
  interestCents: Cents;
  feeCents: Cents;
  amountCents: Cents;
};

export function payNowParts(items: readonly { obligation: Obligation; unpaid: Amounts }[]): PayNowPart[] {
  const byKind = Map.groupBy(items, ({ obligation }) => (isAssessed(obligation) ? obligation.feeType : null));
  return [...byKind].map(([feeType, members]) => {
    const principalCents = sum(members.map(({ unpaid }) => unpaid.principalCents));
    const interestCents = sum(members.map(({ unpaid }) => unpaid.interestCents));
    const feeCents = sum(members.map(({ unpaid }) => unpaid.feeCents));
    const amountCents = sum([principalCents, interestCents, feeCents]);
    return { feeType, principalCents, interestCents, feeCents, amountCents };
  });
}

export const payNowRefusals = ["PAY_NOW_NOTHING_DUE", "PAY_NOW_ALREADY_ORDERED", "PAY_NOW_PAYMENT_PENDING"] as const;
export type PayNowRefusal = (typeof payNowRefusals)[number];

/** Why what is due cannot be paid at once. A debit of it that is on its way may still pay it. */
export function whyNotPayNow(
  { items }: DueNow<{ orders: readonly ItemOrder[] }>,
  isReplaced: boolean,
): PayNowRefusal | null {
  if (items.length === 0) return "PAY_NOW_NOTHING_DUE";
  if (isReplaced) return "PAY_NOW_ALREADY_ORDERED";
  return items.some(({ orders }) => orders.some(isOnItsWay)) ? "PAY_NOW_PAYMENT_PENDING" : null;
}
