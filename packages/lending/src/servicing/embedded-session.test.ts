import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { cents } from "../money/cents.ts";
import {
  defaultSessionDueOn,
  earliestSessionDueOn,
  embeddedSessionLifecycle,
  sessionComponents,
  sessionInvoiceLifecycle,
  sessionInvoiceStatus,
  sessionStatusAt,
} from "./embedded-session.ts";

followsLifecycle(embeddedSessionLifecycle, {
  table: `
    – | CREATED | UNUSED
    UNUSED | OPENED | OPEN
    UNUSED, OPEN | REVOKED | REVOKED
    UNUSED, OPEN | EXPIRED | EXPIRED
  `,
  ends: ["REVOKED", "EXPIRED"],
});

followsLifecycle(sessionInvoiceLifecycle, {
  table: `
    – | ADDED | PENDING or ALREADY_CONFIRMED
    PENDING | CONFIRMED | CONFIRMED
    PENDING | CONFIRMED_ELSEWHERE | ALREADY_CONFIRMED
  `,
  ends: ["CONFIRMED", "ALREADY_CONFIRMED"],
});

const today = businessDate("2026-03-10");

describe("earliest due date of a session", () => {
  it.each(sessionComponents)("%s", (component) => {
    const isBill = component.startsWith("BILL");
    expect(earliestSessionDueOn(component, today)).toBe(isBill ? "2026-03-05" : "2026-03-17");
  });

  it("is the default due date of the relaxed session only", () => {
    const defaults = sessionComponents.map((component) => defaultSessionDueOn(component, today));
    expect(defaults).toEqual([null, "2026-03-17", null, null, null]);
  });
});

describe("status of an embedded session", () => {
  const expiresAt = new Date("2026-03-10T12:00:00Z");
  const before = new Date(expiresAt.getTime() - 1);
  it.each([
    ["UNUSED", before, "UNUSED"],
    ["OPEN", before, "OPEN"],
    ["UNUSED", expiresAt, "EXPIRED"],
    ["OPEN", expiresAt, "EXPIRED"],
    ["REVOKED", expiresAt, "REVOKED"],
  ] as const)("stored as %s is at %s %s", (stored, now, status) => {
    expect(sessionStatusAt(stored, expiresAt, now)).toBe(status);
  });
});

describe("status of a session invoice", () => {
  const statusOf = (component: "INVOICE_SESSION" | "BILL_SESSION", amount: number | null, available: number) =>
    sessionInvoiceStatus(
      { state: "PENDING", amountCents: amount === null ? null : cents(amount) },
      { component, availableCents: cents(available) },
    );

  it.each([
    ["INVOICE_SESSION", 50_000, 1, "PENDING"],
    ["INVOICE_SESSION", 50_000, 0, "PENDING_LIMIT"],
    ["INVOICE_SESSION", null, 0, "PENDING_LIMIT"],
    ["BILL_SESSION", 50_000, 50_000, "PENDING"],
    ["BILL_SESSION", 50_000, 49_999, "PENDING_LIMIT"],
    ["BILL_SESSION", null, 1, "PENDING"],
    ["BILL_SESSION", null, 0, "PENDING_LIMIT"],
  ] as const)("of %s over %s with %s available is %s", (component, amount, available, status) => {
    expect(statusOf(component, amount, available)).toBe(status);
  });

  it.each(["CONFIRMED", "ALREADY_CONFIRMED"] as const)("stays %s when the limit is used up", (state) => {
    const line = { component: "BILL_SESSION", availableCents: cents(0) } as const;
    expect(sessionInvoiceStatus({ state, amountCents: cents(100) }, line)).toBe(state);
  });
});
