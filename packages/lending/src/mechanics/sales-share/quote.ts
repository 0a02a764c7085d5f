import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import type { Entry } from "../../ledger/entry.ts";
import { type Cents, noCents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import { advanceFunded, replacedBalance } from "./entries.ts";
import { type CollectionRhythm, type SalesEstimate, salesEstimate } from "./estimate.ts";
import { type AdvancePrice, advancePrice, repaymentPercentageFor } from "./sales-share.ts";
import type { RepaymentPercentageTiers, ReplacedAdvance } from "./terms.ts";

/** The terms that every advance has. */
export type AdvanceTerms = {
  feeFactor: Decimal;
  repaymentPercentageTiers: RepaymentPercentageTiers;
  estimatedAverageMonthlySalesInCents: Cents;
  refinanced: ReplacedAdvance | null;
};

export type AdvanceRequest = { advanceAmountCents: Cents; fundedOn: BusinessDate };

/** The price is binding. The term, the payments and the APR are estimates from past sales. */
export type AdvanceQuote = AdvancePrice & SalesEstimate & { repaymentPercentage: Decimal };

export function quoteAdvance(
  terms: AdvanceTerms,
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

/** The ledger entries of funding, posted when the payout is submitted to the processor. */
export function fundAdvance(terms: AdvanceTerms, { advanceAmountCents }: AdvanceRequest, book: Book): Entry[] {
  const { feeAmountCents } = priceOf(terms, advanceAmountCents, plainWorksheet);
  return advanceFunded({ advanceAmountCents, feeAmountCents, replaced: terms.refinanced }, book);
}

const priceOf = ({ feeFactor, refinanced }: AdvanceTerms, advanceAmountCents: Cents, write: Worksheet): AdvancePrice =>
  advancePrice(
    { advanceAmountCents, feeFactor, refinancedBalanceCents: refinanced ? replacedBalance(refinanced) : noCents },
    write,
  );
