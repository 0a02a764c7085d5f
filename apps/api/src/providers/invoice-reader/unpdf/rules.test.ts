import { describe, expect, it } from "vitest";
import { invoiceFrom } from "./rules.ts";
import { dateIn, daysOfTerms, moneyIn, termsIn } from "./values.ts";

describe("invoice date", () => {
  it.each([
    ["2026-03-14", "2026-03-14"],
    ["03/14/2026", "2026-03-14"],
    ["3/4/26", "2026-03-04"],
    ["03-14-2026", "2026-03-14"],
    ["14/03/2026", "2026-03-14"],
    ["March 14, 2026", "2026-03-14"],
    ["Mar. 14th 2026", "2026-03-14"],
    ["14 March 2026", "2026-03-14"],
    ["14-Mar-2026", "2026-03-14"],
    ["02/30/2026", null],
    ["13/13/2026", null],
    ["INV-20260314", null],
    ["555-123-4567", null],
    ["soon", null],
  ])("written as %s is %s", (text, day) => {
    expect(dateIn(text)).toBe(day);
  });
});

describe("invoice amount", () => {
  it.each([
    ["$1,234.56", 123456],
    ["$ 1,234.56", 123456],
    ["USD 1234.56", 123456],
    ["1,234.56 USD", 123456],
    ["$12", 1200],
    ["(1,234.56)", -123456],
    ["-$20.00", -2000],
    ["$-20.00", -2000],
    ["20.00 CR", -2000],
    ["1.234,56", 123456],
    ["2026", null],
    ["8.25%", null],
    ["30 days", null],
    ["555-1234", null],
    ["Subtotal", null],
  ])("written as %s is %s cents", (text, cents) => {
    expect(moneyIn(text)).toBe(cents);
  });
});

describe("invoice terms", () => {
  it.each([
    ["Net 30", 30],
    ["NET-45", 45],
    ["2/10, net 60", 60],
    ["Due upon receipt", 0],
    ["Payment within 14 days", 14],
  ])("%s are %s days", (text, days) => {
    expect(daysOfTerms(termsIn(text) ?? "")).toBe(days);
  });
});

describe("invoice rules", () => {
  const at = (x: number, y: number, text: string) => ({ text, x, y, width: text.length * 5, height: 10 });

  it("find no invoice in other texts", () => {
    expect(invoiceFrom([])).toBeNull();
    expect(invoiceFrom([{ texts: [at(50, 700, "Dear Ana, see you on Tuesday.")] }])).toBeNull();
  });

  it("compute a missing balance as the total less what was paid", () => {
    const texts = [at(50, 700, "Total"), at(200, 700, "$100.00"), at(50, 680, "Amount paid"), at(200, 680, "$30.00")];
    expect(invoiceFrom([{ texts }])).toMatchObject({ amount: "100.00", remainingBalance: "70.00" });
  });

  it("compute a missing due date from the terms", () => {
    const texts = [at(50, 700, "Date: 01/31/2026"), at(50, 680, "Terms: Net 30"), at(50, 660, "Total: $5.00")];
    expect(invoiceFrom([{ texts }])).toMatchObject({ date: "2026-01-31", dueDate: "2026-03-02", terms: "Net 30" });
  });

  it("ignore the totals of line items and subtotals", () => {
    const texts = [
      ...[at(50, 700, "Description"), at(300, 700, "Total"), at(50, 680, "Flour"), at(300, 680, "$40.00")],
      ...[at(200, 640, "Subtotal"), at(300, 640, "$40.00"), at(200, 620, "Total"), at(300, 620, "$43.00")],
    ];
    expect(invoiceFrom([{ texts }])).toMatchObject({ amount: "43.00" });
  });
});
