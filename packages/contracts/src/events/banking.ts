import { bankItemLifecycle } from "@inlay/lending/banking/bank-item.ts";
import { z } from "zod/mini";
import { accountChangeOutcomes, bankAccountCreatedMethods, bankAccountRoles } from "../bank.ts";
import { locale } from "../business.ts";
import { code, count, type EventDefinitions, fieldNames, id, last4, time } from "./event.ts";

const item = z.strictObject({ bankItemId: id });
const account = z.strictObject({ bankAccountId: id });
const roles = z.array(z.enum(bankAccountRoles));
/** The version of an agreement: a date, and who it addresses where that matters. */
const textVersion = z.string().check(z.regex(/^\d{4}-\d\d-\d\d(-[a-z-]+)?$/));

/** The network's code of a notification of change. A code that no table knows is kept as it came. */
const changeCode = z.string().check(z.regex(/^[A-Z0-9]{0,10}$/));

const change = z.strictObject({ accountChangeId: id });

/** Linked banks and bank accounts. */
export const bankingEvents = {
  "account_change.decided": {
    when: "staff confirmed the accounts of a stopped change, or kept them blocked",
    object: "account_change",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ accountChangeId: id, outcome: z.enum(accountChangeOutcomes) }),
  },
  "account_change.made": {
    when: "accounts of a business were added, changed or chosen for payments by one command",
    object: "account_change",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: change,
  },
  "account_change.stopped": {
    when: "an owner stopped a change of accounts by the link of an email",
    object: "account_change",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: change,
  },
  "bank_account.added": {
    when: "an owner typed in an account, the platform provided one, or a payee gave its own",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.added",
    body: z.strictObject({
      bankAccountId: id,
      createdMethod: z.enum([...bankAccountCreatedMethods, "PAYEE"]),
      last4: z.optional(last4),
      roles: z.optional(roles),
      /** Absent for an account of the business itself. */
      party: z.optional(z.enum(["PAYEE", "CREDITOR"])),
    }),
  },
  "platform_account.saved": {
    when: "staff saved the bank account of a platform",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: account,
  },
  "bank_account.authorized": {
    when: "an owner authorized debits from an account",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankAccountId: id, version: textVersion, language: locale }),
  },
  "bank_account.authorization_revoked": {
    when: "the primary owner withdrew the authorization of debits from an account, or staff recorded that it was revoked in writing",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: account,
  },
  "bank_account.changed": {
    when: "the platform changed an account that it provided, its numbers were changed, or its verification failed",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.changed",
    body: z.strictObject({
      bankAccountId: id,
      changed: fieldNames,
      last4: z.optional(last4),
      heldUntilAt: z.optional(z.nullable(time)),
      verification: z.optional(z.literal("FAILED")),
    }),
  },
  "bank_account.corrected": {
    when: "the account's bank corrected its numbers or its type (notification of change)",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankAccountId: id, changeCode, changed: fieldNames, last4 }),
  },
  "bank_account.correction_noted": {
    when: "a notification of change left the account as it is: it corrects nothing of it, or staff must look at it, or have",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankAccountId: id, changeCode }),
  },
  "bank_account.unblocked": {
    when: "staff cleared the block of an account that a returned payment or an owner's stop had placed, or an authorization after a stopped payment did",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankAccountId: id }),
  },
  "bank_account.number_revealed": {
    when: "an owner was shown the full number of an account",
    object: "bank_account",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: account,
  },
  "bank_account.retired": {
    when: "an account is no longer used: its bank lists it no more, an owner corrected it, or the platform retired it",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.retired",
    body: account,
  },
  "bank_account.role_changed": {
    when: "an account became the one that is debited or paid to",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.role_changed",
    body: z.strictObject({ bankAccountId: id, roles }),
  },
  "bank_account.stopped": {
    when: "an owner stopped a change of the account, which is neither paid nor debited until staff confirm it",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.stopped",
    body: account,
  },
  "bank_account.verified": {
    when: "an account was verified to belong to the business",
    object: "bank_account",
    version: 1,
    visibility: "partner",
    webhook: "bank_account.verified",
    body: account,
  },
  "bank_item.grown_old": {
    when: "the transactions of a linked bank are too old for a decision",
    object: "bank_item",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: item,
  },
  "bank_item.linked": {
    when: "an owner linked a bank",
    object: "bank_item",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankItemId: id, accounts: count }),
  },
  "bank_item.read": {
    when: "transactions of a linked bank were read that another slice waits for",
    object: "bank_item",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: item,
  },
  "bank_item.refused": {
    when: "a link was refused: the institution is excluded, or it is linked already",
    object: "bank_item",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankItemId: id, refused: code }),
  },
  "bank_item.updated": {
    when: "a linked bank changed its status",
    object: "bank_item",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankItemId: id, status: z.enum(bankItemLifecycle.states) }),
  },
} as const satisfies EventDefinitions;
