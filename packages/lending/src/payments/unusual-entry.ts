import { type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import type { PaymentDirection } from "./payment-order.ts";

/** What is known about an order and its surroundings when it is about to be sent. */
export type EntryToWatch = {
  direction: PaymentDirection;
  amountCents: Cents;
  today: BusinessDate;
  accountAddedOn: BusinessDate;
  /** Payouts that were sent to the account before. */
  payoutsToAccount: number;
  /** The median of the business's successful payments of this type and direction, and how many there are. Fees say nothing about installments. */
  usual: { medianCents: number; payments: number };
  /** What was sent for the business in this direction today, this order not included. */
  sentToday: { orders: number; cents: number };
  /** Other businesses whose payouts went to the same account number in the last days. */
  otherBusinessesPaid: number;
};

/** The limits of the fraud monitoring that the network asks of every originator. An order above one waits for a person. */
export const unusualEntryLimits = {
  /** An amount this many times the usual one, once there are enough payments to know it; small amounts never. */
  timesUsual: 10,
  usualFromPayments: 3,
  timesUsualFromCents: 1_000_000,
  /** The first payout to an account that was added within these days. */
  newAccountDays: 10,
  firstPayoutFromCents: 1_000_000,
  /** Orders and cents of a business in one direction on one day. */
  ordersPerDay: 20,
  centsPerDay: 50_000_000,
  /** Businesses, this one included, that are paid at one account number within these days. */
  businessesPerAccount: 3,
  businessesPerAccountDays: 30,
} as const;

export type UnusualReason = "AMOUNT" | "NEW_ACCOUNT" | "SHARED_ACCOUNT" | "VELOCITY";

/** Why an order is unusual; empty for an ordinary one. */
export function unusualReasons(entry: EntryToWatch, limits = unusualEntryLimits): UnusualReason[] {
  const { direction, amountCents, usual, sentToday } = entry;
  const isPayout = direction === "OUTGOING";
  const isAmountUnusual =
    usual.payments >= limits.usualFromPayments &&
    amountCents >= limits.timesUsualFromCents &&
    amountCents > usual.medianCents * limits.timesUsual;
  const isNewAccount =
    isPayout &&
    entry.payoutsToAccount === 0 &&
    amountCents >= limits.firstPayoutFromCents &&
    daysBetween(entry.accountAddedOn, entry.today) <= limits.newAccountDays;
  const isShared = isPayout && entry.otherBusinessesPaid + 1 >= limits.businessesPerAccount;
  const isFast = sentToday.orders + 1 > limits.ordersPerDay || sentToday.cents + amountCents > limits.centsPerDay;
  return [
    ...(isAmountUnusual ? (["AMOUNT"] as const) : []),
    ...(isNewAccount ? (["NEW_ACCOUNT"] as const) : []),
    ...(isShared ? (["SHARED_ACCOUNT"] as const) : []),
    ...(isFast ? (["VELOCITY"] as const) : []),
  ];
}
