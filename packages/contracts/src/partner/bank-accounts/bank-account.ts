import { z } from "zod/mini";
import { bankAccountCreatedMethods, bankAccountRoles, bankAccountTypes, bankAccountVerifications } from "../../bank.ts";
import { accountNumberDigits, requiredText, routingNumber } from "../../fields/fields.ts";
import { idOf, platformId } from "../../ids.ts";
import { secret } from "../../secret.ts";
import { objectFields, time } from "../common.ts";
import { keptMetadata, metadata, metadataPatch } from "../metadata.ts";
import { namesOneBusiness, obey } from "../rules.ts";

/** BLOCKED does not say who blocked the link. */
export const bankConnections = ["CREATED", "CONNECTED", "DISCONNECTED", "BLOCKED"] as const;
/** Platform-provided accounts: one for disbursements, or one that an asset report covers. */
export const platformProvidedMethods = ["PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"] as const;

/** Whose account it is. A payee is paid for a bill of the business, a creditor for a debt that new financing replaces. */
export const bankAccountParties = ["BUSINESS", "PAYEE", "CREDITOR"] as const;
/** PAYEE: the payee or creditor gave the account on a page that it opened by email. */
const partnerCreatedMethods = [...bankAccountCreatedMethods, "PAYEE"] as const;

export const partnerBankAccount = z.object({
  ...objectFields("bank_account", "bankAccount"),
  platformBankAccountId: z.nullable(z.string()),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  party: z.enum(bankAccountParties),
  /** Null for an account of the business itself. */
  holderName: z.nullable(z.string()),
  name: z.string(),
  institutionName: z.nullable(z.string()),
  accountType: z.enum(bankAccountTypes),
  last4: z.string(),
  /** last4 belongs to a tokenized account number issued to us, not to the number that the owner knows. */
  maskTokenized: z.boolean(),
  roles: z.array(z.enum(bankAccountRoles)),
  createdMethod: z.enum(partnerCreatedMethods),
  connection: z.nullable(z.enum(bankConnections)),
  achAuthorized: z.boolean(),
  verification: z.enum(bankAccountVerifications),
  /** After it was added or its numbers changed, the account receives no money until this time on the business's clock. */
  heldUntilAt: z.nullable(time),
  status: z.enum(["ACTIVE", "RETIRED"]),
  metadata: keptMetadata,
});
export type PartnerBankAccount = z.infer<typeof partnerBankAccount>;

const name = requiredText("name is required.");
const accountNumber = secret(accountNumberDigits.check(z.minLength(4, "accountNumber must have at least 4 digits.")));

type AccountOfParty = { party: string; holderName?: string | undefined; createdMethod: string };

const partyRules = {
  otherPartyHasName: {
    message: "holderName is required for the account of a payee or creditor, and only for it.",
    pointer: "/holderName",
    fieldCode: "REQUIRED",
    check: ({ party, holderName }: AccountOfParty) => (party === "BUSINESS") === (holderName === undefined),
  },
  otherPartyIsProvided: {
    message: "createdMethod must be PLATFORM for the account of a payee or creditor.",
    pointer: "/createdMethod",
    fieldCode: "NOT_ALLOWED",
    check: ({ party, createdMethod }: AccountOfParty) => party === "BUSINESS" || createdMethod === "PLATFORM",
  },
} as const;

export const partnerBankAccountCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    platformBankAccountId: z.optional(platformId),
    createdMethod: z._default(z.enum(platformProvidedMethods), "PLATFORM"),
    party: z._default(z.enum(bankAccountParties), "BUSINESS"),
    holderName: z.optional(requiredText("holderName must not be empty.")),
    /** The account of a payee or creditor who is a person, not a company. */
    isPersonal: z._default(z.boolean(), false),
    name,
    institutionName: z.optional(requiredText("institutionName must not be empty.")),
    accountType: z.enum(bankAccountTypes),
    accountNumber,
    routingNumber,
    metadata: z.optional(metadata),
  })
  .check(...obey(namesOneBusiness), ...obey(partyRules));
export type PartnerBankAccountCreate = z.output<typeof partnerBankAccountCreate>;

type Numbers = { accountNumber?: unknown; routingNumber?: unknown };

const bankAccountPatchRules = {
  numbersComeTogether: {
    message: "Send accountNumber and routingNumber together.",
    pointer: "/routingNumber",
    fieldCode: "REQUIRED",
    check: ({ accountNumber, routingNumber }: Numbers) =>
      (accountNumber === undefined) === (routingNumber === undefined),
  },
} as const;

export const partnerBankAccountPatch = z
  .strictObject({
    name: z.optional(name),
    accountNumber: z.optional(accountNumber),
    routingNumber: z.optional(routingNumber),
    metadata: z.optional(metadataPatch),
  })
  .check(...obey(bankAccountPatchRules));
export type PartnerBankAccountPatch = z.output<typeof partnerBankAccountPatch>;
