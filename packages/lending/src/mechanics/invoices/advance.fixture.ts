import fc from "fast-check";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { PricingPlan, RepaymentWindow } from "./terms.ts";

export const fixedDurationPlan = ({
  days = 30,
  ...changes
}: Partial<Omit<PricingPlan, "repaymentWindow">> & { days?: number }): PricingPlan => ({
  id: "plan",
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: days },
  ...changes,
});

/** 90 % advanced at 2.5 %, as I-3. */
export const multipleDurationPlan = (parts: readonly (readonly [Decimal, number])[]): PricingPlan => ({
  id: "plan",
  advanceRatePercentage: "90",
  transactionFeePercentage: "2.5",
  paymentStructure: "GROSS",
  repaymentWindow: {
    repaymentType: "MULTIPLE_DURATION",
    repaymentSchedule: {
      schedule: parts.map(([repaymentPercentage, repaymentDurationDays]) => ({
        repaymentPercentage,
        repaymentDurationDays,
      })),
    },
  },
});

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => String(value / 100));

const anyWindow: fc.Arbitrary<RepaymentWindow> = fc.oneof(
  fc
    .integer({ min: 1, max: 365 })
    .map((repaymentDurationDays) => ({ repaymentType: "FIXED_DURATION" as const, repaymentDurationDays })),
  fc
    .integer({ min: 1, max: 31 })
    .map((monthlyRepaymentDay) => ({ repaymentType: "FIXED_DATE" as const, monthlyRepaymentDay })),
  fc.tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom(7, 14, 21, 28, 30)).chain(([count, intervalDays]) =>
    fc.array(fc.integer({ min: 1, max: 100 }), { minLength: count, maxLength: count }).map((weights) => {
      const each = weights.map((weight) => Math.floor((weight * 10_000) / weights.reduce((a, b) => a + b)));
      const last = 10_000 - each.slice(0, -1).reduce((a, b) => a + b);
      const schedule = [...each.slice(0, -1), last].map((basisPoints, index) => ({
        repaymentPercentage: String(basisPoints / 100),
        repaymentDurationDays: intervalDays * (index + 1),
      }));
      return { repaymentType: "MULTIPLE_DURATION" as const, repaymentSchedule: { schedule } };
    }),
  ),
);

/** An arbitrary plan on an arbitrary day, with an amount large enough for a payout. */
export const anyInvoiceRequest = fc.record({
  plan: fc.record({
    id: fc.constant("plan"),
    advanceRatePercentage: hundredths(1, 100),
    transactionFeePercentage: hundredths(0, 20),
    paymentStructure: fc.constantFrom("GROSS" as const, "NET" as const),
    repaymentWindow: anyWindow,
  }),
  requestedCents: fc.integer({ min: 1_000, max: 50_000_000 }).map(cents),
  availableCents: fc.integer({ min: 100, max: 50_000_000 }).map(cents),
  fundedOn: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays(businessDate("2024-01-01"), days)),
});
