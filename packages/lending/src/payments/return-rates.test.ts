import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../money/runs.fixture.ts";
import { administrativeCodes, type DebitCounts, judgeReturnRates, unauthorizedCodes } from "./return-rates.ts";

const none: DebitCounts = { debits: 10_000, unauthorized: 0, administrative: 0, returned: 0 };
const severity = { QUIET: 0, ALARM: 1, HOLD: 2 };

describe("return rate of debits", () => {
  it.each([
    ["QUIET", { unauthorized: 24 }],
    ["ALARM", { unauthorized: 25 }],
    ["ALARM", { unauthorized: 49 }],
    ["HOLD", { unauthorized: 50 }],
    ["QUIET", { administrative: 149 }],
    ["ALARM", { administrative: 150 }],
    ["ALARM", { administrative: 299 }],
    ["HOLD", { administrative: 300 }],
    ["QUIET", { returned: 749 }],
    ["ALARM", { returned: 750 }],
    ["ALARM", { returned: 1499 }],
    ["HOLD", { returned: 1500 }],
    ["HOLD", { unauthorized: 50, returned: 50 }],
  ] as const)("is %s for %j among ten thousand debits", (verdict, counts) =>
    expect(judgeReturnRates({ ...none, ...counts })).toBe(verdict),
  );

  it.each([
    ["QUIET", {}],
    ["ALARM", { unauthorized: 1 }],
    ["HOLD", { unauthorized: 2 }],
    ["QUIET", { administrative: 2 }],
    ["ALARM", { administrative: 3 }],
    ["ALARM", { administrative: 5 }],
    ["HOLD", { administrative: 6 }],
    ["QUIET", { returned: 14 }],
    ["ALARM", { returned: 15 }],
    ["ALARM", { returned: 29 }],
    ["HOLD", { returned: 30 }],
  ] as const)("is %s for %j below two hundred debits, by the count of returns", (verdict, counts) => {
    for (const debits of [1, 40, 199]) expect(judgeReturnRates({ ...none, ...counts, debits })).toBe(verdict);
  });

  it("is judged by the network's limits from two hundred debits on, where one unauthorized return reaches its limit", () => {
    const once = { unauthorized: 1, administrative: 0, returned: 1 };
    expect(judgeReturnRates({ ...once, debits: 199 })).toBe("ALARM");
    expect(judgeReturnRates({ ...once, debits: 200 })).toBe("HOLD");
    expect(judgeReturnRates({ ...once, debits: 201 })).toBe("ALARM");
    expect(judgeReturnRates({ ...once, debits: 401 })).toBe("QUIET");
  });

  it("never improves with one more return, and never worsens with one more successful debit", () => {
    const count = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 5_000 }), count, count, count, (debits, ...[a, b, c]) => {
        const counts = { debits, unauthorized: a, administrative: b, returned: a + b + c };
        const judged = severity[judgeReturnRates(counts)];
        for (const kind of ["unauthorized", "administrative", "returned"] as const)
          expect(severity[judgeReturnRates({ ...counts, [kind]: counts[kind] + 1 })]).toBeGreaterThanOrEqual(judged);
        expect(severity[judgeReturnRates({ ...counts, debits: debits + 1 })]).toBeLessThanOrEqual(judged);
      }),
      runs,
    );
  });

  it("uses the network's unauthorized and administrative codes", () => {
    expect(unauthorizedCodes).toEqual(["R05", "R07", "R10", "R11", "R29"]);
    expect(administrativeCodes).toEqual(["R02", "R03", "R04"]);
  });
});
