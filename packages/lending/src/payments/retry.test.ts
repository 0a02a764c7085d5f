import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, businessDate, daysBetween, weekdayOf } from "../calendar/business-date.ts";
import { runs } from "../money/runs.fixture.ts";
import { type FailureReason, failureReasons } from "./failure-reason.ts";
import { type PaymentType, paymentOrderLifecycle } from "./payment-order.ts";
import { automaticRetryOn, type FailedOrder, type RetryWish, retriesAfter, whyNotRetry } from "./retry.ts";

const monday = businessDate("2026-11-16");
const nextMonday = businessDate("2026-11-23");
const failed: FailedOrder & { paymentType: PaymentType } = {
  status: "FAILED_PAYMENT",
  direction: "INCOMING",
  paymentType: "REPAYMENT",
  reason: "insufficient_funds",
  firstSettledOn: monday,
  debitedOn: monday,
  retriesMade: 0,
};
const again: RetryWish = { isOtherAccount: false, isCauseCorrected: false, onDay: nextMonday };
const why = (order: Partial<FailedOrder>, wish: Partial<RetryWish> = {}) =>
  whyNotRetry({ ...failed, ...order }, { ...again, ...wish });
const reasons = Object.keys(failureReasons) as FailureReason[];

describe("payment retry", () => {
  it("requires a failed payment", () => {
    const open = paymentOrderLifecycle.states.filter((status) => why({ status }) === null);
    expect(open).toEqual(["FAILED_PAYMENT"]);
    expect(why({ status: "SUBMITTED" })).toBe("WRONG_STATE");
  });

  it.each(reasons)("on the same account after %s follows its rule", (reason) => {
    const expected = {
      TWICE: null,
      SAME_DAY: null,
      BY_STAFF: null,
      AFTER_TWO_BANKING_DAYS: null,
      AFTER_AUTHORIZATION: "CAUSE_NOT_CORRECTED",
      AFTER_VERIFICATION: "CAUSE_NOT_CORRECTED",
      AFTER_CORRECTION: "CAUSE_NOT_CORRECTED",
      AFTER_TOP_UP: "CAUSE_NOT_CORRECTED",
      NO: failureReasons[reason].newAccount === "YES" ? "NEW_ACCOUNT_NEEDED" : "NOT_RETRIABLE",
      NEVER: "NOT_RETRIABLE",
    }[failureReasons[reason].retry];
    expect(why({ reason })).toBe(failureReasons[reason].isFixableByCustomer ? expected : "NOT_RETRIABLE");
    if (expected === "CAUSE_NOT_CORRECTED") expect(why({ reason }, { isCauseCorrected: true })).toBeNull();
  });

  it.each(reasons)("on another account after %s is possible exactly when the customer can fix it", (reason) => {
    const expected = failureReasons[reason].isFixableByCustomer ? null : "NOT_RETRIABLE";
    expect(why({ reason }, { isOtherAccount: true })).toBe(expected);
  });

  it("for insufficient funds is possible twice, within 180 days of the first attempt", () => {
    expect(why({ retriesMade: 1 })).toBeNull();
    expect(why({ retriesMade: 2 })).toBe("RETRY_LIMIT_REACHED");
    expect(why({}, { onDay: addDays(monday, 180) })).toBeNull();
    expect(why({}, { onDay: addDays(monday, 181) })).toBe("RETRY_WINDOW_OVER");
    expect(why({ retriesMade: 2 }, { isOtherAccount: true })).toBeNull();
  });

  it("never debits an item twice in a week, unless the debit did not reach a bank", () => {
    expect(why({}, { onDay: businessDate("2026-11-20") })).toBe("RETRY_TOO_SOON");
    expect(why({}, { onDay: nextMonday })).toBeNull();
    expect(why({}, { onDay: businessDate("2026-11-20"), isOtherAccount: true })).toBe("RETRY_TOO_SOON");
    expect(why({ reason: "network_error" }, { onDay: monday })).toBeNull();
  });

  it("of a payout has no weekly limit", () => {
    const closed = { direction: "OUTGOING", reason: "closed_account" } as const;
    expect(why(closed, { onDay: monday, isOtherAccount: true })).toBeNull();
    expect(why({ ...closed, direction: "INCOMING" }, { onDay: monday, isOtherAccount: true })).toBe("RETRY_TOO_SOON");
  });

  it("waits two banking days while a transfer is on hold", () => {
    const friday = businessDate("2026-11-20");
    const onHold = { reason: "transfer_on_hold", debitedOn: friday } as const;
    expect(why(onHold, { onDay: nextMonday })).toBe("RETRY_TOO_SOON");
    expect(why(onHold, { onDay: addDays(nextMonday, 1) })).toBeNull();
  });
});

