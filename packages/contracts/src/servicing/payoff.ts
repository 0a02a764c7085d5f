import { payOffRefusals } from "@inlay/lending/mechanics/why-not-pay-off.ts";
import { z } from "zod/mini";

const cents = z.int();
const date = z.iso.date();

/**
 * Whether a loan or a draw can be paid off: the days that can be chosen, or why none can. `first` is the payoff on the first of them, and
 * `scheduled` the one that has no outcome yet.
 */
export const payoffChoice = z.object({
  why: z.nullable(z.enum([...payOffRefusals, "PAYOFF_NO_ACCOUNT"])),
  days: z.array(date),
  closedDays: z.array(date),
  latestOn: z.nullable(date),
  nextPaymentOn: z.nullable(date),
  first: z.nullable(z.object({ effectiveDate: date, amountCents: cents, savedCents: cents })),
  scheduled: z.nullable(z.object({ effectiveDate: date, amountCents: cents, isCancellable: z.boolean() })),
});
export type PayoffChoice = z.infer<typeof payoffChoice>;
