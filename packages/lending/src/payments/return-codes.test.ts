import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, businessDate, weekdayOf } from "../calendar/business-date.ts";
import { failureReasons, reasonForReturn } from "./failure-reason.ts";
import { automaticRetryOn, type FailedOrder, type RetryRefusal, whyNotRetry } from "./retry.ts";

// The expected rules of the design document, code by code. They do not reuse the code under test.
const of = (codes: string) => new Set(codes.split(" "));
const forFunds = of("R01 R09");
const otherAccountOnly = of("R02 R03 R04 R14 R15 R16");
const onceCorrected = of("R08 R12 R13 R28");
const byStaff = of("R06 R31");
const never = of("R05 R07 R10 R11 R29 R24 R19 R17 R18 R21 R22 R26 R20 R23 OFAC");
const blocksDebits = of("R02 R03 R04 R12 R13 R28 R16 R08 R14 R15 R05 R07 R10 R11 R29 R20 R23 OFAC");

const codes = [...Array.from({ length: 85 }, (_, n) => `R${String(n + 1).padStart(2, "0")}`), "OFAC"];
const attempts = [0, 1, 2];
const days = Array.from({ length: 201 }, (_, day) => day);
/** A Wednesday. Thanksgiving, Christmas and the other winter holidays are within the two hundred days. */
const first = businessDate("2026-11-18");
// Computed once, because each day is used about a hundred thousand times.
const after = Array.from({ length: 250 }, (_, day) => addDays(first, day));
const dayAfterFirst = (day: number): BusinessDate => after[day] ?? first;
/** Attempts are a week apart. */
const debitDay = (attempt: number) => 7 * attempt;

const reasonOf = (code: string) => (code === "OFAC" ? reasonForReturn("R16", true) : reasonForReturn(code, false));
const failed = (code: string, attempt: number): FailedOrder => ({
  status: "FAILED_PAYMENT",
  reason: reasonOf(code),
  firstSettledOn: first,
  debitedOn: dayAfterFirst(debitDay(attempt)),
  retriesMade: attempt,
});

const lastDayOfWeek = (attempt: number) => {
  let day = debitDay(attempt);
  while (weekdayOf(dayAfterFirst(day)) !== 0) day++;
  return day;
};
const lastDaysOfWeek = attempts.map(lastDayOfWeek);
const isInAnotherWeek = (attempt: number, day: number) => day > (lastDaysOfWeek[attempt] ?? 0);
const isOpen = after.map(isBankingDay);

type Wish = { isOtherAccount: boolean; isCauseCorrected: boolean };
function expectedRefusal(code: string, attempt: number, day: number, wish: Wish): RetryRefusal | null {
  const isKnown = [forFunds, otherAccountOnly, onceCorrected, byStaff, never].some((set) => set.has(code));
  if (!isKnown || never.has(code)) return "NOT_RETRIABLE";
  if (!wish.isOtherAccount) {
    if (forFunds.has(code) && attempt === 2) return "RETRY_LIMIT_REACHED";
    if (forFunds.has(code) && day > 180) return "RETRY_WINDOW_OVER";
    if (otherAccountOnly.has(code)) return "NEW_ACCOUNT_NEEDED";
    if (onceCorrected.has(code) && !wish.isCauseCorrected) return "CAUSE_NOT_CORRECTED";
  }
  return isInAnotherWeek(attempt, day) ? null : "RETRY_TOO_SOON";
}

function expectedRetryDay(code: string, attempt: number, returnedOnDay: number): BusinessDate | null {
  if (!forFunds.has(code) || attempt === 2) return null;
  let day = returnedOnDay;
  for (let left = attempt === 0 ? 3 : 7; left > 0; ) if (isOpen[++day]) left--;
  while (!isInAnotherWeek(attempt, day) || !isOpen[day]) day++;
  return day > 180 ? null : dayAfterFirst(day);
}

/** A description of every result that differs from the expected one. */
const differences = (attempt: number, check: (order: FailedOrder, code: string, day: number) => [unknown, unknown]) =>
  codes.flatMap((code) => {
    const order = failed(code, attempt);
    return days.flatMap((day) => {
      const [found, wanted] = check(order, code, day);
      return found === wanted ? [] : [`${code}, attempt ${attempt}, day ${day}: ${found} instead of ${wanted}`];
    });
  });

describe("every return code from R01 to R85, at each attempt, on each of two hundred days", () => {
  it.each(
    attempts.flatMap((attempt) => [
      { attempt, isOtherAccount: false, isCauseCorrected: false },
      { attempt, isOtherAccount: false, isCauseCorrected: true },
      { attempt, isOtherAccount: true, isCauseCorrected: false },
    ]),
  )(
    "is retried or refused as the table says: $attempt retries made, other account $isOtherAccount, corrected $isCauseCorrected",
    ({ attempt, ...wish }) => {
      const found = differences(attempt, (order, code, day) => [
        whyNotRetry(order, { ...wish, onDay: dayAfterFirst(day) }),
        expectedRefusal(code, attempt, day, wish),
      ]);
      expect(found).toEqual([]);
    },
  );

  it.each(attempts)(
    "is retried automatically only for insufficient funds, on the right day: %i retries made",
    (attempt) => {
      const found = differences(attempt, (order, code, day) => [
        automaticRetryOn(order, dayAfterFirst(debitDay(attempt) + day)),
        expectedRetryDay(code, attempt, debitDay(attempt) + day),
      ]);
      expect(found).toEqual([]);
    },
  );

  it("blocks the account or not, as the table says", () => {
    const stopped = codes.filter((code) => failureReasons[reasonOf(code)].block !== "NONE");
    expect(stopped).toEqual(codes.filter((code) => blocksDebits.has(code)));
  });

  it("is an unexpected error when the table does not name it", () => {
    const named = [forFunds, otherAccountOnly, onceCorrected, byStaff, never];
    const others = codes.filter((code) => !named.some((set) => set.has(code)));
    expect(others).toHaveLength(85 + 1 - 28 - 1);
    for (const code of others) expect(reasonOf(code)).toBe("unexpected_error");
  });
});
