import { z } from "zod/mini";
import type { BusinessDate } from "../calendar/business-date.ts";
import { centsFrom, decimalWithin } from "../money/shapes.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";

/** The base that a platform's share is calculated on. */
export const revenueShareTypes = [
  "PERCENTAGE_OF_FEES",
  "PERCENTAGE_OF_ORIGINATIONS",
  "FEE_PREMIUM",
  "PERCENTAGE_OF_PAID_ORIGINATIONS",
] as const;
export type RevenueShareType = (typeof revenueShareTypes)[number];

/** The lower bound is inclusive and the upper bound exclusive. The last tier has no upper bound. */
const tier = z.object({
  lowerBound: centsFrom(0),
  upperBound: z.nullable(centsFrom(1)),
  /** In percent. */
  rate: decimalWithin(0, 100),
});

/** Tiers have no gaps: the first begins at zero, each begins where the previous one ends, and the last has no upper bound. */
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

/** One version of the agreement with a platform for a product. It is never edited; a change is a new version. */
export const revenueShareContract = z.object({
  type: z.enum(revenueShareTypes),
  productType: z.enum(productTypes),
  tiers: revenueShareTiers,
  /** MARGINAL applies each tier's rate to its part of the base. CLIFF applies the rate of the tier reached to the whole base. */
  mode: z.enum(["MARGINAL", "CLIFF"]),
  /** The period over which the base is summed before the tiers apply. */
  tierPeriod: z.enum(["MONTH", "YEAR"]),
  /** Whether fees for late and returned payments are shared too. */
  sharesPenalties: z.boolean(),
  startsOn: day,
  /** The last day; null while the contract is open-ended. */
  endsOn: z.nullable(day),
});
export type RevenueShareContract = z.infer<typeof revenueShareContract>;

/** The contracts in force on a day. A platform may have several types at once. */
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
