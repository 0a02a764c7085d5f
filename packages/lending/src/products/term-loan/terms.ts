import { z } from "zod/mini";
import { books } from "../../ledger/accounts.ts";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";

/**
 * The interest method: on a declining balance by months, once on the whole amount, or simple interest by days. It never changes on an
 * issued loan. AMORTIZED and FLAT bill the interest of the schedule; DAILY bills what accrued since the last settled payment.
 */
export const interestMethods = ["AMORTIZED", "FLAT", "DAILY"] as const;
export type InterestMethod = (typeof interestMethods)[number];

/**
 * The interest basis of the payoff of an AMORTIZED or FLAT loan: a month on the original amount, a month on the balance, or the days since
 * the last payment. On every basis the interest is capped at the interest of the unpaid rows. A DAILY loan costs what has accrued.
 */
export const payoffInterestBases = ["SPEC_CAPPED", "OUTSTANDING", "DAILY"] as const;
export type PayoffInterestBasis = (typeof payoffInterestBases)[number];

/** A debt that the loan pays off: another lender's by its payoff letter, our own by its payoff quote. */
const externalDebt = z.object({
  debtType: z.literal("EXTERNAL_DEBT"),
  existingDebtId: z.string(),
  payoffCents: centsFrom(1),
});
const ownDebt = z.object({
  debtType: z.literal("KANMON_DEBT"),
  refinancedIssuedProductId: z.string(),
  principalCents: centsFrom(0),
  interestCents: centsFrom(0),
});
const existingDebt = z.discriminatedUnion("debtType", [externalDebt, z.extend(ownDebt, { book: z.enum(books) })]);
export type ExistingDebt = z.infer<typeof existingDebt>;
const pricedDebt = z.discriminatedUnion("debtType", [externalDebt, ownDebt]);
export type PricedDebt = z.infer<typeof pricedDebt>;

const amount = centsFrom(1_000_000);

/** The offered terms. */
export const termLoanTerms = z.object({
  productType: z.literal("TERM_LOAN"),
  minLoanAmountCents: amount,
  maxLoanAmountCents: amount,
  interestRatePercentage: decimalWithin(0, 100),
  feePercentage: decimalWithin(0, 100),
  /** Whole months of thirty days. */
  durationDays: z.int().check(z.minimum(30), z.multipleOf(30)),
  interestMethod: z.enum(interestMethods),
  payoffInterestBasis: z.enum(payoffInterestBases),
  existingDebts: z.array(existingDebt),
});
export type TermLoanTerms = z.infer<typeof termLoanTerms>;

/** The part of the terms that prices a loan. It does not name the book of a refinanced one. */
export const termLoanPricing = z.extend(termLoanTerms, { existingDebts: z.array(pricedDebt) });
export type TermLoanPricing = z.infer<typeof termLoanPricing>;
