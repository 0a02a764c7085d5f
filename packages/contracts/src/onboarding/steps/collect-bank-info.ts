import { z } from "zod/mini";
import { accountNumber, accountNumberDigits, requiredText, routingNumber, routingNumberDigits } from "../../fields.ts";
import { step } from "../step.ts";

const rest = {
  name: requiredText("Bank name is required"),
  accountType: z.literal("depository"),
  accountSubtype: z.enum(["checking", "savings"]),
  /** The owner's word that the account may be debited, where the platform asks for it. */
  achAuthorized: z.optional(z.boolean()),
};

export const collectBankInfo = step({
  screen: z.object({
    account: z.nullable(z.object({ bankName: z.string(), accountNumberLast4: z.string() })),
    authorization: z.nullable(z.object({ version: z.string(), text: z.string() })),
  }),
  completion: z.strictObject({ accountNumber, routingNumber, ...rest }),
  secrets: ["accountNumber", "routingNumber"],
});

/** What a form checks: the same, with the digits in the open and typed twice. */
export const bankInfoForm = z
  .object({
    accountNumber: accountNumberDigits,
    confirmAccountNumber: z.string(),
    routingNumber: routingNumberDigits,
    confirmRoutingNumber: z.string(),
    name: rest.name,
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
