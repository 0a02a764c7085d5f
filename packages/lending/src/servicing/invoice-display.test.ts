import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { paymentOrderLifecycle } from "../payments/payment-order.ts";
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

describe("an invoice is shown", () => {
  it.each([
    ["LATE", "LATE"],
    ["DEFAULTED", "LATE"],
    ["CLOSED_INVOICE", "PAID"],
    ["REJECTED", "REJECTED"],
    ["IN_REVIEW", "IN REVIEW"],
    ["WAITING_FOR_PARSING", "PROCESSING"],
    ["PENDING_FUND_DISPERSEMENT", "PROCESSING"],
    ["WAITING_FOR_REPAYMENT", "ACTIVE"],
  ] as const)("%s as %s", (state, label) => expect(shown({ state })).toBe(label));

  it("as CANCELLED when it was cancelled, whatever its state", () => {
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
  ] as const)("while waiting for repayment with its latest order %s, due tomorrow, as %s", (status, label) => {
    expect(shown({ latestIncomingOrder: { status, effectiveOn: tomorrow } })).toBe(label);
  });

  it("as PENDING when its latest order is scheduled for today, and only a scheduled one", () => {
    expect(shown({ latestIncomingOrder: { status: "SCHEDULED", effectiveOn: today } })).toBe("PENDING");
    expect(shown({ latestIncomingOrder: { status: "CREATED", effectiveOn: today } })).toBe("ACTIVE");
  });

  it("by its state alone in every state but one, whatever its latest order", () => {
    for (const state of invoiceLifecycle.states.filter((one) => one !== "WAITING_FOR_REPAYMENT"))
      for (const status of paymentOrderLifecycle.states)
        expect(shown({ state, latestIncomingOrder: { status, effectiveOn: today } })).toBe(shown({ state }));
  });
});

describe("the history of invoices", () => {
  it("lists them by what they are called", () => {
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

  it("calls PROCESSING, and nothing else, IN REVIEW", () => {
    for (const status of Object.values(invoiceDisplayStatuses))
      expect(invoiceHistoryStatus(status).label).toBe(status.code === "PROCESSING" ? "IN REVIEW" : status.label);
  });

  it("sets apart those that are being read, rejected or not funded yet", () => {
    expect(invoiceLifecycle.states.filter(isApartInHistory)).toEqual([
      "WAITING_FOR_PARSING",
      "PENDING_FUND_DISPERSEMENT",
      "REJECTED",
    ]);
  });

  it("opens the details of processing, active, late, paid and pending ones", () => {
    const opening = Object.values(invoiceDisplayStatuses).filter(opensInvoiceDetails);
    expect(opening.map((status) => status.label)).toEqual(["LATE", "ACTIVE", "PENDING", "PAID", "PROCESSING"]);
  });
});
