import { repaymentWindow } from "@inlay/lending/mechanics/invoices/terms.ts";
import { repaymentFrequencies } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { maintenanceFeeDisplayTypes } from "@inlay/lending/products/line-of-credit/terms.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";

const cents = z.int();
/** A percentage or factor of the terms: "12.5" or 12.5. */
const decimal = z.union([z.string(), z.number()]);
const date = z.iso.date();

const termLoan = z.object({
  productType: z.literal("TERM_LOAN"),
  /** The loan that the figures below are about; `monthlyPayment` and `totalInterest` are in cents. */
  loanAmountCents: cents,
  minLoanAmountCents: cents,
  maxLoanAmountCents: cents,
  interestRatePercentage: decimal,
  feePercentage: decimal,
  durationDays: z.int(),
  /** The shortest term of all offers of the application. */
  minTermMonth: z.int(),
  existingDebts: z.array(
    z.discriminatedUnion("debtType", [
      z.object({ debtType: z.literal("EXTERNAL_DEBT"), existingDebtId: uuid }),
      z.object({ debtType: z.literal("KANMON_DEBT"), refinancedIssuedProductId: uuid }),
    ]),
  ),
  refiExistingLoanPayoffAmountCents: cents,
  refiNetNewPrincipalAmountCents: cents,
  apr: z.number(),
  monthlyPayment: cents,
  firstPaymentDate: date,
  lastPaymentDate: date,
  totalInterest: cents,
  amountFinancedCents: cents,
  netDisbursementAmountCents: cents,
  totalPaymentAmountCents: cents,
  feeAmountCents: cents,
  totalCostCents: cents,
  /** Whole percent. */
  effectiveRatePercentage: z.int(),
});

const lineOfCredit = z.object({
  productType: z.literal("LOC_TERM_LOAN"),
  approvedLimitCents: cents,
  interestRatePercentage: decimal,
  /** The fee of each draw. */
  feePercentage: decimal,
  durationDays: z.int(),
  repaymentDurationDays: z.int(),
  locMaintenanceFeeDisplayType: z.enum(maintenanceFeeDisplayTypes),
  locMaintenanceFeePercentage: decimal,
  locMaintenanceFeeAmountCents: cents,
  monthlyMaintenanceFeeCents: cents,
  /** The figures of a draw. APR and cost include the maintenance fees. */
  apr: z.number(),
  monthlyPayment: cents,
  netDisbursementAmountCents: cents,
  feeAmountCents: cents,
  totalCostCents: cents,
});

const offerPlan = z.object({
  id: z.string(),
  advanceRatePercentage: decimal,
  transactionFeePercentage: decimal,
  repaymentWindow,
  /** The figures of one advance. */
  apr: z.number(),
  netDisbursementAmountCents: cents,
  totalCostCents: cents,
  totalPaymentAmountCents: cents,
});

const invoiceLimit = { monthlyLimitAmountCents: cents, offerPlans: z.array(offerPlan) };
const invoiceFinancing = z.object({ productType: z.literal("FAST_PAY"), ...invoiceLimit });
const payablesFinancing = z.object({ productType: z.literal("EXTEND_PAY_PURCHASE_ORDER"), ...invoiceLimit });

const advance = {
  /** The advance that the figures below are about. */
  advanceAmountCents: cents,
  maxAdvanceAmountCents: cents,
  feeFactor: decimal,
  repaymentPercentage: decimal,
  repaymentPercentageTiers: z.array(z.object({ maxLoanAmountCents: cents, repaymentPercentage: decimal })),
  maxRepaymentPercentage: z.number(),
  estimatedAverageMonthlySalesInCents: cents,
  totalRepaymentInCents: cents,
  financeChargeInCents: cents,
  feeAmountCents: cents,
  netDisbursementAmountCents: cents,
  estimatedMonthlyPaymentInCents: cents,
  estimatedPaymentPerPeriodInCents: cents,
  estimatedApr: z.number(),
};
const cashAdvance = z.object({
  productType: z.literal("MCA"),
  ...advance,
  repaymentFrequency: z.enum(repaymentFrequencies),
  /** Months, with one decimal. */
  estimatedTerm: z.number(),
});
const integratedCashAdvance = z.object({
  productType: z.literal("INTEGRATED_MCA"),
  ...advance,
  minLoanAmountCents: cents,
  estimatedTermDays: z.int(),
});

/** The terms of an offer with the figures of one amount. */
export const offerTerms = z.discriminatedUnion("productType", [
  termLoan,
  lineOfCredit,
  invoiceFinancing,
  payablesFinancing,
  cashAdvance,
  integratedCashAdvance,
]);
export type OfferTerms = z.infer<typeof offerTerms>;

/** The terms of an offer of one product. */
export type TermsOf<Product extends OfferTerms["productType"]> = Extract<OfferTerms, { productType: Product }>;
