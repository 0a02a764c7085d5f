import type { AccountBase, Transaction } from "plaid";
import { describe, expect, it } from "vitest";
import { BankRefused, BankUnavailable, RelinkNeeded } from "../port.ts";
import { webhookFrom } from "./read-webhook.ts";
import {
  accountsFrom,
  balancesFrom,
  failureFrom,
  healthFrom,
  hostedOutcomeFrom,
  numbersFrom,
  transactionUpdatesFrom,
} from "./translate.ts";

/** The vendor's responses without the parts that are not read. */
const account = (change: Record<string, unknown> = {}) =>
  ({
    account_id: "acc-1",
    name: "Business Checking",
    official_name: "Everyday Checking",
    mask: "6789",
    type: "depository",
    subtype: "checking",
    holder_category: "business",
    balances: { available: 1_204.07, current: 1_310.1, limit: null, iso_currency_code: "USD" },
    ...change,
  }) as unknown as AccountBase;
const transaction = (change: Record<string, unknown> = {}) =>
  ({
    transaction_id: "trx-1",
    account_id: "acc-1",
    amount: 1_182.33,
    iso_currency_code: "USD",
    date: "2026-11-16",
    pending: false,
    pending_transaction_id: null,
    name: "Prairie Equipment Finance",
    merchant_name: "Prairie Equipment Finance",
    original_description: "PRAIRIE EQUIPMENT FINANCE LOAN PMT",
    personal_finance_category: { primary: "LOAN_PAYMENTS", detailed: "LOAN_PAYMENTS_OTHER_PAYMENT" },
    ...change,
  }) as unknown as Transaction;
const error = (error_code: string, error_type = "ITEM_ERROR") => ({ error_code, error_type });

