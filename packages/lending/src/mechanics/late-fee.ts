import { formula } from "../explain/formula.ts";
import { type Cents, cents } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";

/** The penalties of a product for missed payments; null when it has none. */
export type Penalties = {
  /** Charged once per item, when it becomes late. */
  late: { percentage: Decimal; capCents: Cents };
  /** Charged for each returned entry, with prior notice. */
  returnedPaymentCents: Cents;
} | null;

/** The default penalties. Each product sets its own percentage. */
export const penaltiesWith = (percentage: Decimal): Penalties => ({
  /** Charged once per item, when it becomes late. */
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
