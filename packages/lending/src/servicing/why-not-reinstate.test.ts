import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { cents, noCents } from "../money/cents.ts";
import { arrearsOf, whyNotReinstate } from "./why-not-reinstate.ts";

const owing = (dueOn: string, change: Partial<Obligation> = {}): Obligation => ({
  id: dueOn,
  drawId: null,
  invoiceId: null,
  number: 1,
  dueOn: businessDate(dueOn),
  feeType: null,
  owed: { principalCents: cents(300), interestCents: cents(20), feeCents: noCents },
  paid: noAmounts,
  waived: noAmounts,
  billedInterestCents: noCents,
  unearnedFeeCents: noCents,
  rebateTerms: null,
  isOwedBack: false,
  ...change,
});

describe("reinstatement of a product in default", () => {
  it("counts what is past due as arrears: not what is due today, and no fees", () => {
    const fee = { owed: { ...noAmounts, feeCents: cents(50) }, feeType: "LATE_PAYMENT" } as const;
    const partlyPaid = owing("2026-03-01", { paid: { ...noAmounts, interestCents: cents(20) } });
    const all = [partlyPaid, owing("2026-03-14"), owing("2026-03-15"), owing("2026-03-01", fee)];
    expect(arrearsOf(all, businessDate("2026-03-15"))).toBe(300 + 320);
  });

  it.each([
    ["DEFAULTED", false, 0, null],
    ["DEFAULTED", false, 1, "ARREARS_UNPAID"],
    ["DEFAULTED", true, 0, "ALREADY_WRITTEN_OFF"],
    ["LATE", false, 0, "NOT_IN_DEFAULT"],
    ["FULLY_PAID", false, 0, "NOT_IN_DEFAULT"],
  ] as const)(
    "of a product that is %s, written off: %s, with arrears of %s: %s",
    (loanStatus, isWrittenOff, arrears, why) => {
      expect(whyNotReinstate({ loanStatus, isWrittenOff, arrearsCents: cents(arrears) })).toBe(why);
    },
  );
});
