import fc from "fast-check";
import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import type { CreditModelInputs } from "./inputs.ts";

/** The businesses of the worked examples. */
export const exampleBusinesses = {
  A: example(735, 72, 1_850_000, 0, 0, 4, 0.01, "LOW", 9_000_000, 1_600_000, 150_000, 6_000_000, 5_000_000),
  B: example(668, 30, 640_000, 2, 1, 22, -0.01, "MEDIUM", 5_200_000, 780_000, 120_000, 3_000_000, 2_800_000),
  C: example(612, 14, 230_000, 4, 3, null, -0.015, "MEDIUM", 2_100_000, 260_000, 90_000, 900_000, 1_500_000),
  D: example(588, 9, 150_000, 9, 2, 70, -0.06, "HIGH", 1_800_000, 90_000, 80_000, 400_000, 900_000),
} as const;

function example(
  ficoScore: number,
  businessAgeInMonths: number,
  balance: number,
  nsfCount: number,
  overdraftCount: number,
  monthlyAverageDbt: number | null,
  revenueGrowthMonthlyCagr: number,
  sectorRiskRating: CreditModelInputs["sectorRiskRating"],
  revenue: number,
  cashFlow: number,
  debt: number,
  invoices: number,
  cardSales: number,
): CreditModelInputs {
  return {
    decidedOn: businessDate("2026-11-17"),
    state: "OH",
    borrower: "ENTITY",
    naicsCodes: ["445110"],
    sicCodes: ["5411"],
    businessAgeInMonths,
    platformBusinessAgeInMonths: 24,
    ficoScores: [ficoScore],
    tradelinesCounts: [8],
    minimumFicoScoreRequiredOnPlatform: null,
    averageCashBalanceSixMonthsCents: cents(balance),
    averageCashBalanceTwelveMonthsCents: cents(balance),
    bankHistoryDays: 730,
    lastBankruptcyDate: null,
    hasOpenBankruptcy: false,
    lastLienAmountCents: null,
    lastLienDate: null,
    lastJudgmentAmountCents: null,
    lastJudgmentDate: null,
    businessOwnersAreUsResidents: true,
    personalGuarantee: true,
    ucc1: false,
    hasDefaultedWithUs: false,
    isLateWithUs: false,
    nsfCount,
    overdraftCount,
    monthlyAverageDbt,
    revenueGrowthMonthlyCagr,
    isGrowthHistoryShort: false,
    sectorRiskRating,
    cashFlowCents: cents(cashFlow),
    monthlyDebtCents: cents(debt),
    refinancedDebts: [],
    averageMonthlyRevenueCents: cents(revenue),
    averageMonthlyInvoicesCents: cents(invoices),
    averageMonthlyVendorPaymentsCents: cents(Math.floor(revenue / 2)),
    averageMonthlyCardSalesCents: cents(cardSales),
    averageMonthlyChannelSalesCents: cents(cardSales),
    amountRequestedCents: null,
    ourExposureCents: cents(0),
  };
}

/** Any applicant: most are near the thresholds, some lack data. */
export const anyInputs: fc.Arbitrary<CreditModelInputs> = fc.record({
  decidedOn: fc.constant(businessDate("2026-11-17")),
  state: fc.constantFrom("OH", "CA", "NY", "FL", "TX", "AR", "GU", null),
  borrower: fc.constantFrom("ENTITY" as const, "INDIVIDUAL" as const),
  naicsCodes: fc.constantFrom(["445110"], ["722511"], ["541511"], ["713210"], ["441120"], []),
  sicCodes: fc.constant(["5411"]),
  businessAgeInMonths: fc.option(fc.integer({ min: 0, max: 120 }), { freq: 20 }),
  platformBusinessAgeInMonths: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 20 }),
  ficoScores: fc.array(fc.option(fc.integer({ min: 550, max: 800 }), { freq: 20 }), { maxLength: 3 }),
  tradelinesCounts: fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { freq: 20 }), { minLength: 3, maxLength: 3 }),
  minimumFicoScoreRequiredOnPlatform: fc.option(fc.integer({ min: 560, max: 680 }), { freq: 2 }),
  averageCashBalanceSixMonthsCents: fc.option(amounts(50_000, 5_000_000), { freq: 20 }),
  averageCashBalanceTwelveMonthsCents: fc.option(amounts(50_000, 5_000_000), { freq: 20 }),
  bankHistoryDays: fc.constantFrom(30, 90, 182, 730, 730, 730),
  lastBankruptcyDate: fc.constantFrom(null, null, null, businessDate("2020-01-01"), businessDate("2026-01-01")),
  hasOpenBankruptcy: rarely(),
  lastLienAmountCents: fc.constantFrom(null, null, cents(100_000), cents(5_000_000)),
  lastLienDate: fc.constant(null),
  lastJudgmentAmountCents: fc.constantFrom(null, null, cents(100_000), cents(5_000_000)),
  lastJudgmentDate: fc.constantFrom(null, businessDate("2020-01-01"), businessDate("2026-01-01")),
  businessOwnersAreUsResidents: fc.constantFrom(true, true, true, true, false, null),
  personalGuarantee: fc.constantFrom(true, true, true, false),
  ucc1: rarely(),
  hasDefaultedWithUs: rarely(),
  isLateWithUs: rarely(),
  nsfCount: fc.option(fc.integer({ min: 0, max: 7 }), { freq: 20 }),
  overdraftCount: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 20 }),
  monthlyAverageDbt: fc.option(fc.integer({ min: 0, max: 70 }), { freq: 3 }),
  revenueGrowthMonthlyCagr: fc.option(
    fc.integer({ min: -800, max: 500 }).map((tenThousandths) => tenThousandths / 10_000),
    { freq: 20 },
  ),
  isGrowthHistoryShort: fc.boolean(),
  sectorRiskRating: fc.constantFrom("LOW" as const, "MEDIUM" as const, "HIGH" as const, null),
  cashFlowCents: fc.option(
    fc.integer({ min: -500_000, max: 4_000_000 }).map((amount) => cents(amount)),
    { freq: 20 },
  ),
  monthlyDebtCents: amounts(0, 800_000),
  refinancedDebts: fc.array(
    fc.record({ existingDebtId: fc.uuid(), monthlyCents: amounts(0, 200_000), payoffCents: amounts(1, 4_000_000) }),
    { maxLength: 2 },
  ),
  averageMonthlyRevenueCents: fc.option(amounts(0, 30_000_000), { freq: 20 }),
  averageMonthlyInvoicesCents: fc.option(amounts(0, 20_000_000), { freq: 20 }),
  averageMonthlyVendorPaymentsCents: fc.option(amounts(0, 20_000_000), { freq: 20 }),
  averageMonthlyCardSalesCents: fc.option(amounts(0, 20_000_000), { freq: 20 }),
  averageMonthlyChannelSalesCents: fc.option(amounts(0, 20_000_000), { freq: 20 }),
  amountRequestedCents: fc.option(amounts(100_000, 25_000_000)),
  ourExposureCents: fc.constantFrom(cents(0), cents(0), cents(5_000_000), cents(29_000_000), cents(31_000_000)),
});

function amounts(min: number, max: number) {
  return fc.integer({ min, max }).map((amount) => cents(amount));
}

function rarely() {
  return fc.integer({ min: 0, max: 19 }).map((n) => n === 0);
}
