import { z } from "zod/mini";
import { repaymentFrequencies } from "../../mechanics/sales-share/repayment-frequency.ts";
import {
  coversAdvance,
  pricedReplacedAdvance,
  repaymentPercentageTiers,
  replacedAdvance,
} from "../../mechanics/sales-share/terms.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

const fields = {
  productType: z.literal("MCA"),
  maxAdvanceAmountCents: centsFrom(100_000),
  /** "1.12" means a fee of 12 percent of the advance. */
  feeFactor: decimalWithin(1, 2),
  repaymentPercentageTiers,
  repaymentFrequency: z.enum(repaymentFrequencies),
  /** The mean of the shared sales over the last six full months. */
  estimatedAverageMonthlySalesInCents: centsFrom(1),
};

/** The offered terms: an advance up to a maximum, for a share of sales that depends on its size. */
export const cashAdvanceTerms = z
  .object({ ...fields, refinanced: z.nullable(replacedAdvance) })
  .check(z.refine(coversAdvance, "The tiers end below the largest advance"));
export type CashAdvanceTerms = z.infer<typeof cashAdvanceTerms>;

/** The part of the terms that prices an advance. It does not name the book of a refinanced one. */
export const cashAdvancePricing = z.object({ ...fields, refinanced: z.nullable(pricedReplacedAdvance) });
export type CashAdvancePricing = z.infer<typeof cashAdvancePricing>;
