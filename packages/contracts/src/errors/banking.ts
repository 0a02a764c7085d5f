import { apology, contactUs, fix, openBankAccounts, type RefusalEntry } from "./entry.ts";

/** Linked banks and their accounts. */
export const banking = {
  NO_PRIMARY_ACCOUNT: {
    status: 409,
    message: "The business needs exactly one primary account.",
    errorCode: "NoPrimaryAccountException",
    next: openBankAccounts,
  },
  MULTIPLE_SERVICING_ACCOUNTS: {
    status: 409,
    message: "The business needs exactly one SERVICING account.",
    errorCode: "MultipleServicingAccountsException",
    next: openBankAccounts,
  },
  MULTIPLE_DISBURSEMENT_ACCOUNTS: {
    status: 409,
    message: "The business needs exactly one DISBURSEMENT account.",
    errorCode: "MultipleDisbursementAccountsException",
    next: openBankAccounts,
  },
  DISBURSEMENT_ACCOUNT_MISSING: {
    status: 409,
    message: "Add the disbursement account first.",
    errorCode: "CannotCreateOfferNoDisbursementAccountException",
    portalMessage:
      "A disbursement account is required prior to skipping to offers. Please create the bank account using our API, then refresh the page and try skipping to offers again.",
    next: fix("Create the account with POST /bank-accounts."),
  },
  INSTITUTION_EXCLUDED: {
    status: 409,
    message:
      "Sorry, something went wrong while the bank attempted to link with the bank-linking provider. Instead, try linking a different bank or you can upload copies of recent bank statements.",
    next: openBankAccounts,
  },
  INSTITUTION_ALREADY_LINKED: {
    status: 409,
    message:
      "It looks like you have already linked the bank. Please click the action button above if you wish to make any changes to your linked account(s).",
    next: openBankAccounts,
  },
  BANK_NOT_LINKED: { status: 409, message: "Please connect your bank account.", next: openBankAccounts },
  BANK_LINK_FAILED: { status: 409, message: apology, next: openBankAccounts },
  BANK_UNAVAILABLE: {
    status: 503,
    message: "Your bank does not answer right now. Please try again in a few minutes.",
    next: { kind: "RETRY_LATER", message: "Try again in a few minutes." },
  },
  ACH_AUTHORIZATION_REQUIRED: {
    status: 409,
    message: "Please authorize payments from your linked accounts.",
    next: openBankAccounts,
  },
  ACCOUNT_STOPPED: {
    status: 409,
    message: "An owner has stopped this account. Please choose another one, or contact us.",
    next: openBankAccounts,
  },
  ACCOUNT_BLOCKED: {
    status: 409,
    message: "This account cannot be used for payments. Please choose another one, or contact us.",
    next: openBankAccounts,
  },
  ACCOUNT_REMOVED: {
    status: 409,
    message: "This account is no longer shared with us. Please choose another one, or link your bank again.",
    next: openBankAccounts,
  },
  ACCOUNT_CHANGE_LINK_INVALID: {
    status: 404,
    message: "This link no longer works. If somebody changed an account without you, contact us at once.",
    next: contactUs,
  },
  PAYEE_ACCOUNT_IS_OWN: {
    status: 409,
    message: "This account belongs to the business itself. Please give an account of whoever is to be paid.",
    next: fix("Give an account of the payee or creditor."),
  },
  PLATFORM_ACCOUNT_MISSING: {
    status: 409,
    message: "The platform has no bank account that is verified and, for a debit, authorized.",
    next: fix("Save the platform's bank account with its signed agreement, and have it verified."),
  },
  MICRO_ENTRIES_NOT_SETTLED: {
    status: 409,
    message: "The two amounts are not in your account yet. Please try again when you see them on your statement.",
    next: { kind: "RETRY_LATER", message: "Try again when the credits are in the account." },
  },
  MICRO_ENTRY_AMOUNTS_WRONG: {
    status: 409,
    message: "These are not the two amounts that we sent. Tries left: {triesLeft}.",
    next: fix("Send the two amounts as the account's statement shows them."),
  },
  MICRO_ENTRY_VERIFICATION_OVER: {
    status: 409,
    message: "The amounts can no longer be confirmed. Please enter the account again, or contact us.",
    next: openBankAccounts,
  },
  MICRO_ENTRIES_SENT_TOO_OFTEN: {
    status: 409,
    message: "We have sent amounts three times in 30 days. Please link your bank instead, or contact us.",
    next: openBankAccounts,
  },
  CHECKING_ACCOUNT_REQUIRED: {
    status: 409,
    message: "Please connect one or more checking accounts.",
    errorCode: "PlaidRequiredCheckingAccountException",
    next: openBankAccounts,
  },
} as const satisfies Record<string, RefusalEntry>;
