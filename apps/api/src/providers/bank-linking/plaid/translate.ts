import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type {
  AccountBase,
  AuthGetResponse,
  Transaction as BookedTransaction,
  ItemGetResponse,
  LinkTokenGetResponse,
  PlaidError,
  TransactionsSyncResponse,
} from "plaid";
import {
  type AccountBalance,
  type AccountNumbers,
  BankRefused,
  type BankTransaction,
  BankUnavailable,
  type HostedOutcome,
  type ItemHealth,
  type LinkedAccount,
  type LinkLoss,
  RelinkNeeded,
  type TransactionUpdates,
} from "../port.ts";

/** The vendor sends dollars with two decimals. */
const inCents = (dollars: number): Cents => cents(Math.round(dollars * 100));
const centsOrNull = (dollars: number | null): Cents | null => (dollars === null ? null : inCents(dollars));

/** An amount in another currency read as dollars would be wrong, so such accounts and transactions are left out. */
const isInDollars = ({ iso_currency_code: code }: { iso_currency_code: string | null }) => code === "USD";

const accountTypes: Record<string, LinkedAccount["type"]> = {
  depository: "DEPOSITORY",
  credit: "CREDIT",
  loan: "LOAN",
  investment: "INVESTMENT",
  brokerage: "INVESTMENT",
};

export const accountsFrom = (accounts: readonly AccountBase[]): LinkedAccount[] =>
  accounts
    .filter(({ balances }) => isInDollars(balances))
    .map(({ account_id, name, official_name, mask, type, subtype, holder_category: holder }) => ({
      id: account_id,
      name,
      officialName: official_name,
      mask,
      type: accountTypes[type] ?? "OTHER",
      subtype,
      isChecking: type === "depository" && subtype === "checking",
      holder: holder === "business" ? "BUSINESS" : holder === "personal" ? "PERSONAL" : null,
    }));

export const numbersFrom = ({ numbers }: Pick<AuthGetResponse, "numbers">): AccountNumbers[] =>
  numbers.ach.map(({ account_id, account, routing, is_tokenized_account_number: isTokenized = false }) => ({
    accountId: account_id,
    accountNumber: new Secret(account),
    routingNumber: new Secret(routing),
    isTokenized,
  }));

export const balancesFrom = (accounts: readonly AccountBase[], now: Date): AccountBalance[] =>
  accounts
    .filter(({ balances }) => isInDollars(balances))
    .map(({ account_id, balances }) => ({
      accountId: account_id,
      currentCents: centsOrNull(balances.current),
      availableCents: centsOrNull(balances.available),
      asOf: balances.last_updated_datetime ? new Date(balances.last_updated_datetime) : now,
    }));

/** For the vendor, money that leaves the account is positive; for us it is negative. */
export const transactionFrom = (booked: BookedTransaction): BankTransaction => ({
  id: booked.transaction_id,
  accountId: booked.account_id,
  amountCents: inCents(-booked.amount),
  postedOn: businessDate(booked.date),
  isPending: booked.pending,
  settlesId: booked.pending_transaction_id,
  description: booked.original_description ?? booked.name,
  merchantName: booked.merchant_name ?? null,
  category: booked.personal_finance_category?.detailed ?? null,
});

const histories: Record<string, TransactionUpdates["history"]> = {
  NOT_READY: "NOT_READY",
  INITIAL_UPDATE_COMPLETE: "RECENT",
  HISTORICAL_UPDATE_COMPLETE: "COMPLETE",
};

/** The pages of one update, joined. */
export function transactionUpdatesFrom(
  pages: readonly Pick<
    TransactionsSyncResponse,
    "transactions_update_status" | "added" | "modified" | "removed" | "next_cursor"
  >[],
): TransactionUpdates {
  const last = pages.at(-1);
  return {
    history: histories[last?.transactions_update_status ?? ""] ?? "NOT_READY",
    added: pages.flatMap(({ added }) => added.filter(isInDollars).map(transactionFrom)),
    changed: pages.flatMap(({ modified }) => modified.filter(isInDollars).map(transactionFrom)),
    removedIds: pages.flatMap(({ removed }) => removed.map((one) => one.transaction_id)),
    cursor: last?.next_cursor ?? "",
  };
}

