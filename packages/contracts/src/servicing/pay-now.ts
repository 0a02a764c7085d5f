import { payNowRefusals } from "@inlay/lending/servicing/pay-now.ts";
import { z } from "zod/mini";

/** Why what is due cannot be paid at once. Null if it can. */
export const whyNotPayNow = z.nullable(z.enum([...payNowRefusals, "PAY_NOW_NO_ACCOUNT"]));
export type WhyNotPayNow = z.infer<typeof whyNotPayNow>;

/** A payment of what was due that a person has ordered and that has no outcome yet. */
export const payNowPending = z.nullable(
  z.object({ effectiveDate: z.iso.date(), amountCents: z.int(), isCancellable: z.boolean() }),
);
export type PayNowPending = NonNullable<z.infer<typeof payNowPending>>;
