import { z } from "zod/mini";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

/** What we offer: a limit, and the terms of every draw on it. */
export const lineOfCreditTerms = z.object({
  productType: z.literal("LOC_TERM_LOAN"),
  approvedLimitCents: centsFrom(100),
  interestRatePercentage: decimalWithin(0, 100),
  /** Of each draw. */
  feePercentage: decimalWithin(0, 100),
  /** How long the line stays open. */
  durationDays: z.int().check(z.minimum(1)),
  /** How each draw is repaid. A draw of days that are no whole months is refused where it is quoted, in the specification's words. */
  repaymentDurationDays: z.int().check(z.minimum(1)),
  /** Per month: a percentage of the limit, or an amount. */
  locMaintenanceFeeDisplayType: z.enum(["PERCENTAGE", "AMOUNT"]),
  locMaintenanceFeePercentage: decimalWithin(0, 5),
  locMaintenanceFeeAmountCents: centsFrom(0),
});
export type LineOfCreditTerms = z.infer<typeof lineOfCreditTerms>;
