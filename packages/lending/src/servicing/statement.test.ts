import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { closedMonths, hasLastStatement, isStated, owedInAll, type StatementEntry, statementOf } from "./statement.ts";

const entry = (on: string, event: string, principal: number, more: Partial<StatementEntry> = {}): StatementEntry => ({
  on: businessDate(on),
  event,
  isReversal: false,
  sourceId: `${event}/${on}`,
  feeType: null,
  reversedOn: null,
  principalCents: cents(principal),
  interestCents: cents(0),
  feeCents: cents(0),
  creditCents: cents(0),
  ...more,
});
const july = businessDate("2026-07-01");
const funded = entry("2026-06-15", "TERM_LOAN_FUNDED", 100_000);

describe("statement", () => {
  it("opens with what was owed before its month, and closes with what the entries until its last day add up to", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ day: fc.integer({ min: 0, max: 90 }), amount: fc.integer({ min: -9_999, max: 9_999 }) })),
        (made) => {
          const first = businessDate("2026-06-01");
          const entries = made.map(({ day, amount }, at) =>
            entry(addDays(first, day), "SUCCESSFUL_PAYMENT", amount, { sourceId: String(at) }),
          );
          const { opening, lines, closing } = statementOf(entries, july);
          const until = (end: string) => sum(entries.filter(({ on }) => on < end).map(owedInAll));
          expect(owedInAll(opening)).toBe(until("2026-07-01"));
          expect(owedInAll(closing)).toBe(until("2026-08-01"));
          expect(sum([owedInAll(opening), ...lines.map(owedInAll)])).toBe(owedInAll(closing));
        },
      ),
      runs,
    );
  });

  it("shows the parts of one payment as one line, with what was more than owed", () => {
    const source = { sourceId: "order" };
    const { lines, paidCents } = statementOf(
      [
        funded,
        entry("2026-07-15", "SUCCESSFUL_PAYMENT", -90_000, { ...source, interestCents: cents(-1_500) }),
        entry("2026-07-15", "OVERPAID", 0, { ...source, creditCents: cents(500) }),
      ],
      july,
    );
    expect(lines).toMatchObject([
      { kind: "PAYMENT", principalCents: -90_000, interestCents: -1_500, creditCents: 500 },
    ]);
    expect(paidCents).toBe(92_000);
  });

  it("shows a payment that is returned in its month as two lines, and counts it as not paid", () => {
    const paid = entry("2026-07-15", "SUCCESSFUL_PAYMENT", -5_000, { reversedOn: businessDate("2026-07-17") });
    const back = entry("2026-07-17", "SUCCESSFUL_PAYMENT_REVERSED", 5_000, { isReversal: true });
    const { lines, paidCents, closing } = statementOf([funded, paid, back], july);
    expect(lines.map(({ kind }) => kind)).toEqual(["PAYMENT", "PAYMENT_RETURNED"]);
    expect(paidCents).toBe(0);
    expect(owedInAll(closing)).toBe(100_000);
  });

  it("of a payment that is returned later keeps its figures and names the day", () => {
    const paid = entry("2026-07-15", "SUCCESSFUL_PAYMENT", -5_000);
    const reversedOn = businessDate("2026-08-03");
    const [before, after] = [paid, { ...paid, reversedOn }].map((one) => statementOf([funded, one], july));
    expect(after?.closing).toEqual(before?.closing);
    expect(after?.lines).toMatchObject([{ reversedOn }]);
  });

  it("of a product that changes its book has no line for it", () => {
    const moved = [entry("2026-07-10", "RECEIVABLE_SOLD", -100_000), entry("2026-07-10", "RECEIVABLE_BOUGHT", 100_000)];
    expect(statementOf([funded, ...moved], july)).toMatchObject({ lines: [], closing: { principalCents: 100_000 } });
  });

  it("is made for closed months in which something was owed or has changed, until the product is over and paid", () => {
    const paid = entry("2026-08-03", "SUCCESSFUL_PAYMENT", -100_000);
    const entries = [funded, paid];
    const today = businessDate("2026-10-01");
    expect(closedMonths(entries, today)).toEqual(["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"]);
    expect(closedMonths(entries, today).filter((month) => isStated(statementOf(entries, month)))).toEqual([
      "2026-06-01",
      "2026-07-01",
      "2026-08-01",
    ]);
    expect(hasLastStatement(entries, "FULLY_PAID", businessDate("2026-08-10"))).toBe(false);
    expect(hasLastStatement(entries, "FULLY_PAID", businessDate("2026-09-01"))).toBe(true);
    expect(hasLastStatement(entries, "CURRENT", businessDate("2026-09-01"))).toBe(false);
    expect(closedMonths([], today)).toEqual([]);
  });
});