describe("Plaid translation", () => {
  it("reads accounts", () => {
    const odd = {
      account_id: "acc-2",
      mask: null,
      official_name: null,
      subtype: null,
      holder_category: "unrecognized",
    };
    expect(accountsFrom([account(), account({ ...odd, type: "brokerage" })])).toMatchInlineSnapshot(`
      [
        {
          "holder": "BUSINESS",
          "id": "acc-1",
          "isChecking": true,
          "mask": "6789",
          "name": "Business Checking",
          "officialName": "Everyday Checking",
          "subtype": "checking",
          "type": "DEPOSITORY",
        },
        {
          "holder": null,
          "id": "acc-2",
          "isChecking": false,
          "mask": null,
          "name": "Business Checking",
          "officialName": null,
          "subtype": null,
          "type": "INVESTMENT",
        },
      ]
    `);
  });

  it("leaves out accounts in another currency", () => {
    const balances = { available: 5, current: 5, limit: null, iso_currency_code: "CAD" };
    expect(accountsFrom([account({ balances })])).toEqual([]);
    expect(balancesFrom([account({ balances })], new Date())).toEqual([]);
  });

  it("reads account numbers as secrets", () => {
    const ach = [{ account_id: "acc-1", account: "111122223333", routing: "091099800", wire_routing: null }];
    const numbers = numbersFrom({ numbers: { ach, eft: [], international: [], bacs: [] } });
    expect(numbers).toMatchInlineSnapshot(`
      [
        {
          "accountId": "acc-1",
          "accountNumber": "[secret]",
          "isTokenized": false,
          "routingNumber": "[secret]",
        },
      ]
    `);
    expect(numbers[0]?.accountNumber.reveal()).toBe("111122223333");
  });

  it("reads balances with their time", () => {
    const now = new Date("2026-11-23T15:00:00Z");
    const last_updated_datetime = "2026-11-22T09:00:00Z";
    const silent = { available: null, current: null, limit: null, iso_currency_code: "USD", last_updated_datetime };
    expect(balancesFrom([account(), account({ account_id: "acc-2", balances: silent })], now)).toMatchInlineSnapshot(`
      [
        {
          "accountId": "acc-1",
          "asOf": 2026-11-23T15:00:00.000Z,
          "availableCents": 120407,
          "currentCents": 131010,
        },
        {
          "accountId": "acc-2",
          "asOf": 2026-11-22T09:00:00.000Z,
          "availableCents": null,
          "currentCents": null,
        },
      ]
    `);
  });

  it("reads transactions: outgoing money is negative, and a settled one names its pending one", () => {
    const added = [transaction(), transaction({ amount: -14_150, pending_transaction_id: "trx-0" })];
    const bare = transaction({ original_description: null, merchant_name: undefined, personal_finance_category: null });
    const page = { transactions_update_status: "INITIAL_UPDATE_COMPLETE", next_cursor: "one" } as never;
    const last = { transactions_update_status: "HISTORICAL_UPDATE_COMPLETE", next_cursor: "two" } as never;
    expect(
      transactionUpdatesFrom([
        { ...(page as object), added, modified: [], removed: [] } as never,
        {
          ...(last as object),
          added: [],
          modified: [bare],
          removed: [{ transaction_id: "trx-0", account_id: "acc-1" }],
        } as never,
      ]),
    ).toMatchInlineSnapshot(`
      {
        "added": [
          {
            "accountId": "acc-1",
            "amountCents": -118233,
            "category": "LOAN_PAYMENTS_OTHER_PAYMENT",
            "description": "PRAIRIE EQUIPMENT FINANCE LOAN PMT",
            "id": "trx-1",
            "isPending": false,
            "merchantName": "Prairie Equipment Finance",
            "postedOn": "2026-11-16",
            "settlesId": null,
          },
          {
            "accountId": "acc-1",
            "amountCents": 1415000,
            "category": "LOAN_PAYMENTS_OTHER_PAYMENT",
            "description": "PRAIRIE EQUIPMENT FINANCE LOAN PMT",
            "id": "trx-1",
            "isPending": false,
            "merchantName": "Prairie Equipment Finance",
            "postedOn": "2026-11-16",
            "settlesId": "trx-0",
          },
        ],
        "changed": [
          {
            "accountId": "acc-1",
            "amountCents": -118233,
            "category": null,
            "description": "Prairie Equipment Finance",
            "id": "trx-1",
            "isPending": false,
            "merchantName": null,
            "postedOn": "2026-11-16",
            "settlesId": null,
          },
        ],
        "cursor": "two",
        "history": "COMPLETE",
        "removedIds": [
          "trx-0",
        ],
      }
    `);
  });

  it("reads the health of a link", () => {
    const item = { item_id: "item-1", institution_id: "ins_100001", institution_name: "First Calm Bank" };
    const health = (change: object) =>
      healthFrom({ item: { ...item, error: null, consent_expiration_time: null, ...change } } as never);
    expect([
      health({}),
      health({ institution_id: null, consent_expiration_time: "2027-11-23T15:00:00Z" }),
      health({ error: error("ITEM_LOGIN_REQUIRED") }).state,
      health({ error: error("USER_PERMISSION_REVOKED") }).state,
      health({ error: error("INSTITUTION_NO_LONGER_SUPPORTED", "INSTITUTION_ERROR") }).state,
      health({ error: error("SOMETHING_NEW") }).state,
    ]).toMatchInlineSnapshot(`
      [
        {
          "consentEndsAt": null,
          "institution": {
            "id": "ins_100001",
            "name": "First Calm Bank",
          },
          "itemId": "item-1",
          "state": "GOOD",
        },
        {
          "consentEndsAt": 2027-11-23T15:00:00.000Z,
          "institution": null,
          "itemId": "item-1",
          "state": "GOOD",
        },
        "LOGIN_REQUIRED",
        "ACCESS_REVOKED",
        "INSTITUTION_BLOCKED",
        "UNAVAILABLE",
      ]
    `);
  });

  it("reads a hosted link as open until it ended, and as left when nothing was linked", () => {
    const outcome = (link_sessions: unknown) => hostedOutcomeFrom({ link_sessions } as never);
    const started = { link_session_id: "1", started_at: "2026-11-23T15:00:00Z" };
    const item_add_results = [{ public_token: "public-1", accounts: [], institution: null }];
    expect([
      outcome(undefined),
      outcome([{ ...started, finished_at: null }]),
      outcome([{ ...started, finished_at: "2026-11-23T15:01:00Z" }]),
      outcome([{ ...started, finished_at: "2026-11-23T15:01:00Z", results: { item_add_results } }]),
    ]).toMatchInlineSnapshot(`
      [
        {
          "ending": "OPEN",
        },
        {
          "ending": "OPEN",
        },
        {
          "ending": "LEFT",
        },
        {
          "ending": "LINKED",
          "publicTokens": [
            "public-1",
          ],
        },
      ]
    `);
  });
});

