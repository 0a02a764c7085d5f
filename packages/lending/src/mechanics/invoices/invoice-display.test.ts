import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { paymentOrderLifecycle } from "../../payments/payment-order.ts";
import { invoiceLifecycle } from "./invoice.ts";
import {
  byInvoiceDisplayStatus,
  invoiceDisplayStatus,
  invoiceDisplayStatuses,
  invoiceHistoryStatus,
  isApartInHistory,
  opensInvoiceDetails,
  type ShownInvoice,
} from "./invoice-display.ts";

const today = businessDate("2026-11-16");
const tomorrow = businessDate("2026-11-17");
const funded: ShownInvoice = { state: "WAITING_FOR_REPAYMENT", isCancelled: false, latestIncomingOrder: null };
const shown = (change: Partial<ShownInvoice>) => invoiceDisplayStatus({ ...funded, ...change }, today).label;

describe("invoice display", () => {
  it.each([
    ["LATE", "LATE"],
    ["DEFAULTED", "LATE"],
    ["CLOSED_INVOICE", "PAID"],
    ["REJECTED", "REJECTED"],
    ["IN_REVIEW", "IN REVIEW"],
    ["WAITING_FOR_PARSING", "PROCESSING"],
    ["PENDING_FUND_DISPERSEMENT", "PROCESSING"],
    ["WAITING_FOR_REPAYMENT", "ACTIVE"],
  ] as const)("shows %s as %s", (state, label) => expect(shown({ state })).toBe(label));

  it("shows CANCELLED when the invoice was canceled, whatever its state", () => {
    for (const state of invoiceLifecycle.states) expect(shown({ state, isCancelled: true })).toBe("CANCELLED");
  });

  it.each([
    ["CREATED", "ACTIVE"],
    ["SCHEDULED", "ACTIVE"],
    ["SUBMITTED", "PENDING"],
    ["SUCCESSFUL_PAYMENT", "PENDING"],
    ["FAILED_PAYMENT", "PENDING"],
    ["UNEXPECTED_ERROR", "PENDING"],
    ["PAYMENT_PROCESSOR_OUTAGE", "ACTIVE"],
    ["REJECTED", "ACTIVE"],
    ["CANCELLED", "ACTIVE"],
  ] as const)("while waiting for repayment with the latest order %s, due tomorrow, shows %s", (status, label) => {
    expect(shown({ latestIncomingOrder: { status, effectiveOn: tomorrow } })).toBe(label);
  });

  it("shows PENDING when the latest order is scheduled for today, and only a scheduled one", () => {
    expect(shown({ latestIncomingOrder: { status: "SCHEDULED", effectiveOn: today } })).toBe("PENDING");
    expect(shown({ latestIncomingOrder: { status: "CREATED", effectiveOn: today } })).toBe("ACTIVE");
  });

  it("depends only on the state in every state but one, whatever the latest order", () => {
    for (const state of invoiceLifecycle.states.filter((one) => one !== "WAITING_FOR_REPAYMENT"))
      for (const status of paymentOrderLifecycle.states)
        expect(shown({ state, latestIncomingOrder: { status, effectiveOn: today } })).toBe(shown({ state }));
  });
});

describe("invoice history", () => {
  it("is sorted by display status", () => {
    const sorted = Object.values(invoiceDisplayStatuses).toReversed().toSorted(byInvoiceDisplayStatus);
    expect([...new Set(sorted.map((status) => invoiceHistoryStatus(status).label))]).toEqual([
      "LATE",
      "ACTIVE",
      "PENDING",
      "IN REVIEW",
      "PAID",
      "REJECTED",
      "CANCELLED",
    ]);
  });

  it("shows PROCESSING, and no other status, as IN REVIEW", () => {
    for (const status of Object.values(invoiceDisplayStatuses))
      expect(invoiceHistoryStatus(status).label).toBe(status.code === "PROCESSING" ? "IN REVIEW" : status.label);
  });

  it("lists invoices that are being parsed, rejected or not funded yet separately", () => {
    expect(invoiceLifecycle.states.filter(isApartInHistory)).toEqual([
      "WAITING_FOR_PARSING",
      "PENDING_FUND_DISPERSEMENT",
      "REJECTED",
    ]);
  });

  it("links to the details of processing, active, late, paid and pending invoices", () => {
    const opening = Object.values(invoiceDisplayStatuses).filter(opensInvoiceDetails);
    expect(opening.map((status) => status.label)).toEqual(["LATE", "ACTIVE", "PENDING", "PAID", "PROCESSING"]);
  });
});
