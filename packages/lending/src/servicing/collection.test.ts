import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, businessDate, weekdayOf } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { daysPastDueOf, isLateItem, nextStepOn, stepsBegun } from "./aging.ts";
import { costsReturnFee, feeCollectedOn, feesWaivedOn, whyNotLateFee } from "./assessed-fees.ts";
import { collectedOn, type ItemOrder, nextDebit, nextWeekAfter, orderedFrom, outOfWeeks } from "./collection.ts";
import { whyNotWriteOff } from "./why-not-write-off.ts";

const on = businessDate;
const dueOn = on("2026-03-16");
const order = (change: Partial<ItemOrder>): ItemOrder => ({
  id: "order",
  status: "SCHEDULED",
  isClaimed: false,
  amountCents: cents(1_000),
  bankAccountId: "account",
  effectiveOn: dueOn,
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  waitsForStaff: false,
  isArranged: false,
  isPart: false,
  ...change,
});
const failed = (change: Partial<ItemOrder> = {}) =>
  order({ status: "FAILED_PAYMENT", failureReason: "insufficient_funds", ...change });

describe("day of a debit", () => {
  it("is the banking day on or after the due day, or the next whose file can be reached", () => {
    expect(collectedOn(on("2026-02-15"), new Date("2026-02-01T15:00:00Z"))).toBe("2026-02-17");
    expect(collectedOn(dueOn, new Date("2026-03-13T21:00:00Z"))).toBe(dueOn);
    expect(collectedOn(dueOn, new Date("2026-03-13T22:30:00Z"))).toBe("2026-03-17");
    expect(collectedOn(dueOn, new Date("2026-04-01T15:00:00Z"))).toBe("2026-04-02");
  });

  it("is ordered five banking days before", () => {
    expect(orderedFrom(dueOn)).toBe("2026-03-09");
  });

  it("after a debit is in the next week, on a banking day", () => {
    for (let days = 0; days < 400; days++) {
      const day = addDays(on("2026-01-01"), days);
      const next = nextWeekAfter(day);
      expect(next > day && isBankingDay(next) && weekdayOf(next) >= 1).toBe(true);
    }
    expect([nextWeekAfter(dueOn), nextWeekAfter(on("2026-03-22"))]).toEqual(["2026-03-23", "2026-03-23"]);
  });
});

