import { bankItemLifecycle } from "@inlay/lending/banking/bank-item.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";

export const bankAccountCreatedMethods = ["PLAID", "MANUAL", "PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"] as const;

/** The account that debits use, and the account that payouts go to. */
export const bankAccountVerifications = ["PENDING", "VERIFIED", "FAILED"] as const;
export const bankAccountRoles = ["DISBURSEMENT", "SERVICING"] as const;
export const bankAccountTypes = ["CHECKING", "SAVINGS"] as const;

export const linkedAccount = z.object({
  id: uuid,
  name: z.string(),
  subtype: z.string(),
  mask: z.string(),
  /** The mask belongs to a tokenized account number issued to us, not to the number that the owner knows. */
  isMaskTokenized: z.boolean(),
  achAuthorized: z.boolean(),
});

/** A linked bank, as its owner sees it. */
export const bankItem = z.object({
  itemId: uuid,
  status: z.enum(bankItemLifecycle.states),
  bankName: z.string(),
  institution: z.object({ institution_id: z.string(), name: z.string() }),
  accounts: z.array(linkedAccount),
});
export type BankItem = z.output<typeof bankItem>;

export const bankAccount = z.object({
  id: uuid,
  institutionName: z.nullable(z.string()),
  accountName: z.string(),
  accountNumberLast4: z.string(),
  isAccountNumberTokenized: z.boolean(),
  /** The linked bank that it belongs to. */
  tokenId: z.nullable(uuid),
  plaidAccountId: z.nullable(uuid),
  achAuthorized: z.boolean(),
  isChecking: z.boolean(),
  bankAccountCreatedMethod: z.enum(bankAccountCreatedMethods),
  roles: z.array(z.enum(bankAccountRoles)),
  /** The first day on which money can be sent to it; null when it is not held. */
  firstPayoutOn: z.nullable(z.iso.date()),
  createdAt: z.iso.datetime(),
});
export type BankAccount = z.output<typeof bankAccount>;

/** What a change did to an account. Numbers are reported by a linked bank, and corrected by a bank's notification of change. */
export const accountChangeKinds = [
  "LINKED",
  "TYPED",
  "PROVIDED",
  "NUMBERS_CHANGED",
  "NUMBERS_REPORTED",
  "CORRECTED",
  "CHOSEN_FOR_DEBITS",
  "CHOSEN_FOR_PAYOUTS",
] as const;
export type AccountChangeKind = (typeof accountChangeKinds)[number];

/** The request header that carries the token of the link in an owner's email. */
export const accountChangeTokenHeader = "account-change-token";

/** What staff decide about a change that an owner stopped. */
export const accountChangeOutcomes = ["CONFIRMED", "KEPT_BLOCKED"] as const;

/** A change of a business's accounts by one command, as its owners are told of it. */
export const accountChange = z.object({
  businessName: z.nullable(z.string()),
  madeAt: z.iso.datetime(),
  /** A person of the business with their name, the platform, a bank, or our staff. */
  madeBy: z.object({ kind: z.enum(["PERSON", "PLATFORM", "BANK", "STAFF"]), name: z.nullable(z.string()) }),
  accounts: z.array(
    z.object({
      last4: z.string(),
      bankName: z.nullable(z.string()),
      /** The payee or creditor whose account it is; null for an account of the business itself. */
      holderName: z.nullable(z.string()),
      what: z.array(z.enum(accountChangeKinds)),
      /** The first day on which money can be sent to it; null when it is not held. */
      firstPayoutOn: z.nullable(z.iso.date()),
    }),
  ),
  stoppedAt: z.nullable(z.iso.datetime()),
  /** Money was sent to one of the accounts after the change. It cannot be held back any more. */
  wasPaid: z.boolean(),
  outcome: z.nullable(z.enum(accountChangeOutcomes)),
});
export type AccountChange = z.output<typeof accountChange>;
