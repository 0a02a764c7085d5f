import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { type BalanceRead, type DebitToCheck, preDebitCheck } from "./pre-debit-check.ts";

const tuesday = businessDate("2026-11-17");
const wednesday = businessDate("2026-11-18");
const debit: DebitToCheck = { amountCents: cents(500), dueOn: tuesday, effectiveOn: tuesday, timesMoved: 0 };
const enough: BalanceRead = { balanceCents: cents(500), ageHours: 24 };
const short: BalanceRead = { balanceCents: cents(499), ageHours: 0 };

describe("pre-debit check", () => {
  it("submits the debit when the balance is sufficient", () => {
    expect(preDebitCheck(debit, "CONNECTED", enough)).toEqual({ effectiveOn: tuesday, alert: null });
  });

  it("postpones the debit to another banking day when the balance is too small", () => {
    expect(preDebitCheck(debit, "CONNECTED", short)).toEqual({ effectiveOn: wednesday, alert: "NSF" });
    const friday = { ...debit, effectiveOn: businessDate("2026-11-20") };
    expect(preDebitCheck(friday, "CONNECTED", short).effectiveOn).toBe("2026-11-20");
    expect(preDebitCheck({ ...friday, dueOn: businessDate("2026-11-18") }, "CONNECTED", short).effectiveOn).toBe(
      "2026-11-23",
    );
  });

  it("postpones the debit twice at most, and never beyond five days after the due date", () => {
    expect(preDebitCheck({ ...debit, timesMoved: 1 }, "CONNECTED", short).effectiveOn).toBe(wednesday);
    expect(preDebitCheck({ ...debit, timesMoved: 2 }, "CONNECTED", short)).toEqual({
      effectiveOn: tuesday,
      alert: "NSF",
    });
    const old = { ...debit, dueOn: businessDate("2026-11-12") };
    expect(preDebitCheck(old, "CONNECTED", short)).toEqual({ effectiveOn: tuesday, alert: "NSF" });
  });

  it.each([
    ["PLAID_DISCONNECTED", "DISCONNECTED", short],
    ["PLAID_DISCONNECTED", "DISCONNECTED", "ERROR"],
    ["PLAID_BALANCE_CHECK_ERROR", "CONNECTED", "ERROR"],
    ["STALE_BALANCE", "CONNECTED", { balanceCents: cents(0), ageHours: 25 }],
  ] as const)("submits the debit with the alert %s when the balance is unknown", (alert, item, read) => {
    expect(preDebitCheck(debit, item, read)).toEqual({ effectiveOn: tuesday, alert });
  });
});