export function healthFrom({ item }: Pick<ItemGetResponse, "item">): ItemHealth {
  const { item_id, institution_id: id, institution_name: name, error, consent_expiration_time: endsAt } = item;
  return {
    itemId: item_id,
    institution: id ? { id, name: name ?? id } : null,
    state: error ? stateFrom(error) : "GOOD",
    consentEndsAt: endsAt ? new Date(endsAt) : null,
  };
}

export function hostedOutcomeFrom({ link_sessions: sessions = [] }: LinkTokenGetResponse): HostedOutcome {
  const publicTokens = sessions.flatMap(
    ({ results }) => results?.item_add_results.map((one) => one.public_token) ?? [],
  );
  if (publicTokens.length > 0) return { ending: "LINKED", publicTokens };
  return { ending: sessions.some(({ finished_at: at }) => at) ? "LEFT" : "OPEN" };
}

const losses: Record<string, LinkLoss> = {
  ITEM_LOGIN_REQUIRED: "LOGIN_REQUIRED",
  INVALID_CREDENTIALS: "LOGIN_REQUIRED",
  INVALID_MFA: "LOGIN_REQUIRED",
  INSUFFICIENT_CREDENTIALS: "LOGIN_REQUIRED",
  ITEM_LOCKED: "LOGIN_REQUIRED",
  USER_SETUP_REQUIRED: "LOGIN_REQUIRED",
  // Used, expired or invalid: only a new link gives a new token.
  INVALID_PUBLIC_TOKEN: "LOGIN_REQUIRED",
  PENDING_EXPIRATION: "CONSENT_EXPIRING",
  PENDING_DISCONNECT: "CONSENT_EXPIRING",
  USER_PERMISSION_REVOKED: "ACCESS_REVOKED",
  ACCESS_NOT_GRANTED: "ACCESS_REVOKED",
  ITEM_NOT_FOUND: "ACCESS_REVOKED",
};

const refusals = new Set([
  "INSTITUTION_NO_LONGER_SUPPORTED",
  "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT",
  "INSTITUTION_REGISTRATION_REQUIRED",
  "UNAUTHORIZED_INSTITUTION",
  "ITEM_NOT_SUPPORTED",
  "PRODUCTS_NOT_SUPPORTED",
]);

const passing = new Set(["INSTITUTION_ERROR", "RATE_LIMIT_EXCEEDED", "API_ERROR"]);
const passingCodes = new Set(["PRODUCT_NOT_READY", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"]);

type VendorError = Pick<PlaidError, "error_code" | "error_type">;

/** What a vendor error says about a link. An unknown error leaves the link as it is. */
export const stateFrom = ({ error_code }: VendorError): LinkLoss | "INSTITUTION_BLOCKED" | "UNAVAILABLE" =>
  losses[error_code] ?? (refusals.has(error_code) ? "INSTITUTION_BLOCKED" : "UNAVAILABLE");

/** An error response of the vendor. Its message may quote the request, so only the code is kept. */
export class PlaidAnswer extends Error {
  readonly code: string;
  constructor(status: number | null, code: string) {
    super(`answered ${status ?? "nothing"} ${code}`.trimEnd());
    this.code = code;
  }
}

export const isAnswer = (error: unknown, code: string): boolean => {
  if (error instanceof PlaidAnswer) return error.code === code;
  return error instanceof Error && isAnswer(error.cause, code);
};

/** Translates an error response. An error that is neither the bank's nor temporary is a bug. */
export function failureFrom(status: number | null, body: unknown): Error {
  const { error_type: type = "", error_code: code = "" } = (body ?? {}) as Partial<Record<string, string>>;
  const cause = new PlaidAnswer(status, code);
  const loss = losses[code];
  if (loss) return new RelinkNeeded(loss, { cause });
  if (refusals.has(code)) return new BankRefused("the bank refuses access", { cause });
  const isPassing = status === null || status >= 500 || status === 429;
  if (isPassing || passing.has(type) || passingCodes.has(code))
    return new BankUnavailable("the bank is unavailable", { cause });
  return cause;
}
