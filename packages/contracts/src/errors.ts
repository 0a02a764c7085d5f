import type { FieldError } from "./field-codes.ts";

export const nextActionKinds = [
  "FIX_REQUEST",
  "RETRY",
  "RETRY_LATER",
  "WAIT_FOR_EVENT",
  "ASK_BORROWER",
  "OPEN_EMBED",
  "CONTACT_US",
  "NONE",
] as const;
export type NextActionKind = (typeof nextActionKinds)[number];

type NextAction = { kind: NextActionKind; message: string; ref?: string };

export type RefusalEntry = {
  status: number;
  /** The message shown to people. `{name}` is filled from the refusal's context. */
  message: string;
  /** The CamelCase name that clients recognize, if there is one. */
  errorCode?: string;
  /** The portal's UPPER_SNAKE code, if it is not derived from errorCode. */
  portalCode?: string;
  /** The portal's message, if it differs from the partner's. */
  portalMessage?: string;
  /** The partner's code, if several refusals share one code in the partner API. */
  partnerCode?: string;
  next: NextAction;
};

const fix = (message: string): NextAction => ({ kind: "FIX_REQUEST", message });
const checkId = fix("Check the id and the environment.");
const fixRequest = fix("Correct the request and send it again.");
const serverKey = fix("Call from your server with a key that may do this.");
const newKey = fix("Send the request with a new Idempotency-Key.");
const sendOneReference = fix("Send exactly one of the two ids.");
const contactUs: NextAction = { kind: "CONTACT_US", message: "Contact us." };
const retry: NextAction = { kind: "RETRY", message: "Send the same request again after a second." };
const retrySameKey: NextAction = {
  kind: "RETRY_LATER",
  message: "Send the same request again later, with the same Idempotency-Key.",
};
const openBankAccounts: NextAction = {
  kind: "OPEN_EMBED",
  message: "Let the owner choose the account.",
  ref: "bank_accounts",
};
const waitForLimit: NextAction = {
  kind: "WAIT_FOR_EVENT",
  message: "Try again after issued_product.limit_changed.",
  ref: "issued_product.limit_changed",
};

const unreadable = "The request could not be read: {what}.";
const wrongUse = "This key may not be used this way.";
const doingItNow = "The same thing is being done right now.";
const madeEarlier = "This key made {objectId} earlier.";
const clockRefused = "The test clock refused: {why}.";
const apology =
  "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience." as const;

