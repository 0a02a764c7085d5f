import { z } from "zod/mini";
import { bankAccount, bankAccountCreatedMethods, bankItem, linkedAccount } from "../bank.ts";
import { call } from "../call.ts";
import { many } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { debitAuthorization } from "../onboarding/debit-authorization.ts";

const linkType = z.enum(["BUSINESS", "PERSONAL"]);
const itemIds = z.array(uuid).check(z.minLength(1), z.maxLength(100));
const bankItems = z.object({ items: z.array(bankItem) });

export const listBankItems = call({
  method: "GET",
  path: "/api/v1/plaid/items",
  audience: "portal",
  slice: "banking",
  action: "bank-account.view",
  summary: "Lists the linked banks of the business.",
  answer: bankItems,
});

export const revealAccountNumbers = call({
  method: "GET",
  path: "/api/v1/plaid/items/account-numbers",
  audience: "portal",
  slice: "banking",
  action: "bank-account.reveal-number",
  summary: "Reads the text of the debit authorization and the full account numbers that it must show.",
  query: z.strictObject({ itemIds: many(uuid) }),
  answer: z.object({
    authorization: debitAuthorization,
    accounts: z.array(
      z.object({
        id: uuid,
        itemId: z.nullable(uuid),
        bankName: z.nullable(z.string()),
        accountName: z.string(),
        accountNumber: z.string(),
        routingNumber: z.string(),
      }),
    ),
  }),
});

export const markBankItemsConnected = call({
  method: "POST",
  path: "/api/v1/plaid/items/mark-as-connected",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Records that the linked banks are connected, and whether debits are authorized.",
  body: z.strictObject({ itemIds, achAuthorized: z.optional(z.boolean()) }),
  answer: bankItems,
});

export const createBankLinkToken = call({
  method: "POST",
  path: "/api/v1/plaid/link-token",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Creates a link token for the bank-link window, for a new bank or a linked one.",
  body: z.strictObject({ itemId: z.optional(uuid) }),
  // The server names the script's URL, and the page loads the script only from there.
  answer: z.object({ link_token: z.string(), expiration: z.string(), target_env: z.string(), scriptUrl: z.string() }),
  stepUp: true,
});

const linked = z.object({ itemId: uuid, accounts: z.array(linkedAccount) });

export const exchangeBankLinkToken = call({
  method: "POST",
  path: "/api/v1/plaid/token/exchange",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Saves a bank that was just linked.",
  // Clients send the kind of link as `tokenType` or as `type`.
  body: z.strictObject({
    publicToken: z.string().check(z.minLength(1), z.maxLength(500)),
    tokenType: z.optional(linkType),
    type: z.optional(linkType),
    institutionName: z.optional(z.string().check(z.maxLength(200))),
    metadata: z.optional(z.record(z.string(), z.unknown())),
  }),
  answer: linked,
  stepUp: true,
});

export const refreshBankItem = call({
  method: "POST",
  path: "/api/v1/bank-links/:itemId/refresh",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Reads the bank's accounts again after its owner updated or repaired the link.",
  params: z.object({ itemId: uuid }),
  answer: linked,
  stepUp: true,
});

export const startHostedBankLink = call({
  method: "POST",
  path: "/api/v1/bank-links/hosted",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Creates a hosted page for linking a bank, for browsers that block frames or pop-ups.",
  body: z.strictObject({ itemId: z.optional(uuid) }),
  answer: z.object({ hostedLinkId: uuid, url: z.string() }),
  stepUp: true,
});

export const readHostedBankLink = call({
  method: "GET",
  path: "/api/v1/bank-links/hosted/:hostedLinkId",
  audience: "portal",
  slice: "banking",
  action: "bank-account.link",
  summary: "Reads the result of linking a bank on a hosted page.",
  params: z.object({ hostedLinkId: uuid }),
  answer: z.object({ ending: z.enum(["OPEN", "LEFT", "LINKED"]), items: z.array(bankItem) }),
});

export const listBankAccounts = call({
  method: "GET",
  path: "/api/v1/bank-accounts",
  audience: "portal",
  slice: "banking",
  action: "bank-account.view",
  summary: "Lists the bank accounts of the business with their last four digits.",
  query: z.strictObject({ bankAccountCreatedMethods: many(z.enum(bankAccountCreatedMethods)) }),
  answer: z.object({ bankAccounts: z.array(bankAccount) }),
});

export const setPrimaryBankAccount = call({
  method: "POST",
  path: "/api/v1/bank-accounts/:id/set-primary-bank-account",
  audience: "portal",
  slice: "banking",
  action: "bank-account.set-primary",
  summary: "Makes an account the primary account, which repayments are debited from.",
  params: z.object({ id: uuid }),
  /** `achAuthorized`: the owner has just been shown the authorization of debits from this account and gives it. */
  body: z.strictObject({ achAuthorized: z.optional(z.literal(true)) }),
  answer: z.object({ bankAccounts: z.array(bankAccount) }),
  stepUp: true,
});

export const revokeDebitAuthorization = call({
  method: "DELETE",
  path: "/api/v1/bank-accounts/:id/debit-authorization",
  audience: "portal",
  slice: "banking",
  action: "bank-account.revoke-authorization",
  summary:
    "Withdraws the owner's authorization of debits from an account. Debits that were sent to the bank are not stopped.",
  params: z.object({ id: uuid }),
  answer: z.object({ bankAccounts: z.array(bankAccount) }),
});
