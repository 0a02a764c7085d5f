import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { step } from "../step.ts";

export const updatePrimaryBankAccount = step({
  screen: z.object({
    /** Those that can be chosen: checking accounts of banks that are linked, and those typed in. */
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
    /** Money is paid to it as well: the platform brings no other account for that. */
    isPaidTo: z.boolean(),
    authorization: z.object({ version: z.string(), text: z.string() }),
  }),
  completion: z.strictObject({
    primaryBankAccountId: z.uuid("Please select an account"),
    /** The owner's word that it may be debited, where it was not given before. */
    achAuthorized: z.optional(z.boolean()),
  }),
});
