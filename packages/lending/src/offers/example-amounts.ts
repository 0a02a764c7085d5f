import type { AmountRange } from "../mechanics/amount-range.ts";
import type { PricingPlan } from "../mechanics/invoices/terms.ts";
import { type Cents, cents, least, most } from "../money/cents.ts";
import { leastQuotableCents } from "./adjustable-amount.ts";

/** The amounts of an example, and the one with which it begins. */
export type ExampleAmounts = { range: AmountRange; firstCents: Cents };

/** The draws that an owner can try: whole thousands of dollars up to the limit. It begins with four tenths of the limit. */
export function exampleDraws(limitCents: Cents): ExampleAmounts {
  const stepCents = stepOf(limitCents);
  const firstCents = cents(Math.round((limitCents * 0.4) / stepCents) * stepCents);
  return { range: rangeFrom(stepCents, limitCents), firstCents: within(limitCents, stepCents, firstCents) };
}

/**
 * The invoices or bills that an owner can try: whole thousands of dollars up to the limit. It begins with $10,000, or with the limit if that
 * is less. The advance on the smallest one can still be quoted, whatever the plan.
 */
export function exampleInvoices(plans: readonly PricingPlan[], limitCents: Cents): ExampleAmounts {
  const stepCents = stepOf(limitCents);
  const lowestRate = Math.min(...plans.map(({ advanceRatePercentage }) => Number(advanceRatePercentage)));
  const steps = Math.ceil((leastQuotableCents * 100) / lowestRate / stepCents);
  const minCents = cents(steps * stepCents);
  return { range: rangeFrom(minCents, limitCents), firstCents: within(limitCents, minCents, cents(1_000_000)) };
}

/** Small limits have steps of a hundred dollars, so that there is something to move. */
const stepOf = (limitCents: Cents): Cents => cents(limitCents < 500_000 ? 10_000 : 100_000);

const rangeFrom = (minCents: Cents, limitCents: Cents): AmountRange => ({
  minCents: least(minCents, limitCents),
  maxCents: limitCents,
  stepCents: stepOf(limitCents),
});

const within = (limitCents: Cents, minCents: Cents, amountCents: Cents): Cents =>
  least(limitCents, most(minCents, amountCents));
