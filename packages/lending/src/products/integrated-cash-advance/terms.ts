import { z } from "zod/mini";
import {
  coversAdvance,
  pricedReplacedAdvance,
  repaymentPercentageTiers,
  replacedAdvance,
} from "../../mechanics/sales-share/terms.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

const fields = {
  productType: z.literal("INTEGRATED_MCA"),
  minLoanAmountCents: centsFrom(1),
  maxAdvanceAmountCents: centsFrom(1),
  /** "1.125" means a fee of 12.5 percent of the advance. */
  feeFactor: decimalWithin(1, 2),
  repaymentPercentageTiers,
  /** The mean of the shared sales over the last six full months. */
  estimatedAverageMonthlySalesInCents: centsFrom(1),
};

/** The offered terms: an advance between two amounts, for a share of every card sale that the platform withholds. */
export const integratedCashAdvanceTerms = z
  .object({
    ...fields,
    refinanced: z.nullable(
      z.extend(replacedAdvance, {
        /** Receivables after this one are still paid to the replaced advance. At closing they are replayed against the new balance. */
        refiLatestIntegratedMcaReceivableId: z.nullable(z.string()),
      }),
    ),
  })
  .check(z.refine(coversAdvance, "The tiers end below the largest advance"));
export type IntegratedCashAdvanceTerms = z.infer<typeof integratedCashAdvanceTerms>;

/** The part of the terms that prices an advance. It names neither the book of a refinanced one nor its receivables. */
export const integratedCashAdvancePricing = z.object({ ...fields, refinanced: z.nullable(pricedReplacedAdvance) });
export type IntegratedCashAdvancePricing = z.infer<typeof integratedCashAdvancePricing>;
