import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { describe, expect, it } from "vitest";
import { billDetailsShape, invoiceDetailsShape } from "./invoice-details.ts";

const today = businessDate("2026-08-03");
const invoice = { amountCents: 620_000, requestedCents: 620_000, issueDate: "2026-07-28", dueDate: "2026-09-14" };
const bill = { amountCents: 1_250_000, requestedCents: 1_250_000, issueDate: null, dueDate: "2026-08-20" };

type Change = Record<string, number | string | null>;
const found = (shape: typeof invoiceDetailsShape, values: object) => {
  const { success, error } = shape(today).safeParse(values);
  return success ? [] : error.issues.map(({ path, message }) => [path[0], message]);
};
const ofInvoice = (change: Change = {}) => found(invoiceDetailsShape, { ...invoice, ...change });
const ofBill = (change: Change = {}) => found(billDetailsShape, { ...bill, ...change });

describe("invoice details, invoice financing", () => {
  it("are accepted if all four fields hold", () => {
    expect(ofInvoice()).toEqual([]);
  });

  it.each([null, Number.NaN, 0, 99])("Total invoice amount required, at least 1 dollar: %s", (amountCents) => {
    expect(ofInvoice({ amountCents, requestedCents: 100 })).toContainEqual([
      "amountCents",
      "Total invoice amount must be greater than or equal to $1",
    ]);
  });

  it.each([null, Number.NaN, 99])("Amount requested required, at least 1 dollar: %s", (requestedCents) => {
    expect(ofInvoice({ requestedCents })).toEqual([
      ["requestedCents", "Amount requested must be greater than or equal to $1"],
    ]);
  });

  it("Amount requested is not above the total", () => {
    expect(ofInvoice({ requestedCents: 620_001 })).toEqual([
      ["requestedCents", "Amount requested for financing must be less than or equal to the total invoice amount"],
    ]);
  });

  it.each([null, "2026-02-30", "soon"])("Issue and due dates valid: %s", (date) => {
    expect(ofInvoice({ issueDate: date })).toEqual([["issueDate", "Must be a valid date"]]);
    expect(ofInvoice({ dueDate: date })).toEqual([["dueDate", "Must be a valid date"]]);
  });

  it("Due date after issue date", () => {
    expect(ofInvoice({ issueDate: "2026-09-14" })).toEqual([
      ["dueDate", "Invoice due date must be after invoice issue date"],
    ]);
    expect(ofInvoice({ issueDate: "2026-09-13" })).toEqual([]);
  });

  it("Due date at least 7 days from today", () => {
    expect(ofInvoice({ dueDate: "2026-08-09" })).toEqual([
      ["dueDate", "The invoice issue date must be at least 7 days in the future"],
    ]);
    expect(ofInvoice({ dueDate: "2026-08-10" })).toEqual([]);
  });

  it("All four fields are needed to submit", () => {
    const nothing = { amountCents: null, requestedCents: null, issueDate: null, dueDate: null };
    expect(ofInvoice(nothing).map(([field]) => field)).toHaveLength(4);
  });
});

describe("invoice details, accounts-payable", () => {
  it("are accepted without an issue date", () => {
    expect(ofBill()).toEqual([]);
  });

  it("Remaining balance required, at least 1 dollar", () => {
    const requestedCents = 100;
    expect(ofBill({ amountCents: null, requestedCents })).toEqual([
      ["amountCents", "Invoice remaining balance amount is required"],
    ]);
    for (const amountCents of [Number.NaN, 99])
      expect(ofBill({ amountCents, requestedCents })).toContainEqual([
        "amountCents",
        "Invoice remaining balance amount must be greater than or equal to $1",
      ]);
  });

  it("Amount requested required, at least 1 dollar, at most the remaining balance", () => {
    expect(ofBill({ requestedCents: null })).toEqual([
      ["requestedCents", "Amount requested must be greater than or equal to $1"],
    ]);
    expect(ofBill({ requestedCents: 1_250_001 })).toEqual([
      ["requestedCents", "Amount requested for financing must be less than or equal to the remaining balance"],
    ]);
  });

  it("Due date valid and not more than 5 days in the past", () => {
    expect(ofBill({ dueDate: null })).toEqual([["dueDate", "Must be a valid date"]]);
    expect(ofBill({ dueDate: "2026-07-28" })).toEqual([
      ["dueDate", "Invoice due date cannot be more than 5 days in the past."],
    ]);
    expect(ofBill({ dueDate: "2026-07-29" })).toEqual([]);
  });
});
