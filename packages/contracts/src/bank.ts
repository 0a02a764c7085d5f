import { bankItemLifecycle } from "@inlay/lending/banking/bank-item.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";

export const bankAccountCreatedMethods = ["PLAID", "MANUAL", "PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"] as const;

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
  bankAccountCreatedMethod: z.enum(bankAccountCreatedMethods),
  roles: z.array(z.enum(["SERVICING", "DISBURSEMENT"])),
});
export type BankAccount = z.output<typeof bankAccount>;
