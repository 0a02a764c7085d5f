import { z } from "zod/mini";
import { books } from "../../ledger/accounts.ts";
import type { Cents } from "../../money/cents.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

/** The repayment percentage of an advance by its size: the first tier that is large enough applies. */
export const repaymentPercentageTiers = z
  .array(z.object({ maxLoanAmountCents: centsFrom(1), repaymentPercentage: decimalWithin(0.01, 100) }))
  .check(
    z.minLength(1),
    z.refine(
      (tiers) => tiers.every((tier, at) => tier.maxLoanAmountCents > (tiers[at - 1]?.maxLoanAmountCents ?? 0)),
      "Tiers must grow",
    ),
  );
export type RepaymentPercentageTiers = z.infer<typeof repaymentPercentageTiers>;

/** Whether the tiers cover the largest advance offered. */
export const coversAdvance = (terms: {
  maxAdvanceAmountCents: Cents;
  repaymentPercentageTiers: RepaymentPercentageTiers;
}): boolean => terms.repaymentPercentageTiers.some((tier) => terms.maxAdvanceAmountCents <= tier.maxLoanAmountCents);

const replaced = { refinancedIssuedProductId: z.string(), principalCents: centsFrom(0), feeCents: centsFrom(0) };
/** The balance of an advance that a new one refinances. */
export const replacedAdvance = z.object({ ...replaced, book: z.enum(books) });
/** The part of it that the price of the new one depends on. */
export const pricedReplacedAdvance = z.object(replaced);
export type PricedReplacedAdvance = z.infer<typeof pricedReplacedAdvance>;
export type ReplacedAdvance = z.infer<typeof replacedAdvance>;
