import { difference, lowestOf, sumOf } from "../../explain/arithmetic.ts";
import { formula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { add, type Cents, least, most, negate, noCents, subtract } from "../../money/cents.ts";
import { type Decimal, fraction } from "../../money/fraction.ts";
import { exactPortion, factor, percent, portion } from "../../money/rate.ts";
import type { RepaymentPercentageTiers } from "./terms.ts";

export function repaymentPercentageFor(tiers: RepaymentPercentageTiers, advanceAmountCents: Cents): Decimal {
  const tier = tiers.find(({ maxLoanAmountCents }) => advanceAmountCents <= maxLoanAmountCents);
  if (!tier) throw new RangeError(`no tier is large enough for ${advanceAmountCents}`);
  return tier.repaymentPercentage;
}

const purchasedAmount = formula({
  name: "purchased-amount",
  version: 1,
  words: "The advance times the fee factor.",
  exact: ({ advanceAmountCents, feeFactor }: { advanceAmountCents: Cents; feeFactor: Decimal }) =>
    exactPortion(advanceAmountCents, factor(feeFactor)),
});

export type PriceRequest = {
  advanceAmountCents: Cents;
  feeFactor: Decimal;
  /** The balance of the advance that this one refinances. */
  refinancedBalanceCents: Cents;
};

export type AdvancePrice = {
  /** The purchased amount, which is the total to collect. */
  totalPaymentAmountCents: Cents;
  feeAmountCents: Cents;
  totalCostCents: Cents;
  netDisbursementAmountCents: Cents;
};

/** The price of an advance. It does not depend on future sales. */
export function advancePrice(request: PriceRequest, write: Worksheet): AdvancePrice {
  const { advanceAmountCents, feeFactor, refinancedBalanceCents } = request;
  if (refinancedBalanceCents > advanceAmountCents)
    throw new RangeError("the advance does not cover the balance that it refinances");
  const totalPaymentAmountCents = write(
    "totalPaymentAmountCents",
    purchasedAmount,
    { advanceAmountCents, feeFactor },
    { advanceAmountCents: "request", feeFactor: "terms" },
  );
  const feeAmountCents = write(
    "feeAmountCents",
    difference,
    { fromCents: totalPaymentAmountCents, advanceAmountCents },
    { fromCents: "figure totalPaymentAmountCents", advanceAmountCents: "request" },
  );
  const netDisbursementAmountCents = write(
    "netDisbursementAmountCents",
    difference,
    { fromCents: advanceAmountCents, refinancedBalanceCents },
    { fromCents: "request", refinancedBalanceCents: "ledger" },
  );
  const totalCostCents = write(
    "totalCostCents",
    sumOf,
    { feeAmountCents },
    { feeAmountCents: "figure feeAmountCents" },
  );
  return { totalPaymentAmountCents, feeAmountCents, totalCostCents, netDisbursementAmountCents };
}

const shareOfSales = formula({
  name: "share-of-sales",
  version: 1,
  words: "The sales times the repayment percentage.",
  exact: ({ salesCents, repaymentPercentage }: { salesCents: Cents; repaymentPercentage: Decimal }) =>
    exactPortion(salesCents, percent(repaymentPercentage)),
});

export type Sales = { salesCents: Cents; repaymentPercentage: Decimal; balanceCents: Cents };

/** The share of sales, capped at the balance, written under the given figure name. */
export function dueFromSales(figure: string, { balanceCents, ...sales }: Sales, write: Worksheet): Cents {
  const shareOfSalesCents = write("shareOfSalesCents", shareOfSales, sales, {
    salesCents: "request",
    repaymentPercentage: "terms",
  });
  return write(
    figure,
    lowestOf,
    { shareOfSalesCents, balanceCents },
    { shareOfSalesCents: "figure shareOfSalesCents", balanceCents: "ledger" },
  );
}

const feeOfCollection = formula({
  name: "fee-of-collection",
  version: 2,
  words:
    "The fee's share of all that is collected with this amount, rounded half up to whole cents, less the fee collected before; within what is uncollected of fee and advance, so that the last collection ends both.",
  exact: (collection: Collection) => {
    const { collectedBeforeCents, collectedFeeCents, amountCents, feeAmountCents, totalPaymentAmountCents } =
      collection;
    const share = fraction(feeAmountCents, totalPaymentAmountCents);
    const feeCents = subtract(portion(add(collectedBeforeCents, amountCents), share), collectedFeeCents);
    const collectedPrincipalCents = subtract(collectedBeforeCents, collectedFeeCents);
    const advanceCents = subtract(totalPaymentAmountCents, feeAmountCents);
    // A collection takes no more of fee and advance than is uncollected, and a return no more than was collected.
    const [lowest, highest] =
      amountCents < 0
        ? [most(amountCents, negate(collectedFeeCents)), least(noCents, add(amountCents, collectedPrincipalCents))]
        : [
            most(noCents, subtract(amountCents, subtract(advanceCents, collectedPrincipalCents))),
            least(amountCents, subtract(feeAmountCents, collectedFeeCents)),
          ];
    return most(lowest, least(highest, feeCents));
  },
});

export type Collection = {
  collectedBeforeCents: Cents;
  /** The fee's part of what was collected before. After returns it can differ by cents from its share. */
  collectedFeeCents: Cents;
  /** Negative when a collection is returned. */
  amountCents: Cents;
  feeAmountCents: Cents;
  totalPaymentAmountCents: Cents;
};

export type CollectionSplit = { principalCents: Cents; feeCents: Cents };

/** Splits a collection into fee and advance. */
export function splitCollection(collection: Collection, write: Worksheet): CollectionSplit {
  const feeCents = write("feeCents", feeOfCollection, collection, {
    collectedBeforeCents: "ledger",
    collectedFeeCents: "ledger",
    amountCents: "request",
    feeAmountCents: "terms",
    totalPaymentAmountCents: "terms",
  });
  const principalCents = write(
    "principalCents",
    difference,
    { fromCents: collection.amountCents, feeCents },
    { fromCents: "request", feeCents: "figure feeCents" },
  );
  return { principalCents, feeCents };
}

/** The state of an issued advance, and the business's credit that its payoff may use. */
export type AdvancePosition = { totalPaymentAmountCents: Cents; collectedCents: Cents; creditCents: Cents };

/** The payoff of an advance: the uncollected balance, less a credit. The price does not fall with time. */
export function advancePayoff(position: AdvancePosition, write: Worksheet) {
  const { totalPaymentAmountCents, collectedCents } = position;
  const balanceCents = write(
    "balanceCents",
    difference,
    { fromCents: totalPaymentAmountCents, collectedCents },
    { fromCents: "terms", collectedCents: "ledger" },
  );
  const creditCents = write(
    "creditCents",
    lowestOf,
    { availableCents: position.creditCents, balanceCents },
    { availableCents: "ledger", balanceCents: "figure balanceCents" },
  );
  const amountCents = write(
    "amountCents",
    difference,
    { fromCents: balanceCents, creditCents },
    { fromCents: "figure balanceCents", creditCents: "figure creditCents" },
  );
  return { amountCents, creditCents };
}
