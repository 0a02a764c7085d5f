import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { type EntryToWatch, type UnusualReason, unusualReasons } from "./unusual-entry.ts";

const ordinary: EntryToWatch = {
  direction: "OUTGOING",
  amountCents: cents(2_000_000),
  today: businessDate("2026-11-17"),
  accountAddedOn: businessDate("2026-01-05"),
  payoutsToAccount: 2,
  usual: { medianCents: 1_500_000, payments: 4 },
  sentToday: { orders: 0, cents: 0 },
  otherBusinessesPaid: 0,
};
const added = (day: string) => ({ accountAddedOn: businessDate(day), payoutsToAccount: 0 });
const usual = (medianCents: number, payments: number) => ({ usual: { medianCents, payments } });
const today = (orders: number, cents: number) => ({ sentToday: { orders, cents } });

describe("fraud monitoring of an entry", () => {
  it.each<[UnusualReason[], string, Partial<EntryToWatch>]>([
    [[], "an ordinary payout", {}],
    [[], "an ordinary debit", { direction: "INCOMING" }],
    [[], "an amount of exactly ten times the usual one", usual(200_000, 3)],
    [["AMOUNT"], "an amount above ten times the usual one", usual(199_999, 3)],
    [["AMOUNT"], "a debit above ten times the usual one", { direction: "INCOMING", ...usual(199_999, 3) }],
    [[], "a large amount while the usual one is not known yet", usual(1, 2)],
    [[], "a small amount above ten times the usual one", { amountCents: cents(999_999), ...usual(1, 9) }],
    [["NEW_ACCOUNT"], "the first payout to an account of ten days", added("2026-11-07")],
    [[], "the first payout to an account of eleven days", added("2026-11-06")],
    [[], "the second payout to a new account", { ...added("2026-11-16"), payoutsToAccount: 1 }],
    [[], "a small first payout to a new account", { ...added("2026-11-16"), amountCents: cents(999_999) }],
    [[], "a debit from a new account", { direction: "INCOMING", ...added("2026-11-16") }],
    [[], "an account that another business is paid at", { otherBusinessesPaid: 1 }],
    [["SHARED_ACCOUNT"], "an account that two other businesses are paid at", { otherBusinessesPaid: 2 }],
    [[], "a debit from such an account", { direction: "INCOMING", otherBusinessesPaid: 2 }],
    [[], "the twentieth order of a day", today(19, 100)],
    [["VELOCITY"], "the twenty-first order of a day", today(20, 100)],
    [[], "a day's last cent within the limit", today(1, 48_000_000)],
    [["VELOCITY"], "a day's first cent above the limit", today(1, 48_000_001)],
    [["AMOUNT", "NEW_ACCOUNT"], "an order with two reasons", { ...usual(1, 3), ...added("2026-11-16") }],
  ])("finds %j for %s", (reasons, _, change) => {
    expect(unusualReasons({ ...ordinary, ...change })).toEqual(reasons);
  });
});
