import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { activityKinds } from "@inlay/lending/servicing/activity.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

/** Something that happened to an issued product. `on` is the day that it is about: of a debit, of a payoff, or the chosen one. */
export const productActivity = z.object({
  id: uuid,
  kind: z.enum(activityKinds),
  happenedAt: z.iso.datetime(),
  amountCents: z.nullable(z.int()),
  on: z.nullable(z.iso.date()),
  /** The fee that it is about. */
  feeType: z.nullable(z.enum(feeTypes)),
  /** Whether the money goes to the business, such as a refund. */
  isToBusiness: z.boolean(),
});
export type ProductActivity = z.infer<typeof productActivity>;
