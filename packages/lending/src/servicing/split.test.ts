import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, businessDate, mondayOf } from "../calendar/business-date.ts";
import { explained } from "../explain/worksheet.ts";
import { totalOf } from "../mechanics/obligation.ts";
import { add, cents } from "../money/cents.ts";
import type { ArrangementPolicy, FailedDebit } from "./arrangements.ts";
import type { ItemOrder } from "./collection.ts";
import { areSplitDays, less, splitDays, splitInTwo, takenDays, takenFrom } from "./split.ts";

const on = businessDate;
const policy: ArrangementPolicy = {
  retryWithinBankingDays: 10,
  moveByBankingDays: 5,
  moveOnceInDays: 90,
  splitWithinDays: 14,
  splitOnceInDays: 365,
};
const order = (change: Partial<ItemOrder>): ItemOrder => ({
  id: "order",
  status: "SCHEDULED",
  isClaimed: false,
  amountCents: cents(1_000),
  bankAccountId: "account",
  effectiveOn: on("2026-02-25"),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  waitsForStaff: false,
  isArranged: false,
  isPart: true,
  ...change,
});
/** A debit of Tuesday the 17th of February that was returned. */
const failed: FailedDebit = {
  status: "FAILED_PAYMENT",
  direction: "INCOMING",
  reason: "insufficient_funds",
  firstSettledOn: on("2026-02-17"),
  debitedOn: on("2026-02-17"),
  retriesMade: 0,
  isOtherAccount: false,
};
const overdue = { orders: [], failed, isOldest: true, loanStatus: "LATE", lastSplitOn: null } as const;
const now = new Date("2026-02-19T15:00:00Z");

describe("split of an overdue installment", () => {
  it("is on two banking days of different weeks within fourteen days, never in the week of the failed debit", () => {
    const { days } = splitDays(overdue, policy, now);
    expect([days[0], days.at(-1), days.length]).toEqual(["2026-02-23", "2026-03-05", 9]);
    expect(areSplitDays(days, ["2026-02-23", "2026-03-02"])).toBe(true);
    for (const wrong of [
      ["2026-02-23", "2026-02-27"],
      ["2026-03-02", "2026-02-23"],
      ["2026-02-20", "2026-03-02"],
      ["2026-02-23", "2026-03-06"],
    ] as const)
      expect(areSplitDays(days, wrong)).toBe(false);
  });

  it("has such days on every day of two years, or is not offered", () => {
    for (let n = 0; n < 731; n++) {
      const today = addDays(on("2026-01-01"), n);
      const at = new Date(`${today}T15:00:00Z`);
      const { days, why } = splitDays({ ...overdue, failed: { ...failed, debitedOn: addDays(today, -3) } }, policy, at);
      expect([today, why]).toEqual([today, null]);
      for (const day of days)
        expect([today, isBankingDay(day) && day > today && day <= addDays(today, 14)]).toEqual([today, true]);
      expect(new Set(days.map(mondayOf)).size).toBeGreaterThan(1);
    }
  });

  it("does not count the tries of the earlier debit, which it replaces", () => {
    expect(splitDays({ ...overdue, failed: { ...failed, retriesMade: 2 } }, policy, now).why).toBeNull();
  });

  it.each([
    ["NO_DEBIT_FAILED", { failed: null }, policy],
    ["NO_DEBIT_FAILED", { failed: { ...failed, reason: "network_error" } }, policy],
    ["PAYMENT_PENDING", { orders: [order({ isPart: false, isClaimed: true })] }, policy],
    ["SPLIT_RECENTLY", { lastSplitOn: on("2025-02-20") }, policy],
    ["OLDER_UNPAID", { isOldest: false }, policy],
    ["SPLIT_NOT_OFFERED", { loanStatus: "DEFAULTED" }, policy],
    ["SPLIT_NOT_OFFERED", { failed: { ...failed, reason: "closed_account" } }, policy],
    ["SPLIT_NOT_OFFERED", {}, { ...policy, splitWithinDays: 0 }],
    [null, { lastSplitOn: on("2025-02-19") }, policy],
    [null, { failed: { ...failed, reason: "closed_account", isOtherAccount: true } }, policy],
  ] as const)("is refused: %s", (why, change, given) =>
    expect(splitDays({ ...overdue, ...(change as object) }, given, now).why).toBe(why),
  );
});

describe("parts of an installment", () => {
  it("are its halves to the cent, for every amount, and are explained", () => {
    for (let total = 2; total < 3_000; total += 7) {
      const interestCents = cents(Math.floor(total / 3));
      const owed = { principalCents: cents(total - interestCents), interestCents, feeCents: cents(0) };
      const { result, explanations } = explained((write) => splitInTwo(owed, write));
      const [first, second] = result;
      expect(["unpaidCents", "part1Cents", "part2Cents"].map((figure) => explanations.get(figure)?.result)).toEqual([
        total,
        totalOf(first),
        totalOf(second),
      ]);
      expect(add(totalOf(first), totalOf(second))).toBe(total);
      expect([0, 1]).toContain(totalOf(first) - totalOf(second));
      expect(add(first.interestCents, second.interestCents)).toBe(interestCents);
    }
  });

  it("take no more than is owed, interest first", () => {
    const owed = { principalCents: cents(700), interestCents: cents(100), feeCents: cents(0) };
    expect(takenFrom(owed, cents(400))).toEqual({ ...owed, principalCents: 300 });
    expect(takenFrom(owed, cents(900))).toEqual(owed);
    expect(less(owed, takenFrom(owed, cents(400)))).toEqual({ ...owed, principalCents: 400, interestCents: 0 });
  });

  const waiting = { number: 2, orders: [order({})] };
  it("keep out of each other's weeks: the second gives way to the first, and a retry to a part on its own day", () => {
    const first = { number: 1, orders: [order({ effectiveOn: on("2026-03-02") })] };
    expect([takenDays(first, waiting), takenDays(waiting, first)]).toEqual([[], ["2026-03-02"]]);
    const retrying = {
      number: 1,
      orders: [order({ status: "FAILED_PAYMENT", effectiveOn: on("2026-02-23") }), order({ isRetry: true })],
    };
    expect(takenDays(retrying, waiting)).toEqual(["2026-02-25"]);
    expect(takenDays(waiting, retrying)).toEqual(["2026-02-23"]);
  });

  it("keep out of the weeks of debits that were made, and not of withdrawn ones", () => {
    const own = { number: 1, orders: [] };
    const of = (change: Partial<ItemOrder>) => takenDays(own, { number: 2, orders: [order(change)] });
    expect(of({ status: "SUCCESSFUL_PAYMENT" })).toEqual(["2026-02-25"]);
    expect(of({ isClaimed: true })).toEqual(["2026-02-25"]);
    expect([of({}), of({ status: "CANCELLED" })]).toEqual([[], []]);
  });
});
