import { pricingPlan } from "@inlay/lending/mechanics/invoices/terms.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { repaymentFrequencies } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { maintenanceFeeDisplayTypes } from "@inlay/lending/products/line-of-credit/terms.ts";
import { z } from "zod/mini";
import { uuid, uuidV4 } from "./ids.ts";

const cents = z.int();
/** A percentage or factor of the terms: "12.5" or 12.5. */
const decimal = z.union([z.string(), z.number()]);
const date = z.iso.date();

/** The next day after today on which something falls due, and how much. Null for an advance, and if nothing is to come. */
const nextPayment = { nextPaymentDate: z.nullable(date), nextPaymentAmountCents: z.nullable(cents) };

const termLoan = z.object({
  product: z.literal("TERM_LOAN"),
  ...nextPayment,
  loanAmountCents: cents,
  offerDurationMonths: z.int(),
  originationFeeCents: cents,
  refiExistingLoanPayoffAmountCents: cents,
  netDisbursementAmountCents: cents,
  /** The schedule is empty until the payout was submitted. */
  termLoanAmmortizationSchedule: z.object({
    loanSummary: z.object({
      principalBalanceInCents: cents,
      monthlyPaymentInCents: cents,
      interestRate: decimal,
      /** The payoff that is scheduled or being processed. */
      earlyPayoff: z.nullable(z.object({ effectiveDate: date, amountCents: cents })),
    }),
    loanPaymentSchedule: z.array(z.object({ date, monthlyPaymentInCents: cents, amountPaidInCents: cents })),
  }),
});

const lineOfCredit = z.object({
  product: z.literal("LOC_TERM_LOAN"),
  ...nextPayment,
  limitAmountCents: cents,
  availableInCents: cents,
  /** The fee of each draw. */
  feePercentage: decimal,
  interestRate: decimal,
  durationDays: z.int(),
  repaymentDurationDays: z.int(),
  locMaintenanceFeeDisplayType: z.enum(maintenanceFeeDisplayTypes),
  locMaintenanceFeePercentage: decimal,
  locMaintenanceFeeCents: cents,
});

const limit = {
  ...nextPayment,
  monthlyLimitAmountCents: cents,
  availableInCents: cents,
  offerPricingPlans: z.array(pricingPlan),
};
const invoiceFinancing = z.object({ product: z.literal("FAST_PAY"), ...limit });
const payablesFinancing = z.object({ product: z.literal("EXTEND_PAY_PURCHASE_ORDER"), ...limit });

const advance = {
  ...nextPayment,
  advanceAmountCents: cents,
  feeFactor: decimal,
  feeAmountCents: cents,
  totalRepaymentAmountCents: cents,
  netDisbursementAmountCents: cents,
  repaymentPercentage: decimal,
  advanceBalanceCents: cents,
};
const cashAdvance = z.object({
  product: z.literal("MCA"),
  ...advance,
  repaymentFrequency: z.enum(repaymentFrequencies),
});
const integratedCashAdvance = z.object({ product: z.literal("INTEGRATED_MCA"), ...advance });

const servicingData = z.discriminatedUnion("product", [
  termLoan,
  lineOfCredit,
  invoiceFinancing,
  payablesFinancing,
  cashAdvance,
  integratedCashAdvance,
]);
export type ServicingData = z.infer<typeof servicingData>;

/** `servicingData` differs from product to product. */
export const issuedProduct = z.object({
  id: uuid,
  businessId: uuid,
  offerId: uuidV4,
  loanStatus: z.enum(issuedProductLifecycle.states),
  createdAt: z.iso.datetime(),
  /** When it was paid off, refinanced or closed. */
  closedAt: z.nullable(z.iso.datetime()),
  servicingData,
});
export type IssuedProduct = z.infer<typeof issuedProduct>;
