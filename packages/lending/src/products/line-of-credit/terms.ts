import { z } from "zod/mini";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

export const maintenanceFeeDisplayTypes = ["PERCENTAGE", "AMOUNT"] as const;

/** The offered terms: a limit, and the terms of every draw on it. */
export const lineOfCreditTerms = z.object({
  productType: z.literal("LOC_TERM_LOAN"),
  approvedLimitCents: centsFrom(100),
  interestRatePercentage: decimalWithin(0, 100),
  /** The origination fee of each draw. */
  feePercentage: decimalWithin(0, 100),
  /** The number of days for which the line stays open. */
  durationDays: z.int().check(z.minimum(1)),
  /** The repayment term of each draw. The quote refuses a term that is not whole months, with the message of the specification. */
  repaymentDurationDays: z.int().check(z.minimum(1)),
  /** The monthly fee: a percentage of the limit, or an amount. */
  locMaintenanceFeeDisplayType: z.enum(maintenanceFeeDisplayTypes),
  locMaintenanceFeePercentage: decimalWithin(0, 5),
  locMaintenanceFeeAmountCents: centsFrom(0),
});
export type LineOfCreditTerms = z.infer<typeof lineOfCreditTerms>;
