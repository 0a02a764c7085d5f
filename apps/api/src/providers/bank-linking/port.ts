import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

export type LinkRequest = {
  businessId: string;
  /** The program for which the person links the bank. The vendor's pages name it. */
  programName: string;
  language: "en" | "es";
  /** The access token of a linked bank that is repaired or changed. Null links another bank. */
  update: Secret | null;
  /** Where a bank with its own sign-in page sends the person back to. Null where our page cannot be left. */
  returnUrl: string | null;
  /**
   * Where frames or pop-ups are blocked, the link takes place on a page of the vendor, which sends the person here at the end. Null opens
   * it as a dialog in our page.
   */
  hostedReturnUrl: string | null;
};

export type StartedLink = {
  /** Opens the dialog, and identifies a hosted link afterwards. */
  linkToken: string;
  /** The vendor's script, which renders the dialog in our page. */
  scriptUrl: string;
  hostedUrl: string | null;
  expiresAt: Date;
};

/** The server reads the outcome of a hosted link from the vendor. Parameters in the return URL are not trusted. */
export type HostedOutcome = { ending: "OPEN" } | { ending: "LEFT" } | { ending: "LINKED"; publicTokens: string[] };

export type Institution = { id: string; name: string };

export type LinkedAccount = {
  id: string;
  name: string;
  officialName: string | null;
  /**
   * The last characters of the account number as the bank shows it. For a tokenized account they differ from those of the number we get.
   */
  mask: string | null;
  type: "DEPOSITORY" | "CREDIT" | "LOAN" | "INVESTMENT" | "OTHER";
  /** The bank's own subtype, for instance `checking`, `savings`, `money market`. */
  subtype: string | null;
  isChecking: boolean;
  /** Whose it is; null when the bank does not say. */
  holder: "BUSINESS" | "PERSONAL" | null;
};

/** The result of a finished link. It is saved before any other call, because the token that it was exchanged for is used up. */
export type LinkedItem = {
  itemId: string;
  /** The access token of this link. Its holder can read the bank's data. */
  access: Secret;
};

export type AccountNumbers = {
  accountId: string;
  accountNumber: Secret;
  routingNumber: Secret;
  /** The number was created for us and ends with the link. */
  isTokenized: boolean;
};

export type BankTransaction = {
  id: string;
  accountId: string;
  /** Positive when money came in, negative when it went out. */
  amountCents: Cents;
  /** The day it was posted, or made if it is still pending. */
  postedOn: BusinessDate;
  isPending: boolean;
  /** The pending transaction that this one settles. */
  settlesId: string | null;
  description: string;
  merchantName: string | null;
  /** The vendor's most detailed category. */
  category: string | null;
};

export type TransactionUpdates = {
  /** `NOT_READY` has nothing yet; `RECENT` has about a month; `COMPLETE` has all that was requested. */
  history: "NOT_READY" | "RECENT" | "COMPLETE";
  added: BankTransaction[];
  changed: BankTransaction[];
  removedIds: string[];
  /** Saved, and passed to the next call. */
  cursor: string;
};

export type AccountBalance = {
  accountId: string;
  /** The current balance. Null when the bank does not say. */
  currentCents: Cents | null;
  /** The balance that can be withdrawn now, which leaves out pending amounts. Null when the bank does not say. */
  availableCents: Cents | null;
  /** When the bank last updated the balance. For a real-time balance it is the time of the request. */
  asOf: Date;
};

/** Why a bank has to be linked again, in the terms of the bank item's lifecycle. */
export type LinkLoss = "LOGIN_REQUIRED" | "CONSENT_EXPIRING" | "ACCESS_REVOKED";

export type ItemHealth = {
  itemId: string;
  /** Null when the vendor cannot say which bank it is. */
  institution: Institution | null;
  state: "GOOD" | "UNAVAILABLE" | "INSTITUTION_BLOCKED" | LinkLoss;
  consentEndsAt: Date | null;
};

export type BankWebhook = {
  /** The same for every delivery of the same webhook. A newly signed webhook has another id. */
  id: string;
  /**
   * A hint that something happened. The current state is read with `health` and `transactionsSince`, so handling a webhook twice is
   * harmless.
   */
  what:
    | { kind: LinkLoss | "RECONNECTED" | "INSTITUTION_BLOCKED" | "ACCOUNTS_ADDED"; itemId: string }
    | { kind: "ACCOUNT_REVOKED"; itemId: string; accountId: string }
    | { kind: "TRANSACTIONS_ARRIVED"; itemId: string; historyComplete: boolean }
    | { kind: "HOSTED_LINK_ENDED"; linkToken: string }
    /** Nothing that we handle. */
    | { kind: "OTHER" };
};

/** A person has to link the bank again: a token is used up, a login has changed, or a consent has ended. */
export class RelinkNeeded extends Error {
  readonly loss: LinkLoss;
  constructor(loss: LinkLoss, options?: ErrorOptions) {
    super(`the bank has to be linked again: ${loss}`, options);
    this.loss = loss;
  }
}

/** The vendor or the bank does not answer now. The same call may succeed later. */
export class BankUnavailable extends VendorUnavailable {}

/** The bank, or the vendor on its behalf, refuses the access, and a retry will not change that. */
export class BankRefused extends Error {}

/** Reads a business's bank data with its owner's consent. Any error other than those above is a bug. */
export type BankLinking = {
  startLink(request: LinkRequest): Promise<StartedLink>;
  hostedOutcome(linkToken: string): Promise<HostedOutcome>;
  finishLink(publicToken: string): Promise<LinkedItem>;
  accounts(access: Secret): Promise<LinkedAccount[]>;
  /** The numbers of the accounts that support transfers. Other accounts are left out. */
  accountNumbers(access: Secret): Promise<AccountNumbers[]>;
  /** Everything new since the cursor; null starts at the beginning. Returns everything or nothing. */
  transactionsSince(access: Secret, cursor: string | null): Promise<TransactionUpdates>;
  /** Queries the bank itself. `now` dates a real-time balance. Some banks return an earlier balance. */
  balances(access: Secret, now: Date): Promise<AccountBalance[]>;
  health(access: Secret): Promise<ItemHealth>;
  /** Ends the link for good. A link that has already ended is no error. */
  remove(access: Secret): Promise<void>;
  /** Rejects with WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): Promise<BankWebhook>;
  /** Sandbox only: completes the dialog on a person's behalf and links a bank. Returns the public token. */
  simulateLink(businessId: string): Promise<string>;
  /** Sandbox only: completes the dialog on a person's behalf and repairs this link. */
  simulateRepair(access: Secret): Promise<void>;
};
