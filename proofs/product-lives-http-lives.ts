import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { addDays, businessDate } from "../packages/lending/src/calendar/business-date.ts";
import type { Life } from "./product-lives-http-life.ts";
import { hold } from "./proof.ts";

/** A life from the funding of a product to its end, and the account number whose ending decides what the bank does. */
export type HttpLife = { name: string; ending: string; endsAs: string; live(life: Life): Promise<void> };

const pays = "6789";

export const lives: readonly HttpLife[] = [
  { name: "term loan: early payoff", ending: pays, endsAs: "FULLY_PAID", live: paidOffEarly },
];

// Whole hundreds of dollars, so that no amount selects a scenario of the sandbox by its cents.
const loanCents = 1_200_000;

const loanOf = (durationDays: number): OfferTerms =>
  ({ ...sampleOffer("TERM_LOAN", loanCents), durationDays }) as OfferTerms;

async function paidOffEarly(life: Life): Promise<void> {
  const loan = await life.fund(loanOf(90), loanCents);
  const path = `/servicing/issued-products/${loan.id}/early-payoff`;
  const { payoffQuote } = (await life.owner("GET", path)) as {
    payoffQuote: { effectiveDate: string; amountCents: number };
  };
  const { issuedProduct } = await life.owner("POST", path, { effectiveDate: payoffQuote.effectiveDate });
  const data = (issuedProduct as { servicingData: LoanData }).servicingData;
  const { earlyPayoff } = data.termLoanAmmortizationSchedule.loanSummary;
  hold(`${life.name}: the payoff that is scheduled`, earlyPayoff?.amountCents, payoffQuote.amountCents);
  await life.passTo(addDays(businessDate(payoffQuote.effectiveDate), 1));
  await life.passUntilStatus(loan, "FULLY_PAID");
}
type LoanData = {
  termLoanAmmortizationSchedule: { loanSummary: { earlyPayoff: { amountCents: number } | null } };
};
