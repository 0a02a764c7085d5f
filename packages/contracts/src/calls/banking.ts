import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { many } from "../query.ts";

// Names at the bank-linking provider are its own and not uuids.
const itemId = z.string().check(z.minLength(1), z.maxLength(200));
const itemIds = z.array(itemId).check(z.minLength(1), z.maxLength(100));

export const listBankItems = call({
  method: "GET",
  path: "/api/v1/plaid/items",
  door: "portal",
  slice: "payments",
  action: "bank-account.view",
  summary: "The banks that the business has linked.",
  answer: z.unknown(),
});

export const revealAccountNumbers = call({
  method: "GET",
  path: "/api/v1/plaid/items/account-numbers",
  door: "portal",
  slice: "payments",
  action: "bank-account.reveal-number",
  summary: "The full account numbers that the authorization to debit must show.",
  query: z.strictObject({ itemIds: many(itemId) }),
  answer: z.unknown(),
});

export const markBankItemsConnected = call({
  method: "POST",
  path: "/api/v1/plaid/items/mark-as-connected",
  door: "portal",
  slice: "payments",
  action: "bank-account.link",
  summary: "Keeps that the linked banks are ready, and whether debits are authorized.",
  body: z.strictObject({ itemIds, achAuthorized: z.optional(z.boolean()) }),
  answer: z.unknown(),
});

export const createBankLinkToken = call({
  method: "POST",
  path: "/api/v1/plaid/link-token",
  door: "portal",
  slice: "payments",
  action: "bank-account.link",
  summary: "Opens the bank's window, for a new bank or for one already linked.",
  body: z.strictObject({ itemId: z.optional(itemId) }),
  answer: z.object({ link_token: z.string(), expiration: z.string(), target_env: z.string() }),
});

export const exchangeBankLinkToken = call({
  method: "POST",
  path: "/api/v1/plaid/token/exchange",
  door: "portal",
  slice: "payments",
  action: "bank-account.link",
  summary: "Keeps the bank that was just linked.",
  // The kind of link goes by two names; either will do.
  body: z.strictObject({
    publicToken: z.string().check(z.minLength(1), z.maxLength(500)),
    tokenType: z.optional(z.enum(["BUSINESS", "PERSONAL"])),
    type: z.optional(z.enum(["BUSINESS", "PERSONAL"])),
    institutionName: z.optional(z.string().check(z.maxLength(200))),
    metadata: z.optional(z.record(z.string(), z.unknown())),
  }),
  answer: z.object({
    itemId: z.string(),
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        mask: z.nullable(z.string()),
        isMaskTokenized: z.boolean(),
      }),
    ),
  }),
});

export const listBankAccounts = call({
  method: "GET",
  path: "/api/v1/bank-accounts",
  door: "portal",
  slice: "payments",
  action: "bank-account.view",
  summary: "The bank accounts of the business, by their last four digits.",
  query: z.strictObject({
    bankAccountCreatedMethods: many(z.enum(["PLAID", "MANUAL", "PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"])),
  }),
  answer: z.unknown(),
});

export const setPrimaryBankAccount = call({
  method: "POST",
  path: "/api/v1/bank-accounts/:id/set-primary-bank-account",
  door: "portal",
  slice: "payments",
  action: "bank-account.set-primary",
  summary: "Makes an account the one that repayments come from.",
  params: z.object({ id: uuid }),
  answer: z.unknown(),
});
