import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, businessDate, weekdayOf } from "../calendar/business-date.ts";
import { blockAfter } from "./failure-reason.ts";
import { automaticRetryOn, type FailedOrder, type RetryRefusal, whyNotRetry } from "./retry.ts";
import { reasonForReturn, returnCodes } from "./return-codes.ts";

// The expected rules of the design document, code by code. They do not reuse the code under test.
const of = (codes: string) => new Set(codes.split(" "));
const forFunds = of("R01 R09");
const otherAccountOnly = of("R02 R03 R04 R14 R15 R16");
const onceCorrected = of("R08 R12 R13 R28");
const byStaff = of("R06 R31");
const never = of("R05 R07 R10 R11 R29 R24 R19 R17 R18 R21 R22 R25 R26 R27 R20 R23 R34 R35 R36 OFAC");
const blocksDebits = of("R02 R03 R04 R12 R13 R28 R16 R08 R14 R15 R05 R07 R10 R11 R29 R20 R23 R34 R35 R36 OFAC");
const held = of(
  "R30 R32 R33 R37 R38 R39 R40 R41 R42 R43 R44 R45 R46 R47 R50 R51 R52 R53 R61 R62 R67 R68 R69 R70 R71 R72 R73 R74 R75 R76 R77 R80 R81 R82 R83 R84 R85",
);
const notAssigned = of("R48 R49 R54 R55 R56 R57 R58 R59 R60 R63 R64 R65 R66 R78 R79");

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
  direction: "INCOMING",
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
        automaticRetryOn({ ...order, paymentType: "REPAYMENT" }, dayAfterFirst(debitDay(attempt) + day)),
        expectedRetryDay(code, attempt, debitDay(attempt) + day),
      ]);
      expect(found).toEqual([]);
    },
  );

  it("blocks the account or not, as the table says, and always when no rule explains it", () => {
    const achCodeOf = (code: string) => (code === "OFAC" ? "R16" : code);
    const blocked = codes.filter((code) => blockAfter({ reason: reasonOf(code), achCode: achCodeOf(code) }) !== "NONE");
    const expected = codes.filter((code) => [blocksDebits, held, notAssigned].some((set) => set.has(code)));
    expect(blocked).toEqual(expected);
  });

  it("has a name, and a rule or an explicit hold, unless the network has not assigned it", () => {
    const named = codes.filter((code) => code !== "OFAC" && !notAssigned.has(code));
    expect(Object.keys(returnCodes)).toEqual(named);
    expect(named).toHaveLength(70);
    expect(new Set(named.map((code) => returnCodes[code]?.name)).size).toBe(70);
    expect(named.filter((code) => returnCodes[code]?.reason === null)).toEqual([...held]);
  });

  it("is an unexpected error when it is held or not assigned", () => {
    const others = codes.filter((code) => held.has(code) || notAssigned.has(code));
    const ruled = [forFunds, otherAccountOnly, onceCorrected, byStaff, never];
    expect(others).toEqual(codes.filter((code) => !ruled.some((set) => set.has(code))));
    for (const code of others) expect(reasonOf(code)).toBe("unexpected_error");
  });
});
