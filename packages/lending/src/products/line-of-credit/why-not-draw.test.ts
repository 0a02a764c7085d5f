import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { issuedProductLifecycle } from "../../mechanics/issued-product.ts";
import { cents } from "../../money/cents.ts";
import { type CreditLine, type DrawRefusal, mostDrawable, whyNotDraw, whyNotDrawAtAll } from "./why-not-draw.ts";

const today = businessDate("2026-11-16");
const line: CreditLine = {
  loanStatus: "CURRENT",
  isSuspended: false,
  hasDefaultedDraw: false,
  maturesOn: businessDate("2027-11-16"),
  availableCents: cents(123_456),
  bankDisconnectedOn: null,
};
const why = (change: Partial<CreditLine>, amount = 10_000) => whyNotDraw({ ...line, ...change }, cents(amount), today);

/** In the order in which they are checked. */
const obstacles: readonly [DrawRefusal, Partial<CreditLine>][] = [
  ["PRODUCT_NOT_CURRENT", { loanStatus: "LATE" }],
  ["PRODUCT_NOT_CURRENT", { hasDefaultedDraw: true }],
  ["LINE_SUSPENDED", { isSuspended: true }],
  ["LINE_MATURED", { maturesOn: today }],
  ["NO_AVAILABLE_BALANCE", { availableCents: cents(99) }],
  ["BANK_CONNECTION_BROKEN", { bankDisconnectedOn: addDays(today, -8) }],
];

describe("draw", () => {
  it("is allowed on a current line with an available limit", () => expect(why({})).toBeNull());

  it.each(obstacles)("is refused with %s for %j, before an amount is chosen", (refusal, change) => {
    expect(whyNotDrawAtAll({ ...line, ...change }, today)).toBe(refusal);
    expect(why(change)).toBe(refusal);
  });

  it("is refused for the first of several reasons", () => {
    obstacles.forEach(([refusal, change], at) => {
      const rest = Object.assign({}, ...obstacles.slice(at).map(([, later]) => later), change);
      expect(why(rest)).toBe(refusal);
    });
  });

  it("requires a line that is CURRENT", () => {
    const open = issuedProductLifecycle.states.filter((loanStatus) => why({ loanStatus }) === null);
    expect(open).toEqual(["CURRENT"]);
  });

  it("is possible from one dollar to the last whole dollar of the limit", () => {
    expect(mostDrawable(line)).toBe(123_400);
    expect(why({}, 123_400)).toBeNull();
    expect(why({}, 123_401)).toBe("OVER_AVAILABLE_BALANCE");
    expect(why({}, 100)).toBeNull();
    expect(why({}, 99)).toBe("AMOUNT_TOO_SMALL");
  });

  it("is possible until the day before the line matures", () => {
    expect(why({ maturesOn: addDays(today, 1) })).toBeNull();
  });

  it("is possible for seven days after the bank was disconnected", () => {
    expect(why({ bankDisconnectedOn: addDays(today, -7) })).toBeNull();
  });
});
