import { cents } from "../money/cents.ts";
import { cashAdvanceTerms } from "../products/cash-advance/terms.ts";
import { integratedCashAdvanceTerms } from "../products/integrated-cash-advance/terms.ts";
import { invoiceFinancingTerms } from "../products/invoice-financing/terms.ts";
import { lineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import { payablesFinancingTerms } from "../products/payables-financing/terms.ts";
import { termLoanTerms } from "../products/term-loan/terms.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

/** A product's offer whose largest amount is the given one. A refinancing offer pays off a product of ours, and a loan another lender, too. */
export function sampleOffer(product: OfferTerms["productType"], amount: number, isRefinancing = false): OfferTerms {
  const amountCents = cents(amount);
  const own = { refinancedIssuedProductId: "old", book: "CONCAR_SPV_1" };
  const refinanced = isRefinancing
    ? { ...own, principalCents: Math.floor(amount / 5), feeCents: Math.floor(amount / 50) }
    : null;
  switch (product) {
    case "TERM_LOAN":
      return termLoanTerms.parse({
        productType: product,
        minLoanAmountCents: 1_000_000,
        maxLoanAmountCents: amountCents,
        interestRatePercentage: "18",
        feePercentage: "3",
        durationDays: 360,
        interestMethod: "AMORTIZED",
        payoffInterestBasis: "SPEC_CAPPED",
        existingDebts: refinanced
          ? [
              {
                debtType: "KANMON_DEBT",
                ...own,
                principalCents: refinanced.principalCents,
                interestCents: refinanced.feeCents,
              },
              { debtType: "EXTERNAL_DEBT", existingDebtId: "other", payoffCents: Math.floor(amount / 4) },
            ]
          : [],
      });
    case "LOC_TERM_LOAN":
      return lineOfCreditTerms.parse({
        productType: product,
        approvedLimitCents: amountCents,
        interestRatePercentage: "24",
        feePercentage: "2",
        durationDays: 360,
        repaymentDurationDays: 180,
        locMaintenanceFeeDisplayType: "PERCENTAGE",
        locMaintenanceFeePercentage: "0.25",
        locMaintenanceFeeAmountCents: 0,
      });
    case "FAST_PAY":
      return invoiceFinancingTerms.parse({
        productType: product,
        monthlyLimitAmountCents: amountCents,
        offerPricingPlans: samplePlans(85, ["2.75", "5.2", "7.5"]),
      });
    case "EXTEND_PAY_PURCHASE_ORDER":
      return payablesFinancingTerms.parse({
        productType: product,
        monthlyLimitAmountCents: amountCents,
        offerPricingPlans: samplePlans(100, ["2", "3.9", "5.7"]),
      });
    case "MCA":
      return cashAdvanceTerms.parse({
        productType: product,
        maxAdvanceAmountCents: amountCents,
        feeFactor: "1.12",
        repaymentPercentageTiers: [{ maxLoanAmountCents: amountCents, repaymentPercentage: "10" }],
        repaymentFrequency: "WEEKLY",
        estimatedAverageMonthlySalesInCents: amount * 3,
        refinanced,
      });
    case "INTEGRATED_MCA":
      return integratedCashAdvanceTerms.parse({
        productType: product,
        minLoanAmountCents: 50_000,
        maxAdvanceAmountCents: amountCents,
        feeFactor: "1.125",
        repaymentPercentageTiers: [{ maxLoanAmountCents: amountCents, repaymentPercentage: "15" }],
        estimatedAverageMonthlySalesInCents: amount * 3,
        refinanced: refinanced && { ...refinanced, refiLatestIntegratedMcaReceivableId: null },
      });
  }
}

const samplePlans = (advanceRatePercentage: number, fees: readonly string[]) =>
  fees.map((transactionFeePercentage, n) => ({
    id: `${30 * (n + 1)}-days`,
    advanceRatePercentage,
    transactionFeePercentage,
    paymentStructure: "GROSS",
    repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 * (n + 1) },
  }));
