import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { WebhookRequest } from "../webhook.ts";

export type AuthorizationRequest = {
  businessId: string;
  language: "en" | "es";
  /** The page that shows the vendor's in a frame, and is told there how it ended. */
  parentOrigin: string;
  /** Where a person is sent at the end when the page stands by itself. Null inside a frame. */
  returnUrl: string | null;
};

/** A company's books, as a person has let us in to them. */
export type AccountingConnection = {
  connectionId: string;
  /** Which program keeps them, by the vendor's name for it. */
  service: string;
  /** LOST: what was read stays readable, and nothing new comes until somebody connects again. */
  state: "PENDING" | "ACTIVE" | "LOST";
};

/** A month of a company's books. A figure that its books do not have is zero. */
export type AccountingMonth = {
  /** The first day of the month. */
  month: BusinessDate;
  income: {
    revenueCents: Cents;
    costOfGoodsCents: Cents;
    operatingExpensesCents: Cents;
    otherIncomeCents: Cents;
    otherExpensesCents: Cents;
    /** What is left, by the lines above. */
    netIncomeCents: Cents;
  };
  /** At the end of the month. */
  balance: { cashCents: Cents; assetsCents: Cents; liabilitiesCents: Cents; equityCents: Cents };
  cashFlow: { operatingCents: Cents; investingCents: Cents; financingCents: Cents };
};

/** Of one month. Null where a figure would have to be divided by nothing. */
export type MonthOfRatios = {
  month: BusinessDate;
  currentRatio: number | null;
  debtToEquity: number | null;
  /** Of the revenue: 0.3 is thirty in a hundred. */
  grossMargin: number | null;
  netMargin: number | null;
};

export type AccountingTransaction = {
  id: string;
  postedOn: BusinessDate;
  /** Positive when money came in. */
  amountCents: Cents;
  account: string;
  memo: string | null;
};

export type AccountingWebhook = {
  /** The same when the same message comes again. */
  id: string;
  /** A hint; what is so now, `connections` and `books` say. */
  what: { kind: "CONNECTION_CHANGED" | "BOOKS_ARRIVED"; businessId: string } | { kind: "OTHER" };
};

/** No answer for now. The same question may be answered later. */
export class AccountingUnavailable extends Error {}

/** Nobody has let us in to this business's books. Only a person can help, by connecting them. */
export class AccountingNotConnected extends Error {}

/** The vendor said no, and asking again will not change that. */
export class AccountingRefused extends Error {}

/** Reads a company's books, with its owner's consent. Any error other than those above is a fault of ours. */
export type Accounting = {
  /** The address of the page on which a person connects the books. */
  openAuthorization(request: AuthorizationRequest): Promise<string>;
  connections(businessId: string): Promise<AccountingConnection[]>;
  /** The full months between two days, oldest first. */
  accountingData(businessId: string, from: BusinessDate, to: BusinessDate): Promise<AccountingMonth[]>;
  ratios(businessId: string, from: BusinessDate, to: BusinessDate): Promise<MonthOfRatios[]>;
  /** Oldest first. */
  transactions(businessId: string, from: BusinessDate, to: BusinessDate): Promise<AccountingTransaction[]>;
  /** Ends our access. Books that were never connected are no error. */
  disconnect(businessId: string): Promise<void>;
  /** Only where the vendor is played: somebody has gone through the page and connected the books of a made-up company. */
  playAuthorization(businessId: string): Promise<void>;
  /** Throws WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): AccountingWebhook;
};
