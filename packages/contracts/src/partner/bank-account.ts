import { z } from "zod/mini";
import { bankAccountCreatedMethods } from "../bank.ts";
import { call } from "../call.ts";
import { accountNumberDigits, requiredText, routingNumber } from "../fields.ts";
import { idOf, platformId, referenceTo } from "../ids.ts";
import { many } from "../query.ts";
import { secret } from "../secret.ts";
import { objectFields, time } from "./common.ts";
import { list, listQuery } from "./list.ts";
import { keptMetadata, metadata, metadataPatch } from "./metadata.ts";
import { obey, rules } from "./rules.ts";

export const bankAccountRoles = ["DISBURSEMENT", "SERVICING"] as const;
/** Who has blocked a link is nobody's business but ours. */
export const bankConnections = ["CREATED", "CONNECTED", "DISCONNECTED", "BLOCKED"] as const;
/** An account that the platform brings: one to pay to, or one that a report was made about. */
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
  /** The last digits are of a number that was made for us, not of the one the owner knows. */
  maskTokenized: z.boolean(),
  roles: z.array(z.enum(bankAccountRoles)),
  createdMethod: z.enum(bankAccountCreatedMethods),
  connection: z.nullable(z.enum(bankConnections)),
  achAuthorized: z.boolean(),
  verification: z.enum(["PENDING", "VERIFIED", "FAILED"]),
  /** After its numbers were changed an account is paid nothing until then, in the business's own time. */
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
    summary: "Brings the account that a business is paid to, or one that a report was made about.",
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
    summary: "Reads a bank account.",
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
      "Changes an account that you brought. New numbers need If-Match; the owners are told, and nothing is paid to it for 72 hours.",
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
    summary: "Ends the use of an account that you brought and that has no role.",
    params,
    body: z.strictObject({}),
    answer: partnerBankAccount,
    status: 201,
    idempotent: true,
  }),
};
