import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { debitAuthorization } from "../debit-authorization.ts";
import { step } from "../step.ts";

export const updatePrimaryBankAccount = step({
  screen: z.object({
    /** The accounts that can be chosen: checking accounts of linked banks, and accounts entered by hand. */
    accounts: z.array(
      z.object({
        id: uuid,
        bankName: z.nullable(z.string()),
        accountName: z.string(),
        accountNumberLast4: z.string(),
        achAuthorized: z.boolean(),
        isPrimary: z.boolean(),
      }),
    ),
    /** The account at which a bank refused a payment, which is why another one is asked for. */
    refusedAccountLast4: z.nullable(z.string()),
    /** Disbursements go to this account too, because the platform provides no other account for them. */
    isPaidTo: z.boolean(),
    authorization: debitAuthorization,
  }),
  completion: z.strictObject({
    primaryBankAccountId: z.uuid("Please select an account"),
    /** The owner's authorization to debit the account, if it was not given before. */
    achAuthorized: z.optional(z.boolean()),
  }),
});
