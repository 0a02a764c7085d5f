import { addDays, type BusinessDate } from "../../calendar/business-date.ts";
import type { LoanStatus } from "../../mechanics/issued-product.ts";
import { type Cents, cents } from "../../money/cents.ts";

export type CreditLine = {
  loanStatus: LoanStatus;
  /** Staff has stopped new draws. */
  isSuspended: boolean;
  hasDefaultedDraw: boolean;
  maturesOn: BusinessDate;
  availableCents: Cents;
  /** The day on which the repayment bank was disconnected; null while it is connected. */
  bankDisconnectedOn: BusinessDate | null;
};

/** Why nothing can be drawn, whatever the amount. */
export const lineRefusals = [
  "PRODUCT_NOT_CURRENT",
  "LINE_SUSPENDED",
  "LINE_MATURED",
  "NO_AVAILABLE_BALANCE",
  "BANK_CONNECTION_BROKEN",
] as const;
type LineRefusal = (typeof lineRefusals)[number];
export type DrawRefusal = LineRefusal | "AMOUNT_TOO_SMALL" | "OVER_AVAILABLE_BALANCE";

export const leastDrawCents = 100;
export const disconnectionGraceDays = 7;

/** The largest draw is the available limit, rounded down to whole dollars. */
export const mostDrawable = (line: CreditLine): Cents => cents(Math.floor(line.availableCents / 100) * 100);

/** Why no draw is possible at all, before an amount is chosen. */
export function whyNotDrawAtAll(line: CreditLine, today: BusinessDate): LineRefusal | null {
  if (line.loanStatus !== "CURRENT" || line.hasDefaultedDraw) return "PRODUCT_NOT_CURRENT";
  if (line.isSuspended) return "LINE_SUSPENDED";
  if (today >= line.maturesOn) return "LINE_MATURED";
  if (mostDrawable(line) === 0) return "NO_AVAILABLE_BALANCE";
  if (line.bankDisconnectedOn !== null && addDays(line.bankDisconnectedOn, disconnectionGraceDays) < today)
    return "BANK_CONNECTION_BROKEN";
  return null;
}

export function whyNotDraw(line: CreditLine, amountCents: Cents, today: BusinessDate): DrawRefusal | null {
  const refusal = whyNotDrawAtAll(line, today);
  if (refusal !== null) return refusal;
  if (amountCents < leastDrawCents) return "AMOUNT_TOO_SMALL";
  return amountCents > mostDrawable(line) ? "OVER_AVAILABLE_BALANCE" : null;
}
