import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { type Cents, noCents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { NewObligation } from "../obligation.ts";
import { advanceFunded, replacedBalance } from "./entries.ts";
import { type CollectionRhythm, type SalesEstimate, salesEstimate } from "./estimate.ts";
import { type AdvancePrice, advancePrice, repaymentPercentageFor } from "./sales-share.ts";
import type { PricedReplacedAdvance, RepaymentPercentageTiers, ReplacedAdvance } from "./terms.ts";

/** The terms that price every advance. */
export type AdvancePricing = {
  feeFactor: Decimal;
  repaymentPercentageTiers: RepaymentPercentageTiers;
  estimatedAverageMonthlySalesInCents: Cents;
  refinanced: PricedReplacedAdvance | null;
};

/** The terms that every advance has. */
export type AdvanceTerms = AdvancePricing & { refinanced: ReplacedAdvance | null };

export type AdvanceRequest = { advanceAmountCents: Cents; fundedOn: BusinessDate };

/** The price is binding. The term, the payments and the APR are estimates from past sales. */
export type AdvanceQuote = AdvancePrice & SalesEstimate & { repaymentPercentage: Decimal };

export function quoteAdvance(
  terms: AdvancePricing,
  { advanceAmountCents, fundedOn }: AdvanceRequest,
  rhythm: CollectionRhythm,
  write: Worksheet,
): AdvanceQuote {
  const price = priceOf(terms, advanceAmountCents, write);
  const repaymentPercentage = repaymentPercentageFor(terms.repaymentPercentageTiers, advanceAmountCents);
  const estimate = salesEstimate(
    {
      advanceAmountCents,
      totalPaymentAmountCents: price.totalPaymentAmountCents,
      repaymentPercentage,
      averageMonthlySalesCents: terms.estimatedAverageMonthlySalesInCents,
      rhythm,
      fundedOn,
    },
    write,
  );
  return { ...price, ...estimate, repaymentPercentage };
}

/** The entries of funding, posted when the payout is submitted, and the advance with its fee as one obligation, which is never due. */
export function fundAdvance(terms: AdvanceTerms, { advanceAmountCents }: AdvanceRequest, book: Book) {
  const { feeAmountCents } = priceOf(terms, advanceAmountCents, plainWorksheet);
  const obligation: NewObligation = {
    number: 1,
    dueOn: null,
    feeType: "MCA_FEE",
    owed: { principalCents: advanceAmountCents, interestCents: noCents, feeCents: feeAmountCents },
    unearnedFeeCents: feeAmountCents,
    rebateTerms: null,
  };
  return {
    entries: advanceFunded({ advanceAmountCents, feeAmountCents, replaced: terms.refinanced }, book),
    obligations: [obligation],
  };
}

const priceOf = (
  { feeFactor, refinanced }: AdvancePricing,
  advanceAmountCents: Cents,
  write: Worksheet,
): AdvancePrice =>
  advancePrice(
    { advanceAmountCents, feeFactor, refinancedBalanceCents: refinanced ? replacedBalance(refinanced) : noCents },
    write,
  );