/** Every refusal, for all audiences. The key is the refusal's code and never changes. */
export const refusals = {
  // Malformed requests.
  VALIDATION_FAILED: { status: 400, message: "Some fields need attention.", next: fix("Correct the fields listed.") },
  MALFORMED_JSON: { status: 400, message: unreadable, next: fixRequest },
  INVALID_ID: { status: 400, message: unreadable, next: fixRequest },
  UNKNOWN_PARAMETER: { status: 400, message: unreadable, next: fixRequest },
  INVALID_CURSOR: { status: 400, message: unreadable, next: fix("Start again without a cursor.") },
  CURSOR_MISMATCH: { status: 400, message: unreadable, next: fix("Keep the filters that the cursor was made with.") },
  UNKNOWN_VERSION: { status: 400, message: unreadable, next: fix("Send a version that exists, or none.") },
  REFERENCE_REQUIRED: {
    status: 400,
    message: "Either platformBusinessId or businessId must be provided as a string.",
    next: sendOneReference,
  },
  REFERENCE_AMBIGUOUS: { status: 400, message: "Send our id or yours, not both.", next: sendOneReference },
  SENSITIVE_VALUE: {
    status: 400,
    message: "metadata must not hold personal or account numbers.",
    next: fix("Remove the value."),
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: "Every POST needs an Idempotency-Key.",
    next: fix("Add the Idempotency-Key header."),
  },
  INVALID_INVOICE_DUE_DATE: {
    status: 400,
    message: "The due date is outside the allowed range.",
    errorCode: "InvalidInvoiceDueDateException",
    next: fix("Send a due date from context.earliestDate on."),
  },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not answer that method.", next: fixRequest },
  TOO_LARGE: { status: 413, message: "The request is too large.", next: fixRequest },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send application/json.", next: fixRequest },
  IF_MATCH_REQUIRED: {
    status: 428,
    message: "Send If-Match with the version you read.",
    next: fix("Add the If-Match header."),
  },
  VERSION_MISMATCH: { status: 412, message: "It changed since you looked.", next: fix("Read it again.") },

  // Idempotency and concurrency.
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: doingItNow, next: retry },
  BUSY: { status: 409, message: doingItNow, next: retry },
  IDEMPOTENCY_KEY_SPENT: { status: 409, message: madeEarlier, next: newKey },
  SECRET_NOT_REPLAYABLE: { status: 409, message: madeEarlier, next: newKey },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: "This key was used for a different request.", next: newKey },

  // Partner API keys.
  UNAUTHENTICATED: { status: 401, message: "This key is not valid here.", next: fix("Check the key and the host.") },
  WRONG_ENVIRONMENT: { status: 401, message: "This key is not valid here.", next: fix("Use context.baseUrl.") },
  SCOPE_MISSING: { status: 403, message: "This key lacks {scope}.", next: fix("Widen the key, or use another.") },
  PUBLISHABLE_KEY_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  BROWSER_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  IP_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  BUSINESS_NOT_IN_KEY: { status: 403, message: wrongUse, next: serverKey },

  // Sessions, sign-in and invitations.
  NOT_SIGNED_IN: { status: 401, message: "Please sign in again.", next: fix("Open a new session.") },
  INVALID_SESSION_TOKEN: {
    status: 401,
    message: "The provided session token is invalid.",
    errorCode: "InvalidSessionTokenException",
    next: fix("Ask for a new session token."),
  },
  CONNECT_TOKEN_INVALID: {
    status: 401,
    message: "This connect token was used before or has expired.",
    next: fix("Make a new connect token; each works once."),
  },
  INVITATION_INVALID: {
    status: 401,
    message:
      "This invitation no longer works. If you have used it before, sign in with your email; otherwise ask for a new one.",
    next: fix("Sign in, or ask whoever invited you for a new invitation."),
  },
  INVITED_TOO_OFTEN: {
    status: 429,
    message: "This person was invited several times today. Please try again tomorrow.",
    next: { kind: "RETRY_LATER", message: "Try again tomorrow." },
  },
  NOT_ALLOWED: {
    status: 403,
    message: "You do not have access to do that.",
    next: { kind: "ASK_BORROWER", message: "Ask someone at the business who may do it." },
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: "This page is not one that the platform has listed.",
    next: fix("List the exact origin in the platform's settings."),
  },
  SIGN_OUT_BY_POST: {
    status: 405,
    message: "Sign out with POST, so that no link or picture can end a session.",
    next: fix("Send the same request with POST."),
  },
  DIRECT_USER_EMAIL_NOT_UNIQUE: {
    status: 409,
    message: "Several users share this email, so it cannot be used to sign in here.",
    errorCode: "DirectUserEmailNotUniqueException",
    next: contactUs,
  },
  OPEN_ENROLLMENT_DISABLED: {
    status: 403,
    message: "This program is open by invitation only.",
    errorCode: "OpenEnrollmentDisabledException",
    next: contactUs,
  },
  INVALID_OTP_CODE: {
    status: 400,
    message: "That code is not right or has expired.",
    errorCode: "InvalidOTPCodeException",
    next: fix("Enter the newest code, or ask for another."),
  },
  TOO_MANY_OTP_ATTEMPTS: {
    status: 429,
    message: "Too many attempts. Please ask for a new code later.",
    errorCode: "TooManyOTPAttemptsException",
    next: { kind: "RETRY_LATER", message: "Ask for a new code later." },
  },

  // Missing and duplicate objects.
  NOT_FOUND: {
    status: 404,
    message: "No such {object}.",
    portalMessage: "We could not find that.",
    next: checkId,
  },
  BUSINESS_NOT_FOUND: {
    status: 404,
    message: "No such business.",
    errorCode: "BusinessNotFoundException",
    partnerCode: "NOT_FOUND",
    next: checkId,
  },
  USER_NOT_FOUND: {
    status: 404,
    message: "No such user.",
    errorCode: "UserDoesNotExistException",
    partnerCode: "NOT_FOUND",
    next: checkId,
  },
  CUSTOM_INITIALIZATION_NOT_FOUND: {
    status: 404,
    message: "No Custom Initialization was found with name {name}",
    next: fix("Use the name of an existing theme."),
  },
  ALREADY_EXISTS: {
    status: 409,
    message: "A {object} with this platform id exists.",
    next: fix("Use context.objectId, or another platform id."),
  },
  USER_EMAIL_ALREADY_EXISTS: {
    status: 409,
    message: "A user already exists with this email. Please try using another email.",
    errorCode: "UserEmailAlreadyExistException",
    next: fix("Send another email."),
  },
  BUSINESS_NAME_ALREADY_EXISTS: {
    status: 409,
    message: "A business with this name already exists.",
    errorCode: "BusinessNameAlreadyExistsException",
    portalCode: "BUSINESS_NAME_ALREADY_EXIST_EXCEPTION",
    portalMessage: "This business already exists. Please continue with a new business.",
    next: fix("Send another name."),
  },
  CO_OWNERS_FULL: {
    status: 409,
    message: "You have reached the maximum of {n} owners.",
    next: fix("Remove an owner first."),
  },
  CO_OWNER_HAS_BEGUN: {
    status: 409,
    message: "This owner has already started, so their details can no longer be changed here.",
    next: contactUs,
  },
  CO_OWNER_REQUIRED: {
    status: 409,
    message: "Please add at least one other owner.",
    next: fix("Name a co-owner first."),
  },
  PRIMARY_OWNER_TAKEN: {
    status: 409,
    message: "This business already has a primary owner.",
    next: fix("Choose another role."),
  },
  PLATFORM_INVOICE_ID_TAKEN: {
    status: 409,
    message: "This platformInvoiceId was already used.",
    errorCode: "PlatformInvoiceIdAlreadyExistsForAnotherIssuedProductException",
    next: fix("Use context.objectId, or another platformInvoiceId."),
  },

  // Wrong state.
  STEP_NOT_CURRENT: {
    status: 409,
    message: "This step is no longer open.",
    errorCode: "StepNotCurrentException",
    next: fix("Read the workflow again."),
  },
  CONSENT_TEXT_CHANGED: {
    status: 409,
    message: "These terms have changed since you opened this page. Please read them again.",
    next: fix("Read the step again and show its texts."),
  },
  WRONG_STATE: {
    status: 409,
    message: "This is {status}; the action needs {allowedFrom}.",
    next: fix("Read it again."),
  },
  FILE_NOT_ACCEPTED: {
    status: 422,
    message: "This file cannot be taken: {reason}.",
    portalMessage: "This file cannot be taken. Please choose another one.",
    next: fix("Send a file of a type and size that is taken here."),
  },
  DOCUMENT_NOT_UPLOADED: {
    status: 409,
    message: "The file has not arrived yet.",
    next: fix("Put the file to its upload address first."),
  },
  DOCUMENT_NOT_READY: {
    status: 409,
    message: "We are still checking this file. Please try again in a moment.",
    next: { kind: "RETRY_LATER", message: "Ask again when the document is READY." },
  },
  DOCUMENT_REJECTED: {
    status: 409,
    message: "We could not accept this file. Please upload it again or choose another one.",
    next: fix("Send another file."),
  },
  PRODUCT_NOT_ENABLED: { status: 403, message: "Your programme does not include this.", next: contactUs },
  FEATURE_NOT_ENABLED: { status: 403, message: "Your programme does not include this.", next: contactUs },
  NO_INVOICE_FINANCING_PRODUCT: {
    status: 409,
    message: "This needs Invoice Financing.",
    errorCode: "BusinessHasNoInvoiceFinancingProductException",
    partnerCode: "WRONG_PRODUCT",
    next: fix("Choose a business that has the product."),
  },
  NO_ACCOUNTS_PAYABLE_FINANCING_PRODUCT: {
    status: 409,
    message: "This needs Accounts Payable Financing.",
    errorCode: "BusinessHasNoAccountsPayableFinancingProductException",
    partnerCode: "WRONG_PRODUCT",
    next: fix("Choose a business that has the product."),
  },
  NO_AVAILABLE_BALANCE: {
    status: 409,
    message: "Your remaining limit is $0.",
    errorCode: "IssuedProductNoAvailableBalanceException",
    portalMessage: "Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.",
    next: waitForLimit,
  },
  OVER_AVAILABLE_BALANCE: {
    status: 409,
    message: "Amount cannot exceed remaining limit.",
    portalMessage: "Amount cannot exceed remaining limit",
    next: waitForLimit,
  },
  PARTIAL_FINANCE_REFUSED: {
    status: 409,
    message: "This bill must be financed in full and exceeds the limit.",
    errorCode: "IssuedProductPartialFinanceException",
    portalMessage:
      "You do not have any remaining available credit limit. Your limit will refresh as you pay outstanding invoices. Please check back soon.",
    next: fix("Send a smaller bill."),
  },
  OFFER_ALREADY_ACCEPTED: {
    status: 409,
    message: "This offer can no longer be changed.",
    errorCode: "BusinessAlreadyAcceptedOfferException",
    next: fix("Read the offers again."),
  },

  // Bank accounts.
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
  CHECKING_ACCOUNT_REQUIRED: {
    status: 409,
    message: "Please connect one or more checking accounts.",
    errorCode: "PlaidRequiredCheckingAccountException",
    next: openBankAccounts,
  },

  // Accounting data and tax returns.
  ACCOUNTING_NOT_LINKED: {
    status: 409,
    message: "Please connect your accounting software, invite your accountant or upload your tax returns.",
    next: fix("Connect the books first, or send an accountant or files."),
  },
  ACCOUNTING_UNAVAILABLE: {
    status: 503,
    message: "Your accounting software does not answer right now. Please try again in a few minutes.",
    next: { kind: "RETRY_LATER", message: "Try again in a few minutes." },
  },
  ACCOUNTANT_LINK_INVALID: {
    status: 401,
    message: "This link was used before or has expired.",
    next: fix("Ask for a new link; each works once."),
  },

  // Staff approvals.
  SECOND_PERSON_NEEDED: {
    status: 403,
    message: "Somebody else must decide what you asked for.",
    next: { kind: "NONE", message: "Ask a colleague who may." },
  },
  REQUEST_PENDING: {
    status: 409,
    message: "The same thing was asked for and waits for a second person.",
    next: fix("Decide the request that waits."),
  },

  // The sandbox test clock.
  CLOCK_RUNNING: {
    status: 409,
    message: clockRefused,
    next: { kind: "WAIT_FOR_EVENT", message: "Try again after clock.advanced.", ref: "clock.advanced" },
  },
  CLOCK_BACKWARDS: { status: 409, message: clockRefused, next: fix("Send a time after context.now.") },
  CLOCK_TOO_FAR: { status: 409, message: clockRefused, next: fix("Send a time up to context.latest.") },

  // Retries of failed debits.
  NOT_RETRIABLE: { status: 409, message: "This payment cannot be tried again.", next: contactUs },
  NEW_ACCOUNT_NEEDED: { status: 409, message: "This payment needs another bank account.", next: openBankAccounts },
  CAUSE_NOT_CORRECTED: { status: 409, message: "What stopped this payment is not put right yet.", next: fixRequest },
  RETRY_LIMIT_REACHED: { status: 409, message: "This payment was tried as often as is allowed.", next: contactUs },
  RETRY_WINDOW_OVER: { status: 409, message: "It is too late to try this payment again.", next: contactUs },
  RETRY_TOO_SOON: { status: 409, message: "It is too soon to try this payment again.", next: retry },

  // Rate limits and internal errors.
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests of class {class}.",
    portalMessage: "Too many requests. Please wait a moment and try again.",
    next: { kind: "RETRY_LATER", message: "Wait for the seconds that Retry-After says." },
  },
  INTERNAL: { status: 500, message: apology, next: retrySameKey },
  UNAVAILABLE: { status: 503, message: apology, next: retrySameKey },
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof refusals;
export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

