import { add, type Cents, most, noCents, subtract, sum } from "../money/cents.ts";
import type { DrawRequestState } from "./draw-request.ts";
import type { InvoiceState } from "./invoice.ts";
import type { LoanStatus } from "./issued-product.ts";

type LineStatus = Extract<LoanStatus, "CURRENT" | "LATE" | "DEFAULTED">;

/** A line of credit stands as its worst draw does. */
export function drawLineStatus(draws: readonly { state: DrawRequestState; isLate: boolean }[]): LineStatus {
  if (draws.some((draw) => draw.state === "DEFAULTED")) return "DEFAULTED";
  return draws.some((draw) => draw.isLate) ? "LATE" : "CURRENT";
}

/** Of the limit: defaulted invoices beyond a quarter of it take the line with them. */
const defaultingParts = 4;

/** An invoice line bears some defaulted invoices before it defaults itself; until then it is late. */
export function invoiceLineStatus(
  invoices: readonly { state: InvoiceState; principalCents: Cents }[],
  limitCents: Cents,
): LineStatus {
  const defaulted = invoices.filter((invoice) => invoice.state === "DEFAULTED");
  const defaultedCents = sum(defaulted.map((invoice) => invoice.principalCents));
  if (defaultedCents * defaultingParts > limitCents) return "DEFAULTED";
  return invoices.some(({ state }) => state === "LATE" || state === "DEFAULTED") ? "LATE" : "CURRENT";
}

export type LineUse = {
  loanStatus: LoanStatus;
  limitCents: Cents;
  openPrincipalCents: Cents;
  /** Of requests that wait for funding. */
  reservedPrincipalCents: Cents;
};

/** What is left to take. Nothing is, once the line is defaulted or closed, and never less than nothing. */
export function availableLimit({ loanStatus, limitCents, openPrincipalCents, reservedPrincipalCents }: LineUse): Cents {
  if (loanStatus === "DEFAULTED" || loanStatus === "CLOSED") return noCents;
  return most(noCents, subtract(limitCents, add(openPrincipalCents, reservedPrincipalCents)));
}
