import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, businessDate, daysBetween, weekdayOf } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { type ArrangementPolicy, type FailedDebit, moveDays, retryDays } from "./arrangements.ts";
import type { ItemOrder } from "./collection.ts";

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
  effectiveOn: on("2026-02-17"),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  waitsForStaff: false,
  isArranged: false,
  isPart: false,
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
const now = new Date("2026-02-19T15:00:00Z");

describe("day of the next try", () => {
  const days = (change: Partial<FailedDebit> = {}, orders: readonly ItemOrder[] = [], given = policy) =>
    retryDays({ orders, failed: { ...failed, ...change }, takenDays: [] }, given, now);

  it("is any of the next ten banking days that is not in the week of the failed debit", () => {
    expect(days().days).toEqual([
      ...["2026-02-23", "2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-03-02", "2026-03-03"],
      ...["2026-03-04", "2026-03-05"],
    ]);
    expect(days({}, [order({ isRetry: true })]).days).toHaveLength(9);
    const part = { orders: [], failed, takenDays: [on("2026-02-25")] };
    expect(retryDays(part, policy, now).days).toEqual(["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"]);
  });

  it.each([
    ["NO_DEBIT_FAILED", { reason: "network_error" }, [], policy],
    ["RETRY_NOT_OFFERED", { reason: "closed_account" }, [], policy],
    ["RETRY_NOT_OFFERED", {}, [], { ...policy, retryWithinBankingDays: 0 }],
    ["PAYMENT_PENDING", {}, [order({ status: "SUBMITTED" })], policy],
    ["RETRY_LIMIT_REACHED", { retriesMade: 2 }, [], policy],
    ["RETRY_WINDOW_OVER", { firstSettledOn: on("2025-08-01") }, [], policy],
    ["RETRY_TOO_SOON", {}, [], { ...policy, retryWithinBankingDays: 1 }],
  ] as const)("is refused as %s", (why, change, orders, given) => {
    expect(days(change as Partial<FailedDebit>, orders, given)).toEqual({ days: [], why });
  });

  it("is not asked for an item without a failed debit", () => {
    expect(retryDays({ orders: [], failed: null, takenDays: [] }, policy, now).why).toBe("NO_DEBIT_FAILED");
  });
});

describe("day of a coming payment", () => {
  const today = on("2026-03-02");
  const item = {
    dueOn: on("2026-03-15"),
    orders: [],
    nextDueOn: on("2026-04-15"),
    loanStatus: "CURRENT",
    lastMovedOn: null,
  } as const;
  const days = (change: object = {}, given = policy) => moveDays({ ...item, ...change }, given, today);

  it("is up to five banking days after its debit", () => {
    expect(days().days).toEqual(["2026-03-17", "2026-03-18", "2026-03-19", "2026-03-20", "2026-03-23"]);
  });

  it("is never in the week of the next payment, over all due days of two years and every distance to the next", () => {
    for (let day = 0; day < 730; day++)
      for (const distance of [7, 9, 14, 31]) {
        const dueOn = addDays(on("2026-03-03"), day);
        const nextDueOn = addDays(dueOn, distance);
        let nextDebitOn = nextDueOn;
        while (!isBankingDay(nextDebitOn)) nextDebitOn = addDays(nextDebitOn, 1);
        for (const moved of days({ dueOn, nextDueOn }).days) {
          expect(isBankingDay(moved) && moved > dueOn && daysBetween(dueOn, moved) <= 14).toBe(true);
          const untilSunday = (7 - weekdayOf(moved)) % 7;
          expect(addDays(moved, untilSunday) < nextDebitOn).toBe(true);
        }
      }
  });

  it.each([
    ["MOVE_NOT_COMING", { dueOn: today }, policy],
    ["MOVE_NOT_CURRENT", { loanStatus: "LATE" }, policy],
    ["PAYMENT_PENDING", { orders: [order({ isClaimed: true })] }, policy],
    ["MOVED_RECENTLY", { lastMovedOn: on("2025-12-03") }, policy],
    ["MOVE_NOT_OFFERED", { nextDueOn: on("2026-03-17") }, policy],
    ["MOVE_NOT_OFFERED", {}, { ...policy, moveByBankingDays: 0 }],
  ] as const)("is refused as %s", (why, change, given) => expect(days(change, given)).toEqual({ days: [], why }));

  it("can be moved again ninety days after the last time", () => {
    expect(days({ lastMovedOn: on("2025-12-02") }).why).toBeNull();
  });
});
