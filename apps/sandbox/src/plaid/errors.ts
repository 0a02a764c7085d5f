import { randomUUID } from "node:crypto";

type Known = { type: string; status: number; message: string; display: string | null };

const known = {
  INVALID_API_KEYS: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "invalid client_id or secret provided",
  },
  INVALID_ACCESS_TOKEN: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "could not find matching access token",
  },
  INVALID_PUBLIC_TOKEN: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "provided public token is expired, spent or unknown",
  },
  INVALID_LINK_TOKEN: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "invalid link_token provided",
  },
  INVALID_INSTITUTION: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "invalid institution_id provided",
  },
  INVALID_FIELD: { type: "INVALID_REQUEST", status: 400, display: null, message: "a field has an unknown value" },
  MISSING_FIELDS: { type: "INVALID_REQUEST", status: 400, display: null, message: "required fields are missing" },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: {
    type: "INVALID_INPUT",
    status: 400,
    display: null,
    message: "invalid key_id provided",
  },
  ITEM_NOT_FOUND: {
    type: "ITEM_ERROR",
    status: 400,
    display: null,
    message: "the Item you requested cannot be found; it was removed",
  },
  ITEM_LOGIN_REQUIRED: {
    type: "ITEM_ERROR",
    status: 400,
    message: "the login details of this item have changed and a user login is required to update this information",
    display: "Your login has changed. Please link this bank again.",
  },
  USER_PERMISSION_REVOKED: {
    type: "ITEM_ERROR",
    status: 400,
    message: "the holder of this account has revoked their permission for your application to access it",
    display: null,
  },
  INVALID_CREDENTIALS: {
    type: "ITEM_ERROR",
    status: 400,
    message: "the provided credentials were not correct",
    display: "The user name or password is not right. Please try again.",
  },
  INVALID_MFA: {
    type: "ITEM_ERROR",
    status: 400,
    message: "the provided MFA response was not correct",
    display: "That code is not right. Please try again.",
  },
  ITEM_LOCKED: {
    type: "ITEM_ERROR",
    status: 400,
    message: "the account is locked",
    display: "Your bank has locked this login. Please visit your bank's website to unlock it.",
  },
  NO_ACCOUNTS: {
    type: "ITEM_ERROR",
    status: 400,
    message: "no valid accounts were found for this item",
    display: "There is no account at this bank that can be linked.",
  },
  NO_AUTH_ACCOUNTS: {
    type: "ITEM_ERROR",
    status: 400,
    display: null,
    message: "there are no valid checking or savings account(s) associated with this Item",
  },
  INSTITUTION_DOWN: {
    type: "INSTITUTION_ERROR",
    status: 400,
    message: "this institution is not currently responding to this request",
    display: "This bank cannot be reached just now. Please try again later.",
  },
  INSTITUTION_NOT_RESPONDING: {
    type: "INSTITUTION_ERROR",
    status: 400,
    message: "this institution is not currently responding to this request",
    display: "This bank is not answering just now. Please try again later.",
  },
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: {
    type: "TRANSACTIONS_ERROR",
    status: 400,
    display: null,
    message:
      "Underlying transaction data changed since last page was fetched. Please restart pagination from last update.",
  },
} as const satisfies Record<string, Known>;

export type ErrorCode = keyof typeof known;

/** An error in the vendor's format. */
export const errorBody = (code: ErrorCode) => ({
  display_message: known[code].display,
  documentation_url: "https://plaid.com/docs/errors/",
  error_code: code,
  error_message: known[code].message,
  error_type: known[code].type,
  request_id: requestId(),
  suggested_action: null,
});

export const statusOf = (code: ErrorCode): number => known[code].status;

export const requestId = (): string => randomUUID().replaceAll("-", "").slice(0, 15);

/** Thrown when a request is refused; the routes turn it into the vendor's error format. */
export class Refused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}
