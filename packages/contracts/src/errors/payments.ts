import { contactUs, fix, fixRequest, openBankAccounts, type RefusalEntry, retry } from "./entry.ts";

/** Retries of failed debits, and bank lines that staff identify. */
export const payments = {
  MORE_THAN_OWED: {
    status: 409,
    message: "The amount is more than what is owed.",
    next: fix("Send an amount up to what the ledger says is owed, less the payments under way."),
  },
  NOT_RETRIABLE: { status: 409, message: "This payment cannot be tried again.", next: contactUs },
  NEW_ACCOUNT_NEEDED: { status: 409, message: "This payment needs another bank account.", next: openBankAccounts },
  CAUSE_NOT_CORRECTED: { status: 409, message: "What stopped this payment is not put right yet.", next: fixRequest },
  RETRY_LIMIT_REACHED: { status: 409, message: "This payment was tried as often as is allowed.", next: contactUs },
  RETRY_WINDOW_OVER: { status: 409, message: "It is too late to try this payment again.", next: contactUs },
  RETRY_TOO_SOON: { status: 409, message: "It is too soon to try this payment again.", next: retry },
  BANK_LINE_DIFFERS: { status: 409, message: "This bank line is not of that kind: {differs}.", next: fixRequest },
} as const satisfies Record<string, RefusalEntry>;
