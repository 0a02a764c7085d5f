import { issuedProductLifecycle, type LoanStatus } from "../mechanics/issued-product.ts";

/** Why staff stop new draws or invoices on a line. */
export const suspensionReasons = ["RISK_REVIEW", "ACCOUNT_ISSUE", "BORROWER_REQUEST"] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];

/** Why staff give a line another limit. */
export const limitChangeReasons = ["RISK_REVIEW", "PERFORMANCE", "BORROWER_REQUEST"] as const;
export type LimitChangeReason = (typeof limitChangeReasons)[number];

/**
 * Whether the business must be sent a notice of adverse action (Regulation B): a stop or a lower limit that it has not asked for. None is due on
 * an account that is delinquent or in default.
 */
export const isLineNoticeDue = (loanStatus: LoanStatus, reason: SuspensionReason | LimitChangeReason): boolean =>
  loanStatus === "CURRENT" && reason !== "BORROWER_REQUEST";

/** The days within which that notice is sent. */
export const lineNoticeDays = 30;

/** A line that is over is neither suspended nor given another limit. */
export const isLineChangeable = (loanStatus: LoanStatus): boolean => !issuedProductLifecycle.isOver(loanStatus);