describe("number of retries", () => {
  it("counts a retry on the same account, unless the failed debit never reached a bank", () => {
    const uncounted = reasons.filter((reason) => retriesAfter({ reason, retriesMade: 1 }, false) === 1);
    expect(uncounted).toEqual([
      "transfer_on_hold",
      "account_not_verified",
      "transfer_group_account_status",
      "transfer_group_customer_status",
      "unavailable_financial_institution",
      "network_error",
      "enterprise_insufficient_funds",
    ]);
    const counted = reasons.filter((reason) => retriesAfter({ reason, retriesMade: 1 }, false) === 2);
    expect(counted).toHaveLength(reasons.length - uncounted.length);
  });

  it("begins at zero on another account, because that is a new entry", () => {
    for (const reason of reasons) expect(retriesAfter({ reason, retriesMade: 2 }, true)).toBe(0);
  });
});

describe("automatic payment retry", () => {
  it("is three banking days after the first return and seven after the second", () => {
    const wednesday = businessDate("2026-11-18");
    expect(automaticRetryOn(failed, wednesday)).toBe("2026-11-23");
    const second = { ...failed, debitedOn: nextMonday, retriesMade: 1 };
    // Thanksgiving is in between.
    expect(automaticRetryOn(second, businessDate("2026-11-24"))).toBe("2026-12-04");
    expect(automaticRetryOn({ ...second, retriesMade: 2 }, businessDate("2026-12-07"))).toBeNull();
  });

  it("happens once for a fee", () => {
    const fee = { ...failed, paymentType: "FEE" as const };
    expect(automaticRetryOn(fee, businessDate("2026-11-18"))).toBe("2026-11-23");
    const second = { ...fee, debitedOn: nextMonday, retriesMade: 1 };
    expect(automaticRetryOn(second, businessDate("2026-11-24"))).toBeNull();
  });

  it("waits for the next week when the return was fast", () => {
    expect(automaticRetryOn(failed, businessDate("2026-11-17"))).toBe("2026-11-23");
  });

  it("happens only for insufficient funds", () => {
    const automatic = reasons.filter((reason) => automaticRetryOn({ ...failed, reason }, monday) !== null);
    expect(automatic).toEqual(["insufficient_funds"]);
  });

  it("is always on a banking day, after the return and in a later week than the last debit", () => {
    const days = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 1), (debit, toReturn, retriesMade) => {
        const debitedOn = addDays(businessDate("2024-01-01"), debit);
        const returnedOn = addDays(debitedOn, toReturn);
        const onDay = automaticRetryOn({ ...failed, firstSettledOn: debitedOn, debitedOn, retriesMade }, returnedOn);
        if (onDay === null) throw new Error("no day");
        expect(isBankingDay(onDay)).toBe(true);
        expect(onDay > returnedOn).toBe(true);
        const daysLeftInWeek = (7 - weekdayOf(debitedOn)) % 7;
        expect(daysBetween(debitedOn, onDay)).toBeGreaterThan(daysLeftInWeek);
      }),
      runs,
    );
  });
});
