import { formula } from "../explain/formula.ts";
import type { Cents } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";

/** The fee on an amount, withheld from the payout. */
export const originationFee = formula({
  name: "origination-fee",
  version: 1,
  words: "The amount times the fee percentage.",
  exact: ({ amountCents, feePercentage }: { amountCents: Cents; feePercentage: Decimal }) =>
    exactPortion(amountCents, percent(feePercentage)),
});
