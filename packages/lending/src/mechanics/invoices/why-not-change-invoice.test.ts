import { describe, expect, it } from "vitest";
import { isPending, paymentOrderLifecycle } from "../../payments/payment-order.ts";
import { type InvoiceState, invoiceLifecycle } from "./invoice.ts";
import { whyNotCancelInvoice, whyNotExtendInvoice, whyNotRepayEarly } from "./why-not-change-invoice.ts";

const orders = paymentOrderLifecycle.states;

describe("repaying an invoice early", () => {
  it("is refused while a payment of it is on its way", () => {
    const able = orders.filter((order) => whyNotRepayEarly({ state: "LATE", incomingOrders: [order] }) === null);
    expect(able).toEqual(orders.filter((order) => !isPending(order)));
    expect(whyNotRepayEarly({ state: "LATE", incomingOrders: ["FAILED_PAYMENT", "SUBMITTED"] })).toBe(
      "PAYMENT_PENDING",
    );
  });

  it("is possible while the invoice is funded and not repaid, and needs no scheduled payment", () => {
    const open = invoiceLifecycle.states.filter((state) => !whyNotRepayEarly({ state, incomingOrders: [] }));
    expect(open).toEqual(["WAITING_FOR_REPAYMENT", "LATE", "DEFAULTED"]);
    expect(open).toEqual(invoiceLifecycle.allowedFrom("EARLY_REPAYMENT"));
    expect(whyNotRepayEarly({ state: "REJECTED", incomingOrders: [] })).toBe("WRONG_STATE");
  });
});

describe("canceling an invoice upload", () => {
  const invoice = (state: InvoiceState) => ({ state, isBill: false });
  const bill = (state: InvoiceState) => ({ state, isBill: true });

  it("is possible only while the file is being parsed", () => {
    const open = invoiceLifecycle.states.filter((state) => whyNotCancelInvoice(invoice(state), []) === null);
    expect(open).toEqual(["WAITING_FOR_PARSING"]);
    const submitted = { status: "SUBMITTED", isClaimed: true } as const;
    expect(whyNotCancelInvoice(invoice("IN_REVIEW"), [submitted])).toBe("WRONG_STATE");
  });

  it("of a bill is possible until its payout is claimed", () => {
    const open = invoiceLifecycle.states.filter((state) => whyNotCancelInvoice(bill(state), []) === null);
    expect(open).toEqual(["WAITING_FOR_PARSING", "IN_REVIEW", "PENDING_FUND_DISPERSEMENT"]);
    expect(open).toEqual(invoiceLifecycle.allowedFrom("CANCELLED"));
    const unclaimed = { status: "SCHEDULED", isClaimed: false } as const;
    const pending = bill("PENDING_FUND_DISPERSEMENT");
    expect(whyNotCancelInvoice(pending, [unclaimed])).toBeNull();
    expect(whyNotCancelInvoice(pending, [{ ...unclaimed, isClaimed: true }])).toBe("PAYMENT_PENDING");
    expect(whyNotCancelInvoice(pending, [{ status: "SUBMITTED", isClaimed: true }])).toBe("PAYMENT_PENDING");
  });

  it.each(orders)("with a payment that is %s is refused unless that payment has ended", (status) => {
    const expected = paymentOrderLifecycle.isOver(status) ? null : "PAYMENT_PENDING";
    expect(whyNotCancelInvoice(invoice("WAITING_FOR_PARSING"), [{ status, isClaimed: false }])).toBe(expected);
  });
});

describe("extending an invoice", () => {
  const waiting = { state: "WAITING_FOR_REPAYMENT", incomingOrders: ["SCHEDULED"] } as const;

  it("is possible twice and for thirty days in total", () => {
    expect(whyNotExtendInvoice(waiting, [], 30)).toBeNull();
    expect(whyNotExtendInvoice(waiting, [], 31)).toBe("EXTENSION_TOO_LONG");
    expect(whyNotExtendInvoice(waiting, [14], 16)).toBeNull();
    expect(whyNotExtendInvoice(waiting, [14], 17)).toBe("EXTENSION_TOO_LONG");
    expect(whyNotExtendInvoice(waiting, [], 1)).toBeNull();
    expect(whyNotExtendInvoice(waiting, [], 0)).toBe("EXTENSION_TOO_LONG");
    expect(whyNotExtendInvoice(waiting, [7, 7], 1)).toBe("EXTENSION_LIMIT_REACHED");
  });

  it("is refused while a payment is in flight, and first for the state", () => {
    const pending = orders.filter((order) => whyNotExtendInvoice({ ...waiting, incomingOrders: [order] }, [], 7));
    expect(pending).toEqual(["PAYMENT_PROCESSOR_OUTAGE", "SUBMITTED", "UNEXPECTED_ERROR"]);
    expect(whyNotExtendInvoice({ state: "LATE", incomingOrders: ["SUBMITTED"] }, [7, 7], 99)).toBe("PRODUCT_LATE");
    expect(whyNotExtendInvoice({ state: "DEFAULTED", incomingOrders: [] }, [], 7)).toBe("PRODUCT_LATE");
    expect(whyNotExtendInvoice({ state: "IN_REVIEW", incomingOrders: [] }, [], 7)).toBe("WRONG_STATE");
  });

  it("is possible exactly in the states that the lifecycle allows", () => {
    const open = invoiceLifecycle.states.filter((state) => !whyNotExtendInvoice({ ...waiting, state }, [], 7));
    expect(open).toEqual(invoiceLifecycle.allowedFrom("EXTENDED"));
  });
});
