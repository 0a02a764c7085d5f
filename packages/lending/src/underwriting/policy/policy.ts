import { z } from "zod/mini";
import { centsFrom, decimalWithin } from "../../money/shapes.ts";
import { productTypes } from "../../products/product-type.ts";

const naicsPrefixes = z.array(z.string().check(z.regex(/^\d{2,6}$/)));
const months = z.int().check(z.minimum(0), z.maximum(600));
const cents = centsFrom(0);
const percentage = decimalWithin(0, 100);
const multiple = decimalWithin(0, 100);
const byRating = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ LOW: schema, MEDIUM: schema, HIGH: schema });
const byProduct = <Schema extends z.ZodMiniType>(schema: Schema) => z.record(z.enum(productTypes), schema);
const state = z.string().check(z.regex(/^[A-Z]{2}$/));

/** The worst value of each band, best band first. The points of a band are its position. */
const bands = z.array(z.number()).check(z.minLength(2), z.maxLength(4));

/** The thresholds of the eligibility stage. */
const eligibility = z.strictObject({
  prohibitedNaics: naicsPrefixes,
  restrictedNaics: naicsPrefixes,
  minAgeMonths: byProduct(months),
  /** Below the minimum and from here on, an exception may be granted. */
  exceptionAgeMonths: months,
  /** These products also accept a business that has been on the platform for this long. */
  platformAgeProducts: z.array(z.enum(productTypes)),
  minPlatformAgeMonths: months,
  minFicoScore: z.int().check(z.minimum(300), z.maximum(850)),
  minTradelines: z.int().check(z.minimum(0), z.maximum(50)),
  minAverageBalanceCents: cents,
  exceptionAverageBalanceCents: cents,
  minBankHistoryDays: z.int().check(z.minimum(0), z.maximum(730)),
  bankruptcyMonths: months,
  maxLienCents: cents,
  maxJudgmentCents: cents,
  judgmentMonths: months,
  guaranteedProducts: z.array(z.enum(productTypes)),
  lienFreeProducts: z.array(z.enum(productTypes)),
  maxExposureCents: cents,
});

/** The bands of the credit rating. */
const rating = z.strictObject({
  ficoScore: bands,
  businessAgeInMonths: bands,
  averageBalanceCents: bands,
  nsfCount: bands,
  overdraftCount: bands,
  monthlyAverageDbt: bands,
  /** The points of a business without a record of days beyond terms. */
  pointsWithoutDbt: z.int(),
  revenueGrowth: bands,
  debtServiceCoverage: bands,
  platformAgeInMonths: bands,
  /** The most points for each rating. More is a FAIL. */
  mostPoints: byRating(z.int()),
});

const plan = z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(365)), feePercentage: percentage });

/** Sizes and prices by rating. */
const termLoan = z.strictObject({
  revenueMultiple: multiple,
  interestRatePercentage: percentage,
  feePercentage: percentage,
  durationDays: z.array(z.int().check(z.minimum(30), z.multipleOf(30))).check(z.minLength(1)),
});
const lineOfCredit = z.strictObject({
  revenueMultiple: multiple,
  interestRatePercentage: percentage,
  feePercentage: percentage,
  maintenanceFeePercentage: decimalWithin(0, 5),
  maxLimitCents: cents,
});
const invoiceFinancing = z.strictObject({
  invoiceMultiple: multiple,
  advanceRatePercentage: percentage,
  plans: z.array(plan).check(z.minLength(1)),
});
const payablesFinancing = z.strictObject({
  vendorPaymentMultiple: multiple,
  plans: z.array(plan).check(z.minLength(1)),
});
const advance = z.strictObject({
  repaymentPercentage: decimalWithin(3, 100),
  feeFactor: decimalWithin(1, 2),
  targetMonths: z.int().check(z.minimum(1), z.maximum(36)),
  salesMultiple: multiple,
});

const sizing = z.strictObject({
  minDebtServiceCoverage: byRating(decimalWithin(1, 10)),
  TERM_LOAN: z.strictObject({
    minCents: cents,
    maxCents: cents,
    balanceMultiple: multiple,
    byRating: byRating(termLoan),
  }),
  LOC_TERM_LOAN: z.strictObject({
    minCents: cents,
    balanceMultiple: multiple,
    durationDays: z.int().check(z.minimum(30)),
    repaymentDurationDays: z.int().check(z.minimum(30), z.multipleOf(30)),
    byRating: byRating(lineOfCredit),
  }),
  FAST_PAY: z.strictObject({ minCents: cents, maxCents: cents, byRating: byRating(invoiceFinancing) }),
  EXTEND_PAY_PURCHASE_ORDER: z.strictObject({
    minCents: cents,
    maxCents: cents,
    revenueMultiple: multiple,
    paymentMultiple: multiple,
    byRating: byRating(payablesFinancing),
  }),
  MCA: z.strictObject({ minCents: cents, maxCents: cents, byRating: byRating(advance) }),
  INTEGRATED_MCA: z.strictObject({ minCents: cents, maxCents: cents, byRating: byRating(advance) }),
  /** The estimated share of all revenue that advances may take. */
  maxHoldbackPercentage: percentage,
});

/**
 * Where a product may be offered and at which highest APR. The first row that contains state, product, borrower and amount applies; without
 * a row the product is not available. A row without a cap permits any price.
 */
const aprCap = z.strictObject({
  states: z.array(state),
  products: z.array(z.enum(productTypes)),
  borrowers: z.array(z.enum(["INDIVIDUAL", "ENTITY"])),
  /** Amounts below this one. Null: any amount. */
  belowCents: z.nullable(cents),
  maxAprPercentage: z.nullable(percentage),
});

/** What a platform may add to our prices. */
const markup = z.strictObject({
  /** In points of the fee. */
  maxPercentage: percentage,
  /** Where a mark-up is added only up to an APR that is below the cap on the price itself. */
  aprCaps: z.array(
    z.strictObject({ states: z.array(state), products: z.array(z.enum(productTypes)), maxAprPercentage: percentage }),
  ),
});

/** The thresholds of all rules under one version. Decisions are stored with the version that made them. */
export const policySchema = z.strictObject({
  version: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\d+$/)),
  eligibility,
  rating,
  sectorRisk: z.strictObject({ HIGH: naicsPrefixes, LOW: naicsPrefixes }),
  sizing,
  aprCaps: z.array(aprCap),
  markup,
});
export type Policy = z.infer<typeof policySchema>;
export type AprCap = Policy["aprCaps"][number];
