import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { describe, expect, it } from "vitest";
import type { PaymentToSend } from "../port.ts";
import { lineFrom, orderFor, paymentFrom, webhookFrom } from "./translate.ts";

const ours: PaymentToSend = {
  orderId: "order-1",
  businessId: "business-1",
  issuedProductId: "product-1",
  book: "EQUITY",
  direction: "INCOMING",
  amountCents: cents(45_840),
  to: { enrolledAccount: "external-1", holder: "BUSINESS" },
  description: "LOAN PYMT",
  effectiveOn: businessDate("2026-11-25"),
  isSameDay: false,
};
const theirs = {
  id: "po-1",
  object: "payment_order",
  status: "sent",
  direction: "debit",
  amount: 45_840,
  currency: "USD",
  effective_date: "2026-11-25",
  vendor_failure_reason: null as string | null,
  current_return: null as unknown,
  metadata: { payment_order_id: "order-1", business_id: "business-1" } as Record<string, string>,
};
const back = {
  id: "ret-1",
  object: "return",
  type: "ach",
  code: "R01",
  reason: "Insufficient funds",
  amount: 45_840,
  additional_information: null as string | null,
  corrections: null as unknown,
  created_at: "2026-11-28T03:30:00Z",
  returnable_id: "po-1",
  returnable_type: "payment_order",
};
const transaction = {
  id: "txn-1",
  object: "transaction",
  internal_account_id: "ia-1",
  direction: "credit",
  amount: 45_840,
  as_of_date: "2026-11-25",
  posted: true,
  vendor_description: "ACH LOAN PYMT",
};
const bookOf = (id: string) => (id === "ia-1" ? "EQUITY" : null);
const webhook = (data: object, event = "created") => webhookFrom(JSON.stringify({ event, data }), bookOf).what;

const internalAccounts = { EQUITY: "ia-1", OPCO: "ia-2", CONCAR_SPV_1: "ia-3" };

describe("Modern Treasury request", () => {
  it("is an ACH order with our ids in its metadata", () => {
    expect(orderFor(ours, internalAccounts)).toMatchInlineSnapshot(`
      {
        "amount": 45840,
        "currency": "USD",
        "direction": "debit",
        "effective_date": "2026-11-25",
        "metadata": {
          "business_id": "business-1",
          "issued_product_id": "product-1",
          "payment_order_id": "order-1",
        },
        "originating_account_id": "ia-1",
        "priority": "normal",
        "receiving_account_id": "external-1",
        "statement_descriptor": "LOAN PYMT",
        "subtype": "CCD",
        "type": "ach",
      }
    `);
  });

  it.each([
    ["BUSINESS", "INCOMING", "CCD", "debit"],
    ["BUSINESS", "OUTGOING", "CCD", "credit"],
    ["PERSON", "INCOMING", "WEB", "debit"],
    ["PERSON", "OUTGOING", "PPD", "credit"],
  ] as const)("for a %s account and %s money is a %s %s", (holder, direction, subtype, entry) => {
    const to = { enrolledAccount: "external-1", holder };
    expect(orderFor({ ...ours, to, direction }, internalAccounts)).toMatchObject({ subtype, direction: entry });
  });

  it("between our own books is a transfer to the other book's account, and names no business", () => {
    const sent = orderFor(
      { ...ours, to: { book: "OPCO" }, direction: "OUTGOING", businessId: null, issuedProductId: null },
      internalAccounts,
    );
    expect(sent).toMatchObject({ type: "book", originating_account_id: "ia-1", receiving_account_id: "ia-2" });
    expect(sent.metadata).toEqual({ payment_order_id: "order-1" });
  });

  it("has high priority when it must settle today", () => {
    expect(orderFor({ ...ours, isSameDay: true }, internalAccounts).priority).toBe("high");
  });
});

