import { formula } from "../explain/formula.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import { revenueShareAccrued, revenueShareClawedBack } from "../ledger/entries.ts";
import type { Entry } from "../ledger/entry.ts";
import { add, type Cents, cents, negate, subtract } from "../money/cents.ts";
import { type Fraction, plus, whole } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";
import { toCents } from "../money/rounding.ts";
import type { RevenueShareContract, RevenueShareTiers, RevenueShareType } from "./contract.ts";

type TieredBase = { baseCents: Cents; tiers: RevenueShareTiers; mode: RevenueShareContract["mode"] };

/** The share of a whole base, as a statement shows it. */
export const tieredShare = formula({
  name: "tiered-share",
  version: 1,
  words:
    "MARGINAL: each part of the base times the rate of its tier, added up. CLIFF: the base times the rate of the tier it has reached. A base below zero goes by the first tier.",
  exact: (base: TieredBase) => exactShare(base),
});

function exactShare({ baseCents, tiers, mode }: TieredBase): Fraction {
  const reached = tiers.filter((tier, at) => at === 0 || baseCents >= tier.lowerBound);
  if (mode === "CLIFF") return exactPortion(baseCents, percent(reached.at(-1)?.rate ?? 0));
  return reached
    .map(({ lowerBound, upperBound, rate }) => {
      const end = upperBound === null ? baseCents : Math.min(baseCents, upperBound);
      return exactPortion(cents(end - lowerBound), percent(rate));
    })
    .reduce(plus, whole(0));
}

const lineShare = formula({
  name: "share-of-line",
  version: 1,
  words:
    "The tiered share of the base with this amount, less the tiered share of the base before it, each rounded half up to whole cents; so the lines of a period add up to the share of its base.",
  exact: ({ baseBeforeCents, amountCents, ...terms }: Omit<TieredBase, "baseCents"> & BaseStep) => {
    const shareOf = (baseCents: Cents) => toCents(exactShare({ baseCents, ...terms }));
    return subtract(shareOf(add(baseBeforeCents, amountCents)), shareOf(baseBeforeCents));
  },
});

type BaseStep = {
  /** The base of the month or year so far. */
  baseBeforeCents: Cents;
  /** The amount added to the base; negative for a reversal. */
  amountCents: Cents;
};

export type LineType = "ORIGINATION" | "FEE_REVENUE" | "PERFORMANCE" | "REFUND";

const lineTypes: { [T in RevenueShareType]: LineType } = {
  PERCENTAGE_OF_ORIGINATIONS: "ORIGINATION",
  PERCENTAGE_OF_FEES: "FEE_REVENUE",
  FEE_PREMIUM: "FEE_REVENUE",
  PERCENTAGE_OF_PAID_ORIGINATIONS: "PERFORMANCE",
};

export type RevenueShareLine = { type: LineType; baseCents: Cents; shareCents: Cents };

/** The statement line of one earning. A reversal counts in the period in which it happens. */
export function revenueShareLine(
  { type, tiers, mode }: Pick<RevenueShareContract, "type" | "tiers" | "mode">,
  { baseBeforeCents, amountCents }: BaseStep,
  write: Worksheet,
): RevenueShareLine {
  const shareCents = write(
    "shareCents",
    lineShare,
    { baseBeforeCents, amountCents, tiers, mode },
    { baseBeforeCents: "ledger", amountCents: "ledger", tiers: "terms", mode: "terms" },
  );
  return { type: amountCents < 0 ? "REFUND" : lineTypes[type], baseCents: amountCents, shareCents };
}

/** The ledger entries of a line. They go into the book of the servicer, which pays the platforms. */
export function lineEntries({ shareCents }: RevenueShareLine): Entry[] {
  if (shareCents === 0) return [];
  return [shareCents > 0 ? revenueShareAccrued(shareCents) : revenueShareClawedBack(negate(shareCents))];
}
