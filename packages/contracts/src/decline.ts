import { productTypes } from "@inlay/lending/products/product-type.ts";
import { changeKinds } from "@inlay/lending/underwriting/changes.ts";
import { z } from "zod/mini";
import { noPrivateNumber } from "./fields/fields.ts";
import { uuid } from "./ids.ts";

/** One change that would have led to an offer. No promise: the next application is decided on the facts of its day. */
const change = z.object({
  kind: z.enum(changeKinds),
  /** Cents, a count, months or days, by the kind. Null where the change is a matter of yes or no. */
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  /** The day on which the business is old enough. */
  on: z.nullable(z.iso.date()),
  productType: z.nullable(z.enum(productTypes)),
});
export type ShownChange = z.infer<typeof change>;

/** UPHELD: the decision stands. RECONSIDERED: the owner may apply again at once. */
export const appealOutcomes = ["UPHELD", "RECONSIDERED"] as const;

/** Why an owner asks for the decision to be looked at again. */
export const newAppeal = z.strictObject({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: "Please say what we should look at again", abort: true }),
      z.maxLength(2000, "Please use at most 2,000 characters"),
      noPrivateNumber,
    ),
});
export type NewAppeal = z.infer<typeof newAppeal>;

/** What an owner asked for, and the answer. */
export const appeal = z.object({
  appealId: uuid,
  loanApplicationId: uuid,
  text: z.string(),
  requestedAt: z.iso.datetime(),
  answerBy: z.iso.date(),
  /** The promised day has passed without an answer. */
  isLate: z.boolean(),
  answeredAt: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.enum(appealOutcomes)),
  message: z.nullable(z.string()),
});
export type Appeal = z.infer<typeof appeal>;

/** What a declined business is told beside the reasons. */
export const decline = z.object({
  loanApplicationId: uuid,
  declinedOn: z.iso.date(),
  /** The fewest and smallest changes with which the rules would have made an offer. Empty: there are none to tell. */
  changes: z.array(change),
  comeBackOn: z.iso.date(),
  canApplyAgain: z.boolean(),
  appeal: z.nullable(appeal),
});
export type Decline = z.infer<typeof decline>;
