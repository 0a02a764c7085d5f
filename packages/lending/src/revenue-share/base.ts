import { difference, sumOf } from "../explain/arithmetic.ts";
import { formula } from "../explain/formula.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { FeeType } from "../ledger/accounts.ts";
import { type Cents, negate } from "../money/cents.ts";
import { type Decimal, fraction } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";
import { runningShare } from "../money/split.ts";
import type { RevenueShareContract } from "./contract.ts";

/**
 * A final money movement that a revenue share may depend on. Amounts are negative when an earlier movement is reversed by a late return
 * or a refund.
 */
export type Earning =
  | {
      kind: "DISBURSED";
      /** Excludes principal that refinances one of our own products. */
      netNewPrincipalCents: Cents;
    }
  | {
      kind: "COLLECTED";
      principalCents: Cents;
      interestCents: Cents;
      feeCents: Cents;
      /** Null when the collection contains no fee. */
      feeType: FeeType | null;
      /** The part of the fee that was charged on top of our own price. */
      premiumCents: Cents;
      isDefaulted: boolean;
    }
  | { kind: "REBATED"; rebateCents: Cents };

const penalties: ReadonlySet<FeeType | null> = new Set(["LATE_PAYMENT", "INSUFFICIENT_FUNDS"]);

/** The amount that an earning adds to the base of a contract. */
export function baseOf(
  contract: Pick<RevenueShareContract, "type" | "sharesPenalties">,
  earning: Earning,
  write: Worksheet,
): Cents {
  const parts = sharedParts(contract, earning);
  return write("baseCents", sumOf, parts, Object.fromEntries(Object.keys(parts).map((name) => [name, "ledger"])));
}

function sharedParts(
  { type, sharesPenalties }: Pick<RevenueShareContract, "type" | "sharesPenalties">,
  earning: Earning,
): Record<string, Cents> {
  switch (type) {
    case "PERCENTAGE_OF_ORIGINATIONS":
      return earning.kind === "DISBURSED" ? { netNewPrincipalCents: earning.netNewPrincipalCents } : {};
    case "PERCENTAGE_OF_FEES": {
      if (earning.kind === "REBATED") return { rebateCents: negate(earning.rebateCents) };
      if (earning.kind === "DISBURSED") return {};
      const { interestCents, feeCents, feeType } = earning;
      return sharesPenalties || !penalties.has(feeType) ? { interestCents, feeCents } : { interestCents };
    }
    case "FEE_PREMIUM":
      return earning.kind === "COLLECTED" ? { premiumCents: earning.premiumCents } : {};
    case "PERCENTAGE_OF_PAID_ORIGINATIONS":
      return earning.kind === "COLLECTED" && !earning.isDefaulted ? { principalCents: earning.principalCents } : {};
  }
}

const feeAt = formula({
  name: "fee-at-percentage",
  version: 1,
  words: "The principal times the fee percentage.",
  exact: ({ principalCents, feePercentage }: { principalCents: Cents; feePercentage: Decimal }) =>
    exactPortion(principalCents, percent(feePercentage)),
});

export type MarkedUpFee = { principalCents: Cents; baseFeePercentage: Decimal; markedFeePercentage: Decimal };
export type FeePremium = { feeChargedCents: Cents; baseFeeCents: Cents; premiumCents: Cents };

/** The amount that a platform's markup adds to a fee. */
export function feePremium(fee: MarkedUpFee, write: Worksheet): FeePremium {
  const { principalCents } = fee;
  const at = (figure: string, feePercentage: Decimal) =>
    write(figure, feeAt, { principalCents, feePercentage }, { principalCents: "ledger", feePercentage: "terms" });
  const feeChargedCents = at("feeChargedCents", fee.markedFeePercentage);
  const baseFeeCents = at("baseFeeCents", fee.baseFeePercentage);
  const premiumCents = write(
    "premiumCents",
    difference,
    { fromCents: feeChargedCents, baseFeeCents },
    { fromCents: "figure feeChargedCents", baseFeeCents: "figure baseFeeCents" },
  );
  return { feeChargedCents, baseFeeCents, premiumCents };
}

const premiumOfCollection = formula({
  name: "premium-of-collection",
  version: 1,
  words:
    "The premium's share of all that is collected of the fee with this amount, less its share of what was collected before, each rounded half up to whole cents.",
  exact: ({ premiumCents, feeChargedCents, collectedBeforeCents, amountCents }: CollectedFee) =>
    runningShare(collectedBeforeCents, amountCents, fraction(premiumCents, feeChargedCents)),
});

export type CollectedFee = {
  premiumCents: Cents;
  feeChargedCents: Cents;
  collectedBeforeCents: Cents;
  amountCents: Cents;
};

/** The premium in one collection of a fee. Over all collections of the fee it adds up to the whole premium. */
export const premiumCollected = (fee: CollectedFee, write: Worksheet): Cents =>
  write("premiumCents", premiumOfCollection, fee, {
    premiumCents: "terms",
    feeChargedCents: "terms",
    collectedBeforeCents: "ledger",
    amountCents: "ledger",
  });
