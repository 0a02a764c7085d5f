import { describe, expect, it } from "vitest";
import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import type { FailureReason } from "../payments/failure-reason.ts";
import { automaticRetryOn } from "../payments/retry.ts";
import { daysPastDueOf, isLateItem } from "./aging.ts";
import { whyNotLateFee } from "./assessed-fees.ts";
import type { ItemOrder } from "./collection.ts";

/** A debit as it happens: it waits, is on its way from the evening before it settles, and has an outcome. */
type Entry = { sentOn: BusinessDate; settlesOn: BusinessDate; timesMoved: number; failure: FailureReason | null };
type Pattern = {
  name: string;
  entries(dueOn: BusinessDate): Entry[];
  /** From which day on the rules allow LATE and a late fee; null for never. */
  late(dueOn: BusinessDate, entries: readonly Entry[]): BusinessDate | null;
  fee(dueOn: BusinessDate, entries: readonly Entry[]): BusinessDate | null;
};

const never = () => null;
const returnedOn = ({ settlesOn }: Entry): BusinessDate => addBankingDays(settlesOn, 1);
const paidOn = ({ settlesOn }: Entry): BusinessDate => addBankingDays(settlesOn, 2);
const laterOf = (...days: BusinessDate[]): BusinessDate => days.toSorted().at(-1) as BusinessDate;
const entry = (settlesOn: BusinessDate, failure: FailureReason | null, timesMoved = 0): Entry => ({
  sentOn: addBankingDays(settlesOn, -1),
  settlesOn,
  timesMoved,
  failure,
});
const first = bankingDayOnOrAfter;

/** The debit, and as many retries as the rules of the network allow, of which the given number fails. */
function withRetries(dueOn: BusinessDate, fails: number): Entry[] {
  const entries = [entry(first(dueOn), "insufficient_funds")];
  for (let retriesMade = 0; retriesMade < 2; retriesMade++) {
    const last = entries.at(-1) as Entry;
    if (!last.failure) break;
    const failed = {
      status: "FAILED_PAYMENT",
      direction: "INCOMING",
      paymentType: "REPAYMENT",
      reason: "insufficient_funds",
      firstSettledOn: first(dueOn),
      debitedOn: last.settlesOn,
      retriesMade,
    } as const;
    const onDay = automaticRetryOn(failed, returnedOn(last));
    if (onDay) entries.push(entry(onDay, entries.length < fails ? "insufficient_funds" : null));
  }
  return entries;
}

const heldDays = [1, 3, 5, 8, 15];
const patterns: readonly Pattern[] = [
  { name: "is paid", entries: (dueOn) => [entry(first(dueOn), null)], late: never, fee: never },
  {
    name: "fails once, and its retry is paid",
    entries: (dueOn) => withRetries(dueOn, 1),
    late: (dueOn, [failed]) => laterOf(addDays(dueOn, 6), returnedOn(failed as Entry)),
    fee: never,
  },
  {
    name: "fails twice",
    entries: (dueOn) => withRetries(dueOn, 2),
    late: (dueOn, [failed]) => laterOf(addDays(dueOn, 6), returnedOn(failed as Entry)),
    fee: (dueOn, [, again]) => laterOf(addDays(dueOn, 6), returnedOn(again as Entry)),
  },
  {
    name: "fails where nothing may be tried again",
    entries: (dueOn) => [entry(first(dueOn), "closed_account")],
    late: (dueOn, [failed]) => laterOf(addDays(dueOn, 6), returnedOn(failed as Entry)),
    fee: (dueOn, [failed]) => laterOf(addDays(dueOn, 6), returnedOn(failed as Entry)),
  },
  ...heldDays.flatMap((days): Pattern[] => [
    {
      name: `is held by us for ${days} banking days, and is paid`,
      entries: (dueOn) => [entry(addBankingDays(first(dueOn), days), null)],
      late: never,
      fee: never,
    },
    {
      name: `is held by us for ${days} banking days, and fails where nothing may be tried again`,
      entries: (dueOn) => [entry(addBankingDays(first(dueOn), days), "closed_account")],
      late: (_, [held]) => addDays((held as Entry).settlesOn, 6),
      fee: (_, [held]) => addDays((held as Entry).settlesOn, 6),
    },
  ]),
  {
    name: "is put off by a small balance for five banking days, and is paid",
    entries: (dueOn) => [entry(addBankingDays(first(dueOn), 5), null, 5)],
    late: (dueOn) => addDays(dueOn, 6),
    fee: never,
  },
];

/** The debits of an item as they stand on a day. One that we hold keeps the day that it was ordered for until it is sent. */
function standingOn(today: BusinessDate, dueOn: BusinessDate, entries: readonly Entry[]): ItemOrder[] {
  return entries.flatMap((one, n): ItemOrder[] => {
    const before = entries[n - 1];
    if (before && today < returnedOn(before)) return [];
    const isSent = today >= one.sentOn;
    const isOver = today >= (one.failure ? returnedOn(one) : paidOn(one));
    const isHeld = n === 0 && one.timesMoved === 0 && !isSent;
    return [
      {
        id: String(n),
        status: isOver ? (one.failure ? "FAILED_PAYMENT" : "SUCCESSFUL_PAYMENT") : isSent ? "SUBMITTED" : "SCHEDULED",
        isClaimed: isSent,
        amountCents: cents(1_000),
        bankAccountId: "account",
        effectiveOn: isHeld ? first(dueOn) : one.settlesOn,
        timesMoved: one.timesMoved,
        failureReason: isOver ? one.failure : null,
        isRetry: n > 0,
        waitsForStaff: false,
        isArranged: false,
        isPart: false,
      },
    ];
  });
}

const twoYears = Array.from({ length: 731 }, (_, n) => addDays(businessDate("2026-01-01"), n));

describe("an installment on each day of two years", () => {
  it.each(patterns)("that $name: is not late and costs no late fee before the rules allow it", (pattern) => {
    for (const dueOn of twoYears) {
      const entries = pattern.entries(dueOn);
      const last = entries.at(-1) as Entry;
      const until = last.failure ? addDays(returnedOn(last), 10) : addDays(paidOn(last), -1);
      const allowed = { late: pattern.late(dueOn, entries), fee: pattern.fee(dueOn, entries) };
      const found: { late: BusinessDate | null; fee: BusinessDate | null } = { late: null, fee: null };
      for (let today = dueOn; today <= until; today = addDays(today, 1)) {
        const orders = standingOn(today, dueOn, entries);
        const item = { dueOn, orders };
        const isLate = isLateItem("TERM_LOAN", item, today);
        if (isLate) found.late ??= today;
        const daysPastDue = daysPastDueOf(item, today);
        const state = { loanStatus: isLate ? "LATE" : "CURRENT", isOffInState: false } as const;
        if (whyNotLateFee({ daysPastDue, orders }, state) === null) found.fee ??= today;
      }
      const early = (day: BusinessDate | null, from: BusinessDate | null) =>
        day !== null && (from === null || day < from);
      expect([dueOn, early(found.late, allowed.late), early(found.fee, allowed.fee)]).toEqual([dueOn, false, false]);
      // The rules are used: what must cost a fee in the end does.
      expect([dueOn, found.fee === null]).toEqual([dueOn, allowed.fee === null]);
    }
  });
});
