import { add, type Cents, most, noCents, subtract, sum } from "../money/cents.ts";
import type { DrawRequestState } from "./draw-request.ts";
import type { InvoiceState } from "./invoice.ts";
import type { LoanStatus } from "./issued-product.ts";

type LineStatus = Extract<LoanStatus, "CURRENT" | "LATE" | "DEFAULTED">;

/** A line of credit has the status of its worst draw. */
export function drawLineStatus(draws: readonly { state: DrawRequestState; isLate: boolean }[]): LineStatus {
  if (draws.some((draw) => draw.state === "DEFAULTED")) return "DEFAULTED";
  return draws.some((draw) => draw.isLate) ? "LATE" : "CURRENT";
}

/** The line defaults when defaulted invoices exceed a quarter of its limit. */
const defaultingParts = 4;

/** An invoice line with fewer defaulted invoices is late, not in default. */
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
  /** The amount of requests that wait for funding. */
  reservedPrincipalCents: Cents;
};

/** The available limit. It is zero once the line is in default or closed, and never negative. */
export function availableLimit({ loanStatus, limitCents, openPrincipalCents, reservedPrincipalCents }: LineUse): Cents {
  if (loanStatus === "DEFAULTED" || loanStatus === "CLOSED") return noCents;
  return most(noCents, subtract(limitCents, add(openPrincipalCents, reservedPrincipalCents)));
}
