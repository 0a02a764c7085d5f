import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { WebhookRequest } from "../webhook.ts";

export type LinkRequest = {
  businessId: string;
  language: "en" | "es";
  /** The key of a linked bank that is to be repaired or changed; null links another one. */
  update: Secret | null;
  /** Where a bank that signs people in on its own page sends them back to. Null where our page cannot be left. */
  returnUrl: string | null;
  /**
   * Where frames or pop-ups are blocked, the whole link happens on a page of the vendor's, which sends the person here at the end. Null
   * opens it as a dialog in our own page.
   */
  hostedReturnUrl: string | null;
};

export type StartedLink = {
  /** Opens the dialog, and names a hosted link afterwards. */
  linkToken: string;
  /** The vendor's script, which draws the dialog in our page. */
  scriptUrl: string;
  hostedUrl: string | null;
  expiresAt: Date;
};

/** A hosted link tells its outcome to our server; nothing is believed that came back in an address. */
export type HostedOutcome = { ending: "OPEN" } | { ending: "LEFT" } | { ending: "LINKED"; publicTokens: string[] };

export type Institution = { id: string; name: string };

export type LinkedAccount = {
  id: string;
  name: string;
  officialName: string | null;
  /** The last signs of the number as the bank shows it, which for a tokenized account are not those of the number we get. */
  mask: string | null;
  type: "DEPOSITORY" | "CREDIT" | "LOAN" | "INVESTMENT" | "OTHER";
  /** The bank's own kind, for instance `checking`, `savings`, `money market`. */
  subtype: string | null;
  isChecking: boolean;
  /** Whose it is; null when the bank does not say. */
  holder: "BUSINESS" | "PERSONAL" | null;
};

/** What a finished link leaves. It is kept before anything else is asked: the token that led to it is spent. */
export type LinkedItem = {
  itemId: string;
  /** The key to everything about this link. Whoever has it can read the bank. */
  access: Secret;
};

export type AccountNumbers = {
  accountId: string;
  accountNumber: Secret;
  routingNumber: Secret;
  /** The number was made for us and dies with the link. */
  isTokenized: boolean;
};

export type BankTransaction = {
  id: string;
  accountId: string;
  /** Positive when money came in, negative when it went out. */
  amountCents: Cents;
  /** The day it was booked, or made if it is still pending. */
  postedOn: BusinessDate;
  isPending: boolean;
  /** The pending one that this one settles. */
  settlesId: string | null;
  description: string;
  merchantName: string | null;
  /** The vendor's finest word for what it was for. */
  category: string | null;
};

export type TransactionUpdates = {
  /** `NOT_READY` has nothing yet; `RECENT` has about a month; `COMPLETE` has all that we asked for. */
  history: "NOT_READY" | "RECENT" | "COMPLETE";
  added: BankTransaction[];
  changed: BankTransaction[];
  removedIds: string[];
  /** Kept, and handed in the next time. */
  cursor: string;
};

export type AccountBalance = {
  accountId: string;
  /** What is on the account. Null when the bank does not say. */
  currentCents: Cents | null;
  /** What can be taken from it now, less than the above by what is pending. Null when the bank does not say. */
  availableCents: Cents | null;
  /** When the bank last looked. A balance that was just read for us is as old as the question. */
  asOf: Date;
};

/** Why a linked bank has to be linked again, in the words of the bank item's lifecycle. */
export type LinkLoss = "LOGIN_REQUIRED" | "CONSENT_EXPIRING" | "ACCESS_REVOKED";

export type ItemHealth = {
  itemId: string;
  /** Null when the vendor cannot say which bank it is. */
  institution: Institution | null;
  state: "GOOD" | "UNAVAILABLE" | "INSTITUTION_BLOCKED" | LinkLoss;
  consentEndsAt: Date | null;
};

export type BankWebhook = {
  /** The same when the same message is posted again; one that the vendor signed anew is another. */
  id: string;
  /** A hint that something happened. What is so now, `health` and `transactionsSince` say, so that taking it twice does no harm. */
  what:
    | { kind: LinkLoss | "RECONNECTED" | "INSTITUTION_BLOCKED" | "ACCOUNTS_ADDED"; itemId: string }
    | { kind: "ACCOUNT_REVOKED"; itemId: string; accountId: string }
    | { kind: "TRANSACTIONS_ARRIVED"; itemId: string; historyComplete: boolean }
    | { kind: "HOSTED_LINK_ENDED"; linkToken: string }
    /** Nothing that we act on. */
    | { kind: "OTHER" };
};

/** Only a person can help, by linking the bank again: a token is spent, a login has changed, a consent has ended. */
export class RelinkNeeded extends Error {
  readonly loss: LinkLoss;
  constructor(loss: LinkLoss, options?: ErrorOptions) {
    super(`the bank has to be linked again: ${loss}`, options);
    this.loss = loss;
  }
}

/** No answer for now, from the vendor or from the bank. The same question may be answered later. */
export class BankUnavailable extends Error {}

/** The bank, or the vendor on its behalf, does not let us in, and asking again will not change that. */
export class BankRefused extends Error {}

/** Reads what a business's banks know, with its owner's consent. Any error other than those above is a fault of ours. */
export type BankLinking = {
  startLink(request: LinkRequest): Promise<StartedLink>;
  hostedOutcome(linkToken: string): Promise<HostedOutcome>;
  finishLink(publicToken: string): Promise<LinkedItem>;
  accounts(access: Secret): Promise<LinkedAccount[]>;
  /** Of the accounts that money can be sent to and taken from; the others are left out. */
  accountNumbers(access: Secret): Promise<AccountNumbers[]>;
  /** All that is new since the cursor; null begins at the beginning. Either everything is returned, or nothing. */
  transactionsSince(access: Secret, cursor: string | null): Promise<TransactionUpdates>;
  /** Asks the bank itself; `now` is the age of a balance that it answers on the spot. Some banks answer with what they knew earlier. */
  balances(access: Secret, now: Date): Promise<AccountBalance[]>;
  health(access: Secret): Promise<ItemHealth>;
  /** Ends the link for good. A link that has ended already is no error. */
  remove(access: Secret): Promise<void>;
  /** Rejects with WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): Promise<BankWebhook>;
  /** Only where the vendor's banks are made up: somebody has gone through the dialog and linked one. The token that it left. */
  playLink(businessId: string): Promise<string>;
  /** Only there as well: somebody has gone through the dialog and repaired this link. */
  playRepair(access: Secret): Promise<void>;
};
