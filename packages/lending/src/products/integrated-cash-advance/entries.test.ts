import { describe, expect, it } from "vitest";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import { disbursementOnStatement, platformRefunded } from "../../ledger/entries.ts";
import { cents } from "../../money/cents.ts";
import { receivableAccepted, receivableRecovered } from "./entries.ts";

const book = "CONCAR_SPV_1";

describe("receivable of an integrated cash advance", () => {
  it("W-2: after the write-off all of it is a recovery, and a refund reverses that", () => {
    expect(summaryOf(receivableRecovered(cents(1_852), book))).toBe("1070 1852 / 4900 1852");
    expect(summaryOf(receivableRecovered(cents(-1_500), book))).toBe("4900 1500 / 1070 1500");
  });

  it("P-5b: a day of refunds that stays negative is paid to the platform through clearing", () => {
    const refund = receivableAccepted({ principalCents: cents(-1_334), feeCents: cents(-166) }, book);
    const paid = [platformRefunded(book, cents(1_500)), disbursementOnStatement(book, cents(1_500))];
    expect(balancesAfter([refund])).toMatchObject({ PLATFORM_SETTLEMENT_RECEIVABLE: -1_500 });
    expect(balancesAfter([refund, ...paid])).toEqual({
      CASH: -1_500,
      PRINCIPAL_RECEIVABLE: 1_334,
      FEE_RECEIVABLE: 166,
      UNEARNED_FEES: -166,
      MCA_FEE_INCOME: 166,
    });
  });
});
