import type { BusinessDate } from "../../calendar/business-date.ts";
import { add, noCents, sum } from "../../money/cents.ts";
import { type Amounts, type Issued, unpaid } from "../obligation.ts";
import { besidePayment, payoffAdjusted, type Refinance, type RefinancedDebt } from "../refinance.ts";
import { collectedLines } from "./entries.ts";
import type { AdvanceTerms } from "./quote.ts";
import { applyToAdvance, type CollectionEntry } from "./servicing.ts";

/** What is uncollected of an advance, with what is owed back on it. The price does not fall with time. */
const refinancePayoff = ({ obligations }: Issued<unknown>): Amounts => ({
  principalCents: sum(obligations.map((one) => unpaid(one).principalCents)),
  interestCents: noCents,
  feeCents: sum(obligations.map((one) => unpaid(one).feeCents)),
});

const debtsOf = ({ refinanced }: AdvanceTerms): RefinancedDebt[] => {
  if (!refinanced) return [];
  const { refinancedIssuedProductId, book, principalCents, feeCents } = refinanced;
  return [{ refinancedIssuedProductId, book, payoff: { principalCents, interestCents: noCents, feeCents } }];
};

/** An advance pays off another one. The funding entry of the new advance settles the signed balance of the old one and earns its fee. */
export const refinanceOfAdvances = (entryFor: CollectionEntry) =>
  ({
    debts: debtsOf,
    changesDaily: () => false,
    payoff: refinancePayoff,
    close: (issued: Issued<unknown>, debt: RefinancedDebt, on: BusinessDate) => {
      const { principalCents, feeCents } = debt.payoff;
      const amountCents = add(principalCents, feeCents);
      const payment = { effectiveOn: on, drawId: null, invoiceId: null, creditCents: noCents, amountCents };
      const paid = applyToAdvance(issued, { ...payment, kind: "PAYOFF" }, entryFor);
      const adjusted = payoffAdjusted(collectedLines({ principalCents, feeCents }), paid, issued.book);
      return { change: { ...paid, entries: [...besidePayment(paid), ...adjusted] }, entries: [], carriedFees: [] };
    },
  }) satisfies Refinance<AdvanceTerms>;
