import { z } from "zod/mini";
import { repaymentFrequencies } from "../../mechanics/sales-share-estimate.ts";
import { coversAdvance, repaymentPercentageTiers, replacedAdvance } from "../../mechanics/sales-share-terms.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

/** What we offer: an advance up to an amount, for a share of sales that depends on its size. */
export const cashAdvanceTerms = z
  .object({
    productType: z.literal("MCA"),
    maxAdvanceAmountCents: centsFrom(100_000),
    /** "1.12" means that twelve percent come on top. */
    feeFactor: decimalWithin(1, 2),
    repaymentPercentageTiers,
    repaymentFrequency: z.enum(repaymentFrequencies),
    /** The mean of the last six full months of the sales that are shared. */
    estimatedAverageMonthlySalesInCents: centsFrom(1),
    refinanced: z.nullable(replacedAdvance),
  })
  .check(z.refine(coversAdvance, "The tiers end below the largest advance"));
export type CashAdvanceTerms = z.infer<typeof cashAdvanceTerms>;
