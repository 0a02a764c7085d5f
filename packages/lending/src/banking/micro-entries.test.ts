import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { businessDate } from "../calendar/business-date.ts";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { cents } from "../money/cents.ts";
import {
  accountAfterFailedEntry,
  areMicroEntriesUnusual,
  chooseAmounts,
  confirmBy,
  debitOf,
  type MicroEntryAmounts,
  mayVerifyAgain,
  microEntryLifecycle,
  remindOn,
  sendBy,
  tryAmounts,
} from "./micro-entries.ts";

followsLifecycle(microEntryLifecycle, {
  table: `
    – | ACCOUNT_ADDED | CREATED
    CREATED | SENT | SENT
    CREATED | REFUSED | FAILED
    CREATED, PENDING_VERIFICATION | EXPIRED | EXPIRED
    SENT | CREDITS_SETTLED | PENDING_VERIFICATION
    SENT, PENDING_VERIFICATION | ENTRY_FAILED | FAILED
    PENDING_VERIFICATION | CONFIRMED | VERIFIED
    PENDING_VERIFICATION | TRIED_WRONG | PENDING_VERIFICATION or FAILED
    CREATED, SENT, PENDING_VERIFICATION | CANCELLED | CANCELLED
  `,
  ends: ["VERIFIED", "FAILED", "EXPIRED", "CANCELLED"],
});

const small = fc.integer({ min: 1, max: 99 });
const pair = fc.tuple(small, small).filter(([first, second]) => first !== second);
const asSent = ([first, second]: readonly [number, number]): MicroEntryAmounts => [cents(first), cents(second)];

describe("micro-entry amounts", () => {
  it("are two different amounts of 1 to 99 cents, and the debit is their sum", () => {
    const picks = fc.tuple(fc.nat({ max: 98 }), fc.nat({ max: 97 }));
    fc.assert(
      fc.property(picks, ([first, second]) => {
        const given = [first, second];
        const amounts = chooseAmounts(() => given.shift() ?? 0);
        expect(new Set(amounts).size).toBe(2);
        for (const amount of amounts) expect(amount >= 1 && amount <= 99).toBe(true);
        expect(debitOf(amounts)).toBe(amounts[0] + amounts[1]);
      }),
    );
  });

  it("are equally likely: every ordered pair comes from exactly one pick of the random source", () => {
    const pairs = new Map<string, boolean>();
    for (let first = 0; first < 99; first++)
      for (let second = 0; second < 98; second++) {
        const given = [first, second];
        const bounds: number[] = [];
        const amounts = chooseAmounts((below) => {
          bounds.push(below);
          return given.shift() ?? 0;
        });
        pairs.set(amounts.join("/"), amounts[0] !== amounts[1] && bounds.join("/") === "99/98");
      }
    expect(pairs.size).toBe(99 * 98);
    expect([...pairs.values()].every((isRight) => isRight)).toBe(true);
  });
});

describe("micro-entry confirmation", () => {
  it("accepts the two amounts in any order", () => {
    fc.assert(
      fc.property(pair, fc.nat({ max: 2 }), ([first, second], triesMade) => {
        const sent = asSent([first, second]);
        expect(tryAmounts(sent, [first, second], triesMade).status).toBe("VERIFIED");
        expect(tryAmounts(sent, [second, first], triesMade).status).toBe("VERIFIED");
      }),
    );
  });

  it("is not reached by any order of wrong tries, and three of them end it", () => {
    const sentAndTries = pair.chain(([first, second]) =>
      fc.tuple(
        fc.constant([first, second] as const),
        // Near misses are likely: one amount right, one amount twice, both off by one cent.
        fc.array(
          fc
            .tuple(
              fc.oneof(fc.constant(first), fc.constant(second), fc.integer()),
              fc.oneof(fc.constant(first), fc.constant(second), fc.integer()),
            )
            .filter(([a, b]) => !(a === first && b === second) && !(a === second && b === first)),
          { minLength: 1, maxLength: 6 },
        ),
      ),
    );
    fc.assert(
      fc.property(sentAndTries, ([sent, tries]) => {
        let status = microEntryLifecycle.next("SENT", "CREDITS_SETTLED");
        let made = 0;
        for (const typed of tries) {
          const outcome = tryAmounts(asSent(sent), typed, made);
          if (!microEntryLifecycle.allows(status, outcome.event)) break;
          status = microEntryLifecycle.next(status, outcome.event, outcome.status);
          made += 1;
          expect(outcome.triesLeft).toBe(3 - made);
        }
        expect(made).toBe(Math.min(3, tries.length));
        expect(status).toBe(tries.length >= 3 ? "FAILED" : "PENDING_VERIFICATION");
      }),
    );
  });

  it("refuses the right amounts when no try is left", () => {
    expect(tryAmounts(asSent([12, 34]), [12, 34], 3)).toEqual({ event: "TRIED_WRONG", status: "FAILED", triesLeft: 0 });
  });

  it("is possible for ten banking days after the credits settled, with a reminder after five", () => {
    // Thanksgiving, 26 November, is no banking day.
    const settledOn = businessDate("2026-11-18");
    expect(remindOn(settledOn)).toBe("2026-11-25");
    expect(confirmBy(settledOn)).toBe("2026-12-03");
    expect(isBankingDay(confirmBy(settledOn))).toBe(true);
  });
});

describe("micro-entry verification", () => {
  it("is sent within thirty days after the account was added", () => {
    expect(sendBy(businessDate("2026-11-16"))).toBe("2026-12-16");
  });

  it("is sent at most three times for a business within thirty days", () => {
    expect([0, 1, 2, 3, 4].map(mayVerifyAgain)).toEqual([true, true, true, false, false]);
  });

  it.each([
    ["FAILED", "OUTGOING", "invalid_account", "R03"],
    ["FAILED", "OUTGOING", "closed_account", "R02"],
    ["FAILED", "OUTGOING", "invalid_account", null],
    ["FAILED", "INCOMING", "unauthorized_transfer", "R10"],
    ["FAILED", "OUTGOING", "unexpected_error", "R17"],
    ["PENDING", "INCOMING", "insufficient_funds", "R01"],
    ["PENDING", "OUTGOING", "unexpected_error", null],
    ["PENDING", "OUTGOING", "network_error", null],
    ["PENDING", "OUTGOING", "enterprise_insufficient_funds", null],
  ] as const)("leaves the account %s after an %s entry failed with %s (%s)", (outcome, direction, reason, achCode) => {
    expect(accountAfterFailedEntry({ direction, reason, achCode })).toBe(outcome);
  });
});

describe("micro-entry volumes", () => {
  it.each([
    [false, { sent: 0, returned: 0, unsettled: 0 }],
    [false, { sent: 2, returned: 2, unsettled: 2 }],
    [true, { sent: 3, returned: 3, unsettled: 0 }],
    [true, { sent: 30, returned: 3, unsettled: 0 }],
    [false, { sent: 31, returned: 3, unsettled: 0 }],
    [false, { sent: 5_000, returned: 0, unsettled: 500 }],
    [true, { sent: 5_000, returned: 0, unsettled: 501 }],
  ])("are unusual: %s for %j", (isUnusual, counts) => expect(areMicroEntriesUnusual(counts)).toBe(isUnusual));
});