describe("debit of an item", () => {
  const item = { dueOn, unpaidCents: cents(1_000), isPart: false, takenDays: [] };
  it.each([
    ["none yet", [], { cancel: [], orderFrom: dueOn, insteadOf: null }],
    ["one waits", [order({})], { cancel: [], orderFrom: null, insteadOf: null }],
    [
      "one of another amount waits",
      [order({ amountCents: cents(900) })],
      { cancel: ["order"], orderFrom: dueOn, insteadOf: null },
    ],
    [
      "a claimed one of another amount",
      [order({ isClaimed: true, amountCents: cents(900) })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
    ["one has failed", [failed()], { cancel: [], orderFrom: null, insteadOf: null }],
    ["a retry waits", [failed(), order({ isRetry: true })], { cancel: [], orderFrom: null, insteadOf: null }],
    [
      "a retry waits for more than is unpaid",
      [failed(), order({ isRetry: true, amountCents: cents(1_100) })],
      { cancel: ["order"], orderFrom: null, insteadOf: null },
    ],
    [
      "one has failed at a replaced account",
      [failed({ bankAccountId: "old" })],
      { cancel: [], orderFrom: on("2026-03-23"), insteadOf: null },
    ],
    [
      "one did not reach the bank",
      [failed({ failureReason: "network_error" })],
      { cancel: [], orderFrom: dueOn, insteadOf: null },
    ],
    ["one was withdrawn", [order({ status: "CANCELLED" })], { cancel: [], orderFrom: dueOn, insteadOf: null }],
    [
      "one was refused",
      [order({ status: "CANCELLED", waitsForStaff: true })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
    [
      "one was refused at a replaced account",
      [order({ status: "CANCELLED", waitsForStaff: true, bankAccountId: "old" })],
      { cancel: [], orderFrom: dueOn, insteadOf: null },
    ],
    [
      "a retry was withdrawn",
      [failed(), order({ id: "retry", isRetry: true, status: "CANCELLED", effectiveOn: on("2026-03-25") })],
      { cancel: [], orderFrom: on("2026-03-25"), insteadOf: "retry" },
    ],
    [
      "a retry of more than is unpaid was withdrawn",
      [failed(), order({ isRetry: true, status: "CANCELLED", amountCents: cents(1_100) })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
    [
      "a retry was refused",
      [failed(), order({ isRetry: true, status: "CANCELLED", waitsForStaff: true })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
    [
      "one has paid an older item",
      [order({ status: "SUCCESSFUL_PAYMENT" })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
  ] as const)("where %s", (_, orders, next) => expect(nextDebit(item, orders, "account")).toEqual(next));

  const part = { ...item, isPart: true, takenDays: [on("2026-03-18")] };
  it.each([
    [
      "its own day, or a postponed one, is in the week of the other",
      [order({ isPart: true })],
      { cancel: ["order"], orderFrom: on("2026-03-23"), insteadOf: null },
    ],
    [
      "its retry is in the week of the other",
      [failed({ isPart: true }), order({ id: "retry", isPart: true, isRetry: true })],
      { cancel: ["retry"], orderFrom: on("2026-03-23"), insteadOf: "retry" },
    ],
    [
      "its retry is in another week",
      [failed({ isPart: true }), order({ isPart: true, isRetry: true, effectiveOn: on("2026-03-23") })],
      { cancel: [], orderFrom: null, insteadOf: null },
    ],
    ["it is on its way", [order({ isPart: true, isClaimed: true })], { cancel: [], orderFrom: null, insteadOf: null }],
  ] as const)("of a split installment, where %s", (_, orders, next) =>
    expect(nextDebit(part, orders, "account")).toEqual(next),
  );

  it("is that of the whole installment again where a new plan has replaced its parts", () => {
    for (const last of [failed({ isPart: true }), order({ isPart: true, status: "CANCELLED" })])
      expect(nextDebit(item, [failed(), last], "account")).toEqual({ cancel: [], orderFrom: dueOn, insteadOf: null });
  });

  it("of a part is in the first week without another debit of its installment", () => {
    const taken = [on("2026-03-17"), on("2026-03-27")];
    expect(outOfWeeks(dueOn, taken)).toBe("2026-03-30");
    expect(outOfWeeks(dueOn, [on("2026-03-27")])).toBe(dueOn);
  });
});

describe("days past due of an item", () => {
  const late = (days: number, orders: readonly ItemOrder[]) => daysPastDueOf({ dueOn, orders }, addDays(dueOn, days));

  it("count from its due day, stand still under a pending debit, and count as before when it fails", () => {
    expect(late(9, [failed()])).toBe(9);
    expect(late(9, [failed(), order({ status: "SUBMITTED" })])).toBe(0);
    expect(late(9, [failed(), order({ isClaimed: true })])).toBe(0);
    expect(late(9, [failed(), failed({ isRetry: true })])).toBe(9);
    expect(late(9, [])).toBe(9);
  });

  it("count from the first debit if we made it late, and not if a small balance has postponed it", () => {
    const later = addDays(dueOn, 4);
    expect(late(9, [failed({ effectiveOn: later })])).toBe(5);
    expect(late(9, [failed({ effectiveOn: addDays(dueOn, 2), timesMoved: 2 })])).toBe(9);
  });

  it("stand still while we hold a debit whose day has come, and not while it waits for a later one", () => {
    const held = order({});
    expect(late(9, [held])).toBe(0);
    expect(late(9, [failed(), order({ isRetry: true, effectiveOn: addDays(dueOn, 9) })])).toBe(0);
    expect(late(8, [failed(), order({ isRetry: true, effectiveOn: addDays(dueOn, 9) })])).toBe(8);
    expect(stepsBegun("TERM_LOAN", { dueOn, orders: [held] }, addDays(dueOn, 15))).toEqual([]);
  });

  it("make an advance late from the sixth only if its debit has failed or is missing", () => {
    const isLate = (orders: readonly ItemOrder[], days = 6) =>
      isLateItem("MCA", { dueOn, orders }, addDays(dueOn, days));
    const postponed = order({ effectiveOn: addDays(dueOn, 7), timesMoved: 5 });
    expect([isLate([failed()], 5), isLate([failed()]), isLate([])]).toEqual([false, true, true]);
    expect(isLate([postponed])).toBe(false);
    expect(isLateItem("TERM_LOAN", { dueOn, orders: [postponed] }, addDays(dueOn, 6))).toBe(true);
    const steps = stepsBegun("MCA", { dueOn, orders: [postponed] }, addDays(dueOn, 6));
    expect(steps.map(({ code }) => code)).toEqual(["DUE"]);
  });

  it("begin each step on its day, and have no step under a pending debit", () => {
    const steps = (days: number, orders: readonly ItemOrder[]) =>
      stepsBegun("TERM_LOAN", { dueOn, orders }, addDays(dueOn, days)).map(({ code }) => code);
    expect(steps(5, [failed()])).toEqual(["DUE", "GRACE"]);
    expect(steps(15, [failed()])).toEqual(["DUE", "GRACE", "LATE", "STAFF_CONTACT"]);
    expect(steps(15, [order({ status: "SUBMITTED" })])).toEqual([]);
    expect(nextStepOn("TERM_LOAN", { dueOn, orders: [] }, addDays(dueOn, 6))).toBe(addDays(dueOn, 15));
    expect(nextStepOn("TERM_LOAN", { dueOn, orders: [] }, addDays(dueOn, 180))).toBeNull();
  });
});

describe("late fee", () => {
  const retried = [failed(), failed({ isRetry: true })];
  const why = (orders: readonly ItemOrder[], daysPastDue = 6, change: object = {}) =>
    whyNotLateFee({ daysPastDue, orders }, { loanStatus: "LATE", isOffInState: false, ...change });

  it("is owed by a late item whose debit and first retry have failed, also while a second retry waits", () => {
    expect(why(retried)).toBeNull();
    expect(why([...retried, order({ isRetry: true })])).toBeNull();
  });

  it("is owed by a split installment when a part has failed and the other has an outcome, whatever that is", () => {
    const split = [...retried, failed({ isPart: true })];
    expect(why([...split, order({ isPart: true, status: "SUCCESSFUL_PAYMENT" })])).toBeNull();
    expect(why([...split, failed({ isPart: true }), order({ isPart: true, isRetry: true })])).toBeNull();
  });

  it("is owed without a retry where the failure allows none", () => {
    expect(why([failed({ failureReason: "closed_account" })])).toBeNull();
    expect(why([failed({ failureReason: "closed_account" }), order({ bankAccountId: "other" })])).toBe(
      "RETRY_NOT_FAILED",
    );
  });

  it.each([
    ["NOT_LATE", retried, 5, {}],
    ["RETRY_NOT_FAILED", [failed()], 6, {}],
    ["RETRY_NOT_FAILED", [failed(), order({ isRetry: true })], 20, {}],
    ["RETRY_NOT_FAILED", [...retried, order({ isArranged: true })], 20, {}],
    ["NO_DEBIT_FAILED", [...retried, order({ isPart: true }), order({ isPart: true })], 20, {}],
    ["RETRY_NOT_FAILED", [failed(), failed({ isPart: true }), order({ isPart: true, isArranged: true })], 20, {}],
    ["NO_DEBIT_FAILED", [], 20, {}],
    ["NO_DEBIT_FAILED", [order({ status: "CANCELLED" })], 20, {}],
    ["NO_DEBIT_FAILED", [failed({ failureReason: "enterprise_insufficient_funds" })], 20, {}],
    ["OWN_PAYMENT_WENT_TO_OLDER", [order({ status: "SUCCESSFUL_PAYMENT" })], 20, {}],
    ["OFF_IN_STATE", retried, 6, { isOffInState: true }],
    ["PRODUCT_NOT_OPEN", retried, 100, { loanStatus: "DEFAULTED" }],
  ] as const)("is not owed: %s", (refusal, orders, days, change) => expect(why(orders, days, change)).toBe(refusal));
});

describe("fee for a returned payment", () => {
  it("is owed for an entry that came back for missing funds, and not for one that collects a fee", () => {
    const entry = { purpose: "REPAYMENT", status: "FAILED_PAYMENT", returnCode: "R01" };
    expect([entry, { ...entry, returnCode: "R09" }].every(costsReturnFee)).toBe(true);
    expect(
      [
        { ...entry, returnCode: "R02" },
        { ...entry, returnCode: null },
        { ...entry, purpose: "FEE" },
        { ...entry, status: "SUCCESSFUL_PAYMENT" },
      ].some(costsReturnFee),
    ).toBe(false);
  });

  it("is debited on the next due day, or five banking days later, and waived after thirty days", () => {
    expect(feeCollectedOn([on("2026-02-15"), on("2026-04-15")], dueOn)).toBe("2026-04-15");
    expect(feeCollectedOn([on("2026-02-15"), dueOn], dueOn)).toBe("2026-03-23");
    expect(feesWaivedOn(dueOn)).toBe("2026-04-15");
  });
});

describe("write-off", () => {
  const product = { productType: "TERM_LOAN", loanStatus: "DEFAULTED", isWrittenOff: false, daysPastDue: 180 } as const;
  it.each([
    [{}, "DAYS_PAST_DUE", null],
    [{ daysPastDue: 179 }, "DAYS_PAST_DUE", "NOT_LONG_ENOUGH_PAST_DUE"],
    [{ daysPastDue: 0 }, "BANKRUPTCY", null],
    [{ loanStatus: "LATE" }, "BANKRUPTCY", "NOT_IN_DEFAULT"],
    [{ isWrittenOff: true }, "DAYS_PAST_DUE", "ALREADY_WRITTEN_OFF"],
  ] as const)("of %j because of %s: %s", (change, cause, refusal) =>
    expect(whyNotWriteOff({ ...product, ...change }, cause)).toBe(refusal),
  );
});