describe("Modern Treasury translation", () => {
  it("reads a pending payment", () => {
    expect(paymentFrom(theirs)).toMatchInlineSnapshot(`
      {
        "achState": "pending",
        "amountCents": 45840,
        "businessId": "business-1",
        "direction": "INCOMING",
        "effectiveOn": "2026-11-25",
        "failure": null,
        "isHeld": false,
        "orderId": "order-1",
        "processorId": "po-1",
      }
    `);
  });

  it.each([
    ["needs_approval", "created", true, null],
    ["approved", "created", false, null],
    ["held", "created", true, null],
    ["pending", "pending", false, null],
    ["processing", "pending", false, null],
    ["sent", "pending", false, null],
    ["completed", "completed", false, null],
    ["cancelled", "failed", false, "canceled_transfer"],
    ["denied", "failed", false, "canceled_transfer"],
    ["stopped", "failed", false, "canceled_transfer"],
    ["reversed", "failed", false, "canceled_transfer"],
    ["failed", "failed", false, "unexpected_error"],
    ["returned", "failed", false, "unexpected_error"],
  ] as const)("reads %s as %s (held: %s, failed for: %s)", (status, achState, isHeld, reason) => {
    const read = paymentFrom({ ...theirs, status });
    expect([read.achState, read.isHeld, read.failure?.reason ?? null]).toEqual([achState, isHeld, reason]);
  });

  it("rejects an unknown status", () => {
    expect(() => paymentFrom({ ...theirs, status: "evaporated" })).toThrow();
  });

  it.each([
    ["network_error", "network_error"],
    ["Bank says no", "unexpected_error"],
    ["function toString() { [native code] }", "unexpected_error"],
  ])("reads the failure “%s” as %s", (reason, ourReason) => {
    const read = paymentFrom({ ...theirs, status: "failed", vendor_failure_reason: reason });
    expect(read.failure).toEqual({ reason: ourReason, achCode: null });
  });

  it("reads a return with its code, and recognizes an OFAC return", () => {
    const returned = (change: object) =>
      paymentFrom({ ...theirs, status: "returned", current_return: { ...back, ...change } }).failure;
    expect(returned({})).toEqual({ reason: "insufficient_funds", achCode: "R01" });
    expect(returned({ code: "R16" })).toEqual({ reason: "blocked_account", achCode: "R16" });
    expect(returned({ code: "R16", additional_information: "per OFAC instruction" })).toEqual({
      reason: "regulatory_error",
      achCode: "R16",
    });
  });

  it("reads a return without a code, or with one that no rule explains, as a return for an unexpected reason", () => {
    const returned = (current: object | null) =>
      paymentFrom({ ...theirs, status: "returned", current_return: current }).failure;
    expect(returned(null)).toEqual({ reason: "unexpected_error", achCode: "UNKNOWN" });
    expect(returned({ ...back, code: null })).toEqual({ reason: "unexpected_error", achCode: "UNKNOWN" });
    expect(returned({ ...back, code: "R32" })).toEqual({ reason: "unexpected_error", achCode: "R32" });
  });

  it("reads a bank statement line", () => {
    expect(lineFrom(transaction, bookOf)).toMatchInlineSnapshot(`
      {
        "amountCents": 45840,
        "book": "EQUITY",
        "direction": "INCOMING",
        "lineId": "txn-1",
        "postedOn": "2026-11-25",
        "text": "ACH LOAN PYMT",
      }
    `);
    expect(lineFrom({ ...transaction, posted: false }, bookOf)).toBeNull();
    expect(lineFrom({ ...transaction, internal_account_id: "of somebody else" }, bookOf)).toBeNull();
  });

  it("reads webhooks: a change, a line, a return on its New York date, a correction with secret numbers, or nothing that we handle", () => {
    expect(webhook(theirs).kind).toBe("PAYMENT_CHANGED");
    expect(webhook(transaction).kind).toBe("BANK_LINE");
    expect(webhook(back)).toMatchInlineSnapshot(`
      {
        "failure": {
          "achCode": "R01",
          "reason": "insufficient_funds",
        },
        "kind": "PAYMENT_RETURNED",
        "processorId": "po-1",
        "returnedOn": "2026-11-27",
      }
    `);
    const noc = { ...back, type: "ach_noc", code: "C01", corrections: { account_number: "998877665" } };
    const correction = webhook(noc);
    expect(correction).toMatchObject({ kind: "ACCOUNT_CORRECTED", correction: { accountNumber: expect.any(Secret) } });
    expect(JSON.stringify(correction)).not.toContain("998877665");
    const typeOf = (transaction_code: string | null) => {
      const what = webhook({ ...noc, code: "C05", corrections: { transaction_code } });
      return what.kind === "ACCOUNT_CORRECTED" ? what.correction.accountType : what.kind;
    };
    expect(["22", "27", "32", "37", "9", null].map(typeOf)).toEqual([
      ...["CHECKING", "CHECKING", "SAVINGS", "SAVINGS", null, null],
    ]);
    expect(webhook({ object: "counterparty", id: "cp-1" })).toEqual({ kind: "OTHER" });
    expect(webhook({ ...back, returnable_type: "reversal" })).toEqual({ kind: "OTHER" });
  });

  it("gives webhooks with the same bytes the same id, and with other bytes another", () => {
    const body = (event: string) => JSON.stringify({ event, data: theirs });
    const id = (event: string) => webhookFrom(body(event), bookOf).id;
    expect(id("sent")).toBe(id("sent"));
    expect(id("sent")).not.toBe(id("completed"));
  });
});
