import { describe, expect, it } from "vitest";
import { transaction } from "./cash-flow.fixture.ts";
import { classifyTransactions } from "./classify-transactions.ts";

const kindsOf = (...given: Parameters<typeof classifyTransactions>[0]) =>
  classifyTransactions(given).map(({ kind }) => kind);

describe("classification of transactions", () => {
  it("drops pending transactions and counts one with the same id once", () => {
    const one = transaction("2026-03-02", 10_000);
    expect(kindsOf(one, one, transaction("2026-03-03", 500, { isPending: true }))).toEqual(["REVENUE"]);
  });

  it("takes the same amount out of one own account and into another within two days as a transfer", () => {
    const out = transaction("2026-03-02", -50_000, { name: "WITHDRAWAL" });
    const into = (date: string, accountId = "savings") => transaction(date, 50_000, { accountId, name: "DEPOSIT" });
    expect(kindsOf(out, into("2026-03-04"))).toEqual(["INTERNAL_TRANSFER", "INTERNAL_TRANSFER"]);
    expect(kindsOf(out, into("2026-02-28"))).toEqual(["INTERNAL_TRANSFER", "INTERNAL_TRANSFER"]);
    expect(kindsOf(out, into("2026-03-05"))).toEqual(["OPERATING", "REVENUE"]);
    expect(kindsOf(out, into("2026-03-02", "checking"))).toEqual(["OPERATING", "REVENUE"]);
  });

  it("pairs each line of a transfer once, the nearest day first", () => {
    const out = transaction("2026-03-02", -50_000);
    const later = transaction("2026-03-04", 50_000, { accountId: "savings" });
    const same = transaction("2026-03-02", 50_000, { accountId: "savings" });
    const kinds = new Map(classifyTransactions([out, later, same]).map((one) => [one.transactionId, one.kind]));
    expect(kinds.get(same.transactionId)).toBe("INTERNAL_TRANSFER");
    expect(kinds.get(later.transactionId)).toBe("REVENUE");
  });

  const incoming: [string, string | null, string][] = [
    ["SQUARE INC SDV-VRFY", "INCOME_OTHER_INCOME", "REVENUE"],
    ["COUNTER DEPOSIT", "TRANSFER_IN_DEPOSIT", "REVENUE"],
    ["WIRE FROM CUSTOMER", null, "REVENUE"],
    ["ONDECK FUNDING", "INCOME_OTHER_INCOME", "LOAN_PROCEEDS"],
    ["LOAN PROCEEDS", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS", "LOAN_PROCEEDS"],
    ["ONLINE TRANSFER FROM J DOE CAPITAL CONTRIBUTION", "TRANSFER_IN_OTHER_TRANSFER_IN", "OWNER_INJECTION"],
    ["ZELLE FROM SOMEBODY", "TRANSFER_IN_OTHER_TRANSFER_IN", "INTERNAL_TRANSFER"],
    ["IRS TREAS 310 TAX REF", "INCOME_OTHER_INCOME", "TAX_REFUND"],
    ["OFFICE DEPOT", "GENERAL_MERCHANDISE_OFFICE_SUPPLIES", "REFUND"],
    ["REFUND FROM VENDOR", null, "REFUND"],
  ];
  it.each(incoming)("incoming %s with category %s is %s", (name, category, kind) => {
    expect(kindsOf(transaction("2026-03-02", 1_234, { name, category }))).toEqual([kind]);
  });

  const outgoing: [string, string | null, string][] = [
    ["RENT", "RENT_AND_UTILITIES_RENT", "OPERATING"],
    ["ZELLE TO SUPPLIER", "TRANSFER_OUT_OTHER_TRANSFER_OUT", "OPERATING"],
    ["TO SAVINGS", "TRANSFER_OUT_SAVINGS", "INTERNAL_TRANSFER"],
    ["EQUIPMENT LEASE", "LOAN_PAYMENTS_OTHER_PAYMENT", "DEBT_PAYMENT"],
    ["KABBAGE 8771", null, "DEBT_PAYMENT"],
    ["NSF FEE", null, "NSF_FEE"],
    ["RETURNED ITEM CHARGE", null, "NSF_FEE"],
    ["FEE", "BANK_FEES_INSUFFICIENT_FUNDS", "NSF_FEE"],
    ["DEPOSITED RETURNED ITEM FEE", "BANK_FEES_OTHER_BANK_FEES", "OPERATING"],
    ["OVERDRAFT FEE", null, "OVERDRAFT_FEE"],
    ["OD FEE", null, "OVERDRAFT_FEE"],
    ["ONLINE TRANSFER TO J DOE OWNER DRAW", "TRANSFER_OUT_WITHDRAWAL", "OWNER_DRAW"],
    ["ATM WITHDRAWAL", "TRANSFER_OUT_WITHDRAWAL", "OPERATING"],
  ];
  it.each(outgoing)("outgoing %s with category %s is %s", (name, category, kind) => {
    expect(kindsOf(transaction("2026-03-02", -1_234, { name, category }))).toEqual([kind]);
  });

  it("takes equal payments to a company that sounds like a lender as debt payments from the third on", () => {
    const paid = (date: string, amount: number) =>
      transaction(date, amount, { name: "ACH DEBIT NORTHGATE FUNDING 00123", category: null });
    expect(kindsOf(paid("2026-03-02", -900), paid("2026-03-03", -900))).toEqual(["OPERATING", "OPERATING"]);
    expect(
      kindsOf(paid("2026-03-02", -900), paid("2026-03-03", -900), paid("2026-03-04", -900), paid("2026-03-05", -100)),
    ).toEqual(["DEBT_PAYMENT", "DEBT_PAYMENT", "DEBT_PAYMENT", "OPERATING"]);
  });

  it("leaves a landlord whose name sounds like a lender's an expense", () => {
    const rent = ["2026-01-02", "2026-02-02", "2026-03-02"].map((date) =>
      transaction(date, -870_000, { name: "PLAZA DEL ORO LEASING", category: "RENT_AND_UTILITIES_RENT" }),
    );
    expect(kindsOf(...rent)).toEqual(["OPERATING", "OPERATING", "OPERATING"]);
  });

  it("does not count a fee that the bank pays back within five days", () => {
    const fee = transaction("2026-03-02", -3_500, { name: "NSF FEE", category: "BANK_FEES_INSUFFICIENT_FUNDS" });
    const back = (date: string) =>
      transaction(date, 3_500, { name: "NSF FEE REVERSAL", category: "BANK_FEES_INSUFFICIENT_FUNDS" });
    expect(kindsOf(fee, back("2026-03-07"))).toEqual(["REFUND", "REFUND"]);
    expect(kindsOf(fee, back("2026-03-08"))).toEqual(["NSF_FEE", "REFUND"]);
    const second = transaction("2026-03-03", -3_500, { name: "NSF FEE", category: null });
    expect(kindsOf(fee, second, back("2026-03-04"))).toEqual(["REFUND", "NSF_FEE", "REFUND"]);
  });
});
