import { formula } from "../explain/formula.ts";
import { type Cents, cents } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";

/** What a product charges when a payment does not come; null where it charges nothing. */
export type Penalties = {
  /** Once per item, when it turns late. */
  late: { percentage: Decimal; capCents: Cents };
  /** For each returned entry, with prior notice. */
  returnedPaymentCents: Cents;
} | null;

/** The defaults of the house for products that charge penalties; the percentage is the product's. */
export const penaltiesWith = (percentage: Decimal): Penalties => ({
  /** Once per item, when it turns late. */
  late: { percentage, capCents: cents(50_000) },
  returnedPaymentCents: cents(2_500),
});

export const lateFee = formula({
  name: "late-fee",
  version: 1,
  words: "The unpaid amount times the fee percentage, and never more than the cap.",
  exact: ({ unpaidCents, percentage, capCents }: { unpaidCents: Cents; percentage: Decimal; capCents: Cents }) => {
    const fee = exactPortion(unpaidCents, percent(percentage));
    return fee.numerator < fee.denominator * BigInt(capCents) ? fee : capCents;
  },
});
