import { z } from "zod/mini";
import {
  accountNumber,
  accountNumberDigits,
  requiredText,
  routingNumber,
  routingNumberDigits,
} from "../../fields/fields.ts";
import { debitAuthorization } from "../debit-authorization.ts";
import { step } from "../step.ts";

/** Clients write these words in capitals too. */
const inAnyCase = <Word extends z.ZodMiniType<string, string>>(word: Word) =>
  z.pipe(z.string().check(z.toLowerCase()), word);

const otherFields = {
  name: requiredText("Bank name is required"),
  accountType: inAnyCase(z.literal("depository")),
  accountSubtype: inAnyCase(z.enum(["checking", "savings"])),
  /** The owner's authorization to debit the account, if the platform requires it. */
  achAuthorized: z.optional(z.boolean()),
};

export const collectBankInfo = step({
  screen: z.object({
    account: z.nullable(z.object({ bankName: z.string(), accountNumberLast4: z.string(), achAuthorized: z.boolean() })),
    authorization: z.nullable(debitAuthorization),
  }),
  completion: z.strictObject({ accountNumber, routingNumber, ...otherFields }),
  secrets: ["accountNumber", "routingNumber"],
});

/** The form's shape: the same fields with plain digits, each number typed twice. */
export const bankInfoForm = z
  .object({
    accountNumber: accountNumberDigits,
    confirmAccountNumber: z.string(),
    routingNumber: routingNumberDigits,
    confirmRoutingNumber: z.string(),
    name: otherFields.name,
  })
  .check(
    z.refine((form) => form.accountNumber === form.confirmAccountNumber, {
      error: "Account numbers must match",
      path: ["confirmAccountNumber"],
    }),
    z.refine((form) => form.routingNumber === form.confirmRoutingNumber, {
      error: "Routing numbers must match",
      path: ["confirmRoutingNumber"],
    }),
  );
