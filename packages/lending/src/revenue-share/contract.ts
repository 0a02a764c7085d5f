import { z } from "zod/mini";
import type { BusinessDate } from "../calendar/business-date.ts";
import { centsFrom, decimalWithin } from "../money/shapes.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";

/** What a platform's share is a share of. */
export const revenueShareTypes = [
  "PERCENTAGE_OF_FEES",
  "PERCENTAGE_OF_ORIGINATIONS",
  "FEE_PREMIUM",
  "PERCENTAGE_OF_PAID_ORIGINATIONS",
] as const;
export type RevenueShareType = (typeof revenueShareTypes)[number];

/** From the lower bound on, up to but not including the upper; the last tier has no upper bound. */
const tier = z.object({
  lowerBound: centsFrom(0),
  upperBound: z.nullable(centsFrom(1)),
  /** In percent. */
  rate: decimalWithin(0, 100),
});

/** Tiers leave no gap: the first begins at nothing, each begins where the one before ends, the last is open. */
export const revenueShareTiers = z.array(tier).check(
  z.minLength(1),
  z.refine(
    (tiers) =>
      tiers.every(({ lowerBound, upperBound }, at) => {
        const begins = at === 0 ? 0 : tiers[at - 1]?.upperBound;
        const isLast = at === tiers.length - 1;
        return lowerBound === begins && (isLast ? upperBound === null : upperBound !== null && upperBound > lowerBound);
      }),
    "Tiers must follow one another without a gap",
  ),
);
export type RevenueShareTiers = z.infer<typeof revenueShareTiers>;

const day = z.iso.date().brand<"BusinessDate">();

/** One version of what was agreed with a platform for a product. It is never edited: a change is a new version. */
export const revenueShareContract = z.object({
  type: z.enum(revenueShareTypes),
  productType: z.enum(productTypes),
  tiers: revenueShareTiers,
  /** MARGINAL: each part of the base at the rate of its tier. CLIFF: the whole base at the rate of the tier it has reached. */
  mode: z.enum(["MARGINAL", "CLIFF"]),
  /** Over what the base is summed before it meets the tiers. */
  tierPeriod: z.enum(["MONTH", "YEAR"]),
  /** Whether fees for late and returned payments are shared too. */
  sharesPenalties: z.boolean(),
  startsOn: day,
  /** The last day; null while it runs on. */
  endsOn: z.nullable(day),
});
export type RevenueShareContract = z.infer<typeof revenueShareContract>;

/** Those by which something is shared that happens on a day; a platform may have several types at once. */
export const contractsInForce = (
  contracts: readonly RevenueShareContract[],
  productType: ProductType,
  on: BusinessDate,
): RevenueShareContract[] =>
  contracts.filter(
    (contract) =>
      contract.productType === productType &&
      contract.startsOn <= on &&
      (contract.endsOn === null || on <= contract.endsOn),
  );
