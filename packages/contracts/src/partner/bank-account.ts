import { z } from "zod/mini";
import { bankAccountCreatedMethods } from "../bank.ts";
import { call } from "../call.ts";
import { accountNumberDigits, requiredText, routingNumber } from "../fields/fields.ts";
import { many } from "../fields/query.ts";
import { idOf, platformId, referenceTo } from "../ids.ts";
import { secret } from "../secret.ts";
import { objectFields, time } from "./common.ts";
import { list, listQuery } from "./list.ts";
import { keptMetadata, metadata, metadataPatch } from "./metadata.ts";
import { obey, rules } from "./rules.ts";

export const bankAccountRoles = ["DISBURSEMENT", "SERVICING"] as const;
/** BLOCKED does not say who blocked the link. */
export const bankConnections = ["CREATED", "CONNECTED", "DISCONNECTED", "BLOCKED"] as const;
/** Platform-provided accounts: one for disbursements, or one that an asset report covers. */
export const platformProvidedMethods = ["PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"] as const;

export const partnerBankAccount = z.object({
  ...objectFields("bank_account", "bankAccount"),
  platformBankAccountId: z.nullable(z.string()),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  name: z.string(),
  institutionName: z.nullable(z.string()),
  accountType: z.enum(["CHECKING", "SAVINGS"]),
  last4: z.string(),
  /** last4 belongs to a tokenized account number issued to us, not to the number that the owner knows. */
  maskTokenized: z.boolean(),
  roles: z.array(z.enum(bankAccountRoles)),
  createdMethod: z.enum(bankAccountCreatedMethods),
  connection: z.nullable(z.enum(bankConnections)),
  achAuthorized: z.boolean(),
  verification: z.enum(["PENDING", "VERIFIED", "FAILED"]),
  /** After a change of its numbers, the account receives no money until this time on the business's clock. */
  heldUntilAt: z.nullable(time),
  status: z.enum(["ACTIVE", "RETIRED"]),
  metadata: keptMetadata,
});
export type PartnerBankAccount = z.infer<typeof partnerBankAccount>;

const name = requiredText("name is required.");
const accountNumber = secret(accountNumberDigits.check(z.minLength(4, "accountNumber must have at least 4 digits.")));

export const partnerBankAccountCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    platformBankAccountId: z.optional(platformId),
    createdMethod: z._default(z.enum(platformProvidedMethods), "PLATFORM"),
    name,
    institutionName: z.optional(requiredText("institutionName must not be empty.")),
    accountType: z.enum(["CHECKING", "SAVINGS"]),
    accountNumber,
    routingNumber,
    metadata: z.optional(metadata),
  })
  .check(...obey(rules.businessPair));
export type PartnerBankAccountCreate = z.output<typeof partnerBankAccountCreate>;

export const partnerBankAccountPatch = z
  .strictObject({
    name: z.optional(name),
    accountNumber: z.optional(accountNumber),
    routingNumber: z.optional(routingNumber),
    metadata: z.optional(metadataPatch),
  })
  .check(...obey(rules.bankAccountPatch));
export type PartnerBankAccountPatch = z.output<typeof partnerBankAccountPatch>;

const params = z.object({ bankAccountId: referenceTo("bankAccount") });

export const bankAccountCalls = {
  createBankAccount: call({
    method: "POST",
    path: "/api/platform/v1/bank-accounts",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.create",
    summary:
      "Creates a bank account for a business: its disbursement account, or an account that an asset report covers.",
    body: partnerBankAccountCreate,
    answer: partnerBankAccount,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  listBankAccounts: call({
    method: "GET",
    path: "/api/platform/v1/bank-accounts",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.read",
    summary: "Lists bank accounts.",
    query: z.strictObject({
      ...listQuery("bankAccount"),
      role: many(z.enum(bankAccountRoles)),
      connection: many(z.enum(bankConnections)),
    }),
    answer: list(partnerBankAccount),
  }),
  getBankAccount: call({
    method: "GET",
    path: "/api/platform/v1/bank-accounts/:bankAccountId",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.read",
    summary: "Retrieves a bank account.",
    params,
    answer: partnerBankAccount,
  }),
  updateBankAccount: call({
    method: "PATCH",
    path: "/api/platform/v1/bank-accounts/:bankAccountId",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.change",
    summary:
      "Changes a bank account that you created. New account numbers require If-Match. The owners are notified, and the account receives no money for 72 hours.",
    params,
    body: partnerBankAccountPatch,
    answer: partnerBankAccount,
  }),
  retireBankAccount: call({
    method: "POST",
    path: "/api/platform/v1/bank-accounts/:bankAccountId/retire",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.retire",
    summary: "Retires a bank account that you created and that has no role.",
    params,
    body: z.strictObject({}),
    answer: partnerBankAccount,
    status: 201,
    idempotent: true,
  }),
};
