import type { ProductType } from "../../products/product-type.ts";
import { type Policy, policySchema } from "./policy.ts";

const loans: ProductType[] = ["TERM_LOAN", "LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"];
const borrowers = ["INDIVIDUAL", "ENTITY"] as const;
const capped = ["AR", "FL", "NY", "TX"];
const uncapped =
  "AL AK AZ CA CO CT DE DC GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NC ND OH OK OR PA RI SC SD TN UT VT VA WA WV WI WY".split(
    " ",
  );

/** The caps of one state on loans, smallest amounts first. */
const cap = (
  state: string,
  maxAprPercentage: number | null,
  belowDollars: number | null = null,
  of: readonly ("INDIVIDUAL" | "ENTITY")[] = borrowers,
) => ({
  states: [state],
  products: loans,
  borrowers: of,
  belowCents: belowDollars === null ? null : belowDollars * 100,
  maxAprPercentage,
});

/** The policy with which decisions begin. Every figure is configuration; legal rows wait for confirmation by counsel. */
export const firstPolicy: Policy = policySchema.parse({
  version: "2026-11-17.1",
  eligibility: {
    // Adult entertainment, gambling, weapons, cannabis, lenders, political and religious organizations.
    prohibitedNaics: ["7132", "332992", "332993", "332994", "111419", "5222", "5223", "8132", "8131", "81394"],
    // Used cars, bars, trucking with own vehicles, travel agencies.
    restrictedNaics: ["44112", "7224", "4841", "56151"],
    minAgeMonths: {
      TERM_LOAN: 12,
      LOC_TERM_LOAN: 12,
      FAST_PAY: 6,
      EXTEND_PAY_PURCHASE_ORDER: 12,
      MCA: 6,
      INTEGRATED_MCA: 6,
    },
    exceptionAgeMonths: 6,
    platformAgeProducts: ["FAST_PAY", "MCA", "INTEGRATED_MCA"],
    minPlatformAgeMonths: 6,
    minFicoScore: 600,
    minTradelines: 3,
    minAverageBalanceCents: 200_000,
    exceptionAverageBalanceCents: 100_000,
    minBankHistoryDays: 90,
    bankruptcyMonths: 24,
    maxLienCents: 2_500_000,
    maxJudgmentCents: 1_000_000,
    judgmentMonths: 36,
    guaranteedProducts: ["TERM_LOAN", "LOC_TERM_LOAN"],
    lienFreeProducts: ["LOC_TERM_LOAN", "FAST_PAY"],
    maxExposureCents: 30_000_000,
  },
  rating: {
    ficoScore: [720, 680, 640, 600],
    businessAgeInMonths: [60, 24, 12],
    averageBalanceCents: [1_000_000, 500_000, 200_000],
    nsfCount: [0, 2, 5],
    overdraftCount: [0, 3, 8],
    monthlyAverageDbt: [10, 30, 60],
    pointsWithoutDbt: 1,
    revenueGrowth: [0, -0.02, -0.05],
    debtServiceCoverage: [2, 1.5, 1.2],
    platformAgeInMonths: [12, 6, 3],
    mostPoints: { LOW: 5, MEDIUM: 10, HIGH: 15 },
  },
  sectorRisk: {
    HIGH: ["722", "484", "485", "4411", "713", "531"],
    LOW: ["541", "621", "5112", "5182", "524", "611"],
  },
  sizing: {
    minDebtServiceCoverage: { LOW: "1.20", MEDIUM: "1.25", HIGH: "1.35" },
    TERM_LOAN: {
      minCents: 1_000_000,
      maxCents: 25_000_000,
      balanceMultiple: 6,
      byRating: {
        LOW: {
          revenueMultiple: "1.5",
          interestRatePercentage: 15,
          feePercentage: 2,
          durationDays: [180, 360, 540, 720],
        },
        MEDIUM: { revenueMultiple: 1, interestRatePercentage: 21, feePercentage: 3, durationDays: [180, 360, 540] },
        HIGH: { revenueMultiple: "0.6", interestRatePercentage: 29, feePercentage: 4, durationDays: [180, 360] },
      },
    },
    LOC_TERM_LOAN: {
      minCents: 500_000,
      balanceMultiple: 4,
      durationDays: 360,
      repaymentDurationDays: 180,
      byRating: {
        LOW: {
          revenueMultiple: 1,
          interestRatePercentage: 18,
          feePercentage: "1.5",
          maintenanceFeePercentage: "0.15",
          maxLimitCents: 15_000_000,
        },
        MEDIUM: {
          revenueMultiple: "0.7",
          interestRatePercentage: 24,
          feePercentage: 2,
          maintenanceFeePercentage: "0.25",
          maxLimitCents: 15_000_000,
        },
        HIGH: {
          revenueMultiple: "0.4",
          interestRatePercentage: 33,
          feePercentage: "2.5",
          maintenanceFeePercentage: "0.35",
          maxLimitCents: 1_000_000,
        },
      },
    },
    FAST_PAY: {
      minCents: 500_000,
      maxCents: 50_000_000,
      byRating: {
        LOW: { invoiceMultiple: 1, advanceRatePercentage: 90, plans: plans("2.0", "3.8", "5.4") },
        MEDIUM: { invoiceMultiple: "0.8", advanceRatePercentage: 85, plans: plans("2.75", "5.2", "7.5") },
        HIGH: { invoiceMultiple: "0.6", advanceRatePercentage: 80, plans: plans("3.5", "6.8") },
      },
    },
    EXTEND_PAY_PURCHASE_ORDER: {
      minCents: 500_000,
      maxCents: 25_000_000,
      revenueMultiple: "0.8",
      paymentMultiple: 2,
      byRating: {
        LOW: { vendorPaymentMultiple: 1, plans: plans("1.5", "2.9", "4.2") },
        MEDIUM: { vendorPaymentMultiple: "0.8", plans: plans("2.0", "3.9", "5.7") },
        HIGH: { vendorPaymentMultiple: "0.6", plans: plans("2.75", "5.4") },
      },
    },
    MCA: { minCents: 100_000, maxCents: 20_000_000, byRating: advances() },
    INTEGRATED_MCA: { minCents: 50_000, maxCents: 20_000_000, byRating: advances() },
    maxHoldbackPercentage: 15,
  },
  aprCaps: [
    cap("AR", 17),
    cap("FL", 18, 500_000.01),
    cap("FL", 25),
    cap("NY", 16, 250_000, ["INDIVIDUAL"]),
    cap("NY", 25, 2_500_000, ["ENTITY"]),
    cap("NY", null),
    cap("TX", 18, 250_000.01),
    cap("TX", 28),
    { states: uncapped, products: loans, borrowers, belowCents: null, maxAprPercentage: null },
    // Debits of an advance are not allowed in Texas, and integrated advances wait there for review.
    {
      states: [...uncapped, ...capped.filter((state) => state !== "TX")],
      products: ["MCA", "INTEGRATED_MCA"],
      borrowers,
      belowCents: null,
      maxAprPercentage: null,
    },
  ],
  // A platform without a license of its own may earn on a loan in California only up to this APR, and no platform has one.
  markup: { maxPercentage: 1, aprCaps: [{ states: ["CA"], products: loans, maxAprPercentage: 36 }] },
});

/** Plans of 30, 60 and 90 days. */
function plans(...fees: string[]) {
  return fees.map((feePercentage, n) => ({ days: 30 * (n + 1), feePercentage }));
}

function advances() {
  return {
    LOW: { repaymentPercentage: 8, feeFactor: "1.09", targetMonths: 9, salesMultiple: 1 },
    MEDIUM: { repaymentPercentage: 10, feeFactor: "1.13", targetMonths: 7, salesMultiple: "0.8" },
    HIGH: { repaymentPercentage: 12, feeFactor: "1.18", targetMonths: 5, salesMultiple: "0.5" },
  };
}
