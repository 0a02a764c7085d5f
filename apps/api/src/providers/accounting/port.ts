import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

export type AuthorizationRequest = {
  businessId: string;
  language: "en" | "es";
  /** The origin of the page that frames the vendor's page and receives its result message. */
  parentOrigin: string;
  /** Where the person is sent at the end when the page is not framed. Null inside a frame. */
  returnUrl: string | null;
};

/** A person's authorization to read a company's accounting data. */
export type AccountingConnection = {
  connectionId: string;
  /** The accounting program, by the vendor's name for it. */
  service: string;
  /** LOST: data read before stays readable, and no new data arrives until a person connects again. */
  state: "PENDING" | "ACTIVE" | "LOST";
};

/** A month of a company's accounting data. A missing figure is zero. */
export type AccountingMonth = {
  /** The first day of the month. */
  month: BusinessDate;
  income: {
    revenueCents: Cents;
    costOfGoodsCents: Cents;
    operatingExpensesCents: Cents;
    otherIncomeCents: Cents;
    otherExpensesCents: Cents;
    /** Net income by the lines above. */
    netIncomeCents: Cents;
  };
  /** At the end of the month. */
  balance: { cashCents: Cents; assetsCents: Cents; liabilitiesCents: Cents; equityCents: Cents };
  cashFlow: { operatingCents: Cents; investingCents: Cents; financingCents: Cents };
};

/** The ratios of one month. Null where the divisor is zero. */
export type MonthOfRatios = {
  month: BusinessDate;
  currentRatio: number | null;
  debtToEquity: number | null;
  /** As a fraction of the revenue: 0.3 is 30 percent. */
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
  /** The same for every delivery of the same webhook. */
  id: string;
  /** A hint. The current state is read with `connections` and `accountingData`. */
  what: { kind: "CONNECTION_CHANGED" | "DATA_ARRIVED"; businessId: string } | { kind: "OTHER" };
};

/** The vendor does not answer now. The same call may succeed later. */
export class AccountingUnavailable extends VendorUnavailable {}

/** The business has no accounting connection. A person has to connect its accounting program. */
export class AccountingNotConnected extends Error {}

/** The vendor rejected the request, and a retry will not change that. */
export class AccountingRefused extends Error {}

/** Reads a company's accounting data with its owner's consent. Any error other than those above is a bug. */
export type Accounting = {
  /** The URL of the page on which a person connects the accounting program. */
  openAuthorization(request: AuthorizationRequest): Promise<string>;
  connections(businessId: string): Promise<AccountingConnection[]>;
  /** The full months between two days, oldest first. */
  accountingData(businessId: string, from: BusinessDate, to: BusinessDate): Promise<AccountingMonth[]>;
  ratios(businessId: string, from: BusinessDate, to: BusinessDate): Promise<MonthOfRatios[]>;
  /** Oldest first. */
  transactions(businessId: string, from: BusinessDate, to: BusinessDate): Promise<AccountingTransaction[]>;
  /** Ends the access. A business that was never connected is no error. */
  disconnect(businessId: string): Promise<void>;
  /** Sandbox only: completes the page on a person's behalf and connects a fictional company. */
  simulateAuthorization(businessId: string): Promise<void>;
  /** Throws WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): AccountingWebhook;
};