type Placeholders<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Needed<Code extends RefusalCode> = Placeholders<(typeof refusals)[Code]["message"]>;

type ContextValue = string | number | boolean | null | readonly string[];
export type RefusalContext = Readonly<Record<string, ContextValue>>;
type Details = { fields?: readonly FieldError[]; context?: RefusalContext };
type DetailsFor<Code extends RefusalCode> = [Needed<Code>] extends [never]
  ? [details?: Details]
  : [details: Details & { context: Record<Needed<Code>, ContextValue> }];

/** An expected error. Any other thrown error is a defect and is answered as INTERNAL. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly fields: readonly FieldError[];
  readonly context: RefusalContext;

  constructor(code: Code, ...[details]: DetailsFor<Code>) {
    const context = details?.context ?? {};
    super(fill(refusals[code].message, context));
    this.code = code;
    this.fields = details?.fields ?? [];
    this.context = context;
  }
}

/** Replaces the placeholders of a message with the context's values. */
export const fill = (sentence: string, context: RefusalContext): string =>
  sentence.replace(/\{(\w+)\}/g, (asWritten, name: string) => {
    const value = context[name];
    return value === undefined || value === null ? asWritten : Array.isArray(value) ? value.join(", ") : String(value);
  });

const upperSnake = (camelCase: string): string =>
  camelCase
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toUpperCase();

export const words = (code: string): string[] => code.toLowerCase().split("_");
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

export function portalCodeOf(code: RefusalCode): string {
  const entry: RefusalEntry = refusals[code];
  return entry.portalCode ?? (entry.errorCode === undefined ? code : upperSnake(entry.errorCode));
}

/** The error body that the portal receives. */
export function portalBody(
  code: RefusalCode,
  requestId: string,
  fields: readonly FieldError[] = [],
  context: RefusalContext = {},
) {
  const entry: RefusalEntry = refusals[code];
  return {
    errorCode: entry.errorCode ?? `${words(code).map(capital).join("")}Exception`,
    code: portalCodeOf(code),
    message: fill(entry.portalMessage ?? entry.message, context),
    requestId,
    ...(fields.length > 0 && {
      fields: fields.map(({ pointer, code: fieldCode, message }) => ({ pointer, code: fieldCode, message })),
    }),
  };
}

export type PortalErrorBody = ReturnType<typeof portalBody>;
