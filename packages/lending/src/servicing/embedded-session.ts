import type { BusinessDate } from "../calendar/business-date.ts";
import { lifecycle } from "../flow/lifecycle.ts";
import { type Cents, noCents } from "../money/cents.ts";
import { earliestInvoiceDueOn } from "../products/invoice-financing/why-not-submit-invoice.ts";
import { earliestBillDueOn } from "../products/payables-financing/why-not-submit-bill.ts";

/**
 * What an embedded session is for: the invoices that its business sent, or the bills that it has to pay. The relaxed one leaves fields to
 * the person; the one with files has a document for each invoice, from which the fields can be read.
 */
export const sessionComponents = [
  "INVOICE_SESSION",
  "INVOICE_SESSION_RELAXED",
  "INVOICE_SESSION_WITH_FILE",
  "BILL_SESSION",
  "BILL_SESSION_WITH_FILE",
] as const;
export type SessionComponent = (typeof sessionComponents)[number];

/** The product that finances the invoices of a session. */
export const sessionProducts = {
  INVOICE_SESSION: "FAST_PAY",
  INVOICE_SESSION_RELAXED: "FAST_PAY",
  INVOICE_SESSION_WITH_FILE: "FAST_PAY",
  BILL_SESSION: "EXTEND_PAY_PURCHASE_ORDER",
  BILL_SESSION_WITH_FILE: "EXTEND_PAY_PURCHASE_ORDER",
} as const satisfies Record<SessionComponent, string>;
export type SessionProduct = (typeof sessionProducts)[SessionComponent];

/** The earliest due date of an invoice in a session: a week ahead, or for a bill five days ago. */
export const earliestSessionDueOn = (component: SessionComponent, today: BusinessDate): BusinessDate =>
  sessionProducts[component] === "FAST_PAY" ? earliestInvoiceDueOn(today) : earliestBillDueOn(today);

/** The due date of an invoice that was sent without one; null where the person or the file says it. */
export const defaultSessionDueOn = (component: SessionComponent, today: BusinessDate): BusinessDate | null =>
  component === "INVOICE_SESSION_RELAXED" ? earliestInvoiceDueOn(today) : null;

/** The data that a platform put before a business under a token. It is not changed; another session replaces it. */
export const embeddedSessionLifecycle = lifecycle("embedded session", {
  begins: { CREATED: "UNUSED" },
  moves: {
    UNUSED: { OPENED: "OPEN", REVOKED: "REVOKED", EXPIRED: "EXPIRED" },
    OPEN: { REVOKED: "REVOKED", EXPIRED: "EXPIRED" },
    REVOKED: {},
    EXPIRED: {},
  },
  ends: ["REVOKED", "EXPIRED"],
});
export type EmbeddedSessionStatus = (typeof embeddedSessionLifecycle.states)[number];

/** The status at a time. That a session has expired is not stored. */
export function sessionStatusAt(stored: EmbeddedSessionStatus, expiresAt: Date, now: Date): EmbeddedSessionStatus {
  const isExpired = expiresAt <= now && embeddedSessionLifecycle.allows(stored, "EXPIRED");
  return isExpired ? embeddedSessionLifecycle.next(stored, "EXPIRED") : stored;
}

/** An invoice of a session. Submitting it for financing confirms it. */
export const sessionInvoiceLifecycle = lifecycle("session invoice", {
  begins: { ADDED: ["PENDING", "ALREADY_CONFIRMED"] },
  moves: {
    PENDING: { CONFIRMED: "CONFIRMED", CONFIRMED_ELSEWHERE: "ALREADY_CONFIRMED" },
    CONFIRMED: {},
    ALREADY_CONFIRMED: {},
  },
  ends: ["CONFIRMED", "ALREADY_CONFIRMED"],
});
export type SessionInvoiceState = (typeof sessionInvoiceLifecycle.states)[number];

/** PENDING_LIMIT is never stored, because the limit refreshes with payments. */
export const sessionInvoiceStatuses = [...sessionInvoiceLifecycle.states, "PENDING_LIMIT"] as const;
export type SessionInvoiceStatus = (typeof sessionInvoiceStatuses)[number];

type StoredInvoice = { state: SessionInvoiceState; amountCents: Cents | null };
type Line = { component: SessionComponent; availableCents: Cents };

/** The status as it is shown. A bill must be paid in full, so it waits for as much of the limit; an invoice only for some. */
export function sessionInvoiceStatus({ state, amountCents }: StoredInvoice, line: Line): SessionInvoiceStatus {
  if (state !== "PENDING") return state;
  const { component, availableCents } = line;
  const isBill = sessionProducts[component] === "EXTEND_PAY_PURCHASE_ORDER";
  const isShort = isBill && amountCents !== null && amountCents > availableCents;
  return isShort || availableCents <= noCents ? "PENDING_LIMIT" : "PENDING";
}
