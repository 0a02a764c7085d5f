import { z } from "zod/mini";
import { coversAdvance, repaymentPercentageTiers, replacedAdvance } from "../../mechanics/sales-share-terms.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

/** What we offer: an advance within amounts, for a share of every card sale that the platform withholds. */
export const integratedCashAdvanceTerms = z
  .object({
    productType: z.literal("INTEGRATED_MCA"),
    minLoanAmountCents: centsFrom(1),
    maxAdvanceAmountCents: centsFrom(1),
    /** "1.125" means that twelve and a half percent come on top. */
    feeFactor: decimalWithin(1, 2),
    repaymentPercentageTiers,
    /** The mean of the last six full months of the sales that are shared. */
    estimatedAverageMonthlySalesInCents: centsFrom(1),
    refinanced: z.nullable(
      z.extend(replacedAdvance, {
        /** Sales after this one are shared with the advance that is replaced until the new one stands, and are applied to it then. */
        refiLatestIntegratedMcaReceivableId: z.nullable(z.string()),
      }),
    ),
  })
  .check(z.refine(coversAdvance, "The tiers end below the largest advance"));
export type IntegratedCashAdvanceTerms = z.infer<typeof integratedCashAdvanceTerms>;