describe("Plaid error", () => {
  it.each([
    ["ITEM_LOGIN_REQUIRED", "LOGIN_REQUIRED"],
    ["INVALID_PUBLIC_TOKEN", "LOGIN_REQUIRED"],
    ["PENDING_EXPIRATION", "CONSENT_EXPIRING"],
    ["USER_PERMISSION_REVOKED", "ACCESS_REVOKED"],
    ["ITEM_NOT_FOUND", "ACCESS_REVOKED"],
  ])("%s requires a person to link again: %s", (code, loss) => {
    const failure = failureFrom(400, error(code));
    expect(failure).toBeInstanceOf(RelinkNeeded);
    expect(failure).toMatchObject({ loss });
  });

  it.each([
    [400, error("INSTITUTION_DOWN", "INSTITUTION_ERROR")],
    [400, error("PRODUCT_NOT_READY")],
    [429, error("BALANCE_LIMIT", "RATE_LIMIT_EXCEEDED")],
    [500, error("INTERNAL_SERVER_ERROR", "API_ERROR")],
    [503, "<h1>Service Unavailable</h1>"],
    [null, undefined],
  ])("%s %o is temporary", (status, body) => {
    expect(failureFrom(status, body)).toBeInstanceOf(BankUnavailable);
  });

  it.each(["INSTITUTION_NO_LONGER_SUPPORTED", "ITEM_NOT_SUPPORTED", "UNAUTHORIZED_INSTITUTION"])(
    "%s is a refusal for good",
    (code) => {
      expect(failureFrom(400, error(code, "INSTITUTION_ERROR"))).toBeInstanceOf(BankRefused);
    },
  );

  it("about our own request is a bug, and its text is not passed on", () => {
    const failure = failureFrom(400, {
      ...error("INVALID_FIELD", "INVALID_REQUEST"),
      error_message: "secret access-1",
    });
    for (const kind of [RelinkNeeded, BankUnavailable, BankRefused]) expect(failure).not.toBeInstanceOf(kind);
    expect(failure.message).toBe("answered 400 INVALID_FIELD");
  });
});

it("Plaid translation: reads the webhooks that we handle, and ignores all others", () => {
  const item_id = "item-1";
  const webhookRequest = (webhook_type: string, webhook_code: string, rest: object = { item_id }) =>
    webhookFrom({ webhook_type, webhook_code, environment: "sandbox", ...rest });
  expect([
    webhookRequest("ITEM", "ERROR", { item_id, error: error("ITEM_LOGIN_REQUIRED") }),
    webhookRequest("ITEM", "ERROR", { item_id, error: error("INSTITUTION_DOWN", "INSTITUTION_ERROR") }),
    webhookRequest("ITEM", "ERROR", { item_id, error: error("INSTITUTION_NO_LONGER_SUPPORTED", "INSTITUTION_ERROR") }),
    webhookRequest("ITEM", "PENDING_EXPIRATION"),
    webhookRequest("ITEM", "PENDING_DISCONNECT"),
    webhookRequest("ITEM", "USER_PERMISSION_REVOKED"),
    webhookRequest("ITEM", "USER_ACCOUNT_REVOKED", { item_id, account_id: "acc-1" }),
    webhookRequest("ITEM", "LOGIN_REPAIRED"),
    webhookRequest("ITEM", "NEW_ACCOUNTS_AVAILABLE"),
    webhookRequest("TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", { item_id, historical_update_complete: false }),
    webhookRequest("LINK", "SESSION_FINISHED", { link_token: "link-1", status: "SUCCESS" }),
    webhookRequest("LINK", "EVENTS"),
    webhookRequest("ITEM", "function Object() { [native code] }"),
    webhookRequest("[object Object]", "function toString() { [native code] }"),
  ]).toMatchInlineSnapshot(`
    [
      {
        "itemId": "item-1",
        "kind": "LOGIN_REQUIRED",
      },
      {
        "kind": "OTHER",
      },
      {
        "itemId": "item-1",
        "kind": "INSTITUTION_BLOCKED",
      },
      {
        "itemId": "item-1",
        "kind": "CONSENT_EXPIRING",
      },
      {
        "itemId": "item-1",
        "kind": "CONSENT_EXPIRING",
      },
      {
        "itemId": "item-1",
        "kind": "ACCESS_REVOKED",
      },
      {
        "accountId": "acc-1",
        "itemId": "item-1",
        "kind": "ACCOUNT_REVOKED",
      },
      {
        "itemId": "item-1",
        "kind": "RECONNECTED",
      },
      {
        "itemId": "item-1",
        "kind": "ACCOUNTS_ADDED",
      },
      {
        "historyComplete": false,
        "itemId": "item-1",
        "kind": "TRANSACTIONS_ARRIVED",
      },
      {
        "kind": "HOSTED_LINK_ENDED",
        "linkToken": "link-1",
      },
      {
        "kind": "OTHER",
      },
      {
        "kind": "OTHER",
      },
      {
        "kind": "OTHER",
      },
    ]
  `);
});
