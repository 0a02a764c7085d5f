import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { invoiceAdvance } from "../mechanics/invoices/advance.ts";
import { cents } from "../money/cents.ts";
import { priceOutsideAdvance, whyNotPriceOutsideAdvance } from "./outside-advance.ts";

const typed = { receivedCents: cents(800_000), feesCents: cents(30_000), days: 45 };

describe("another provider's advance that the owner types", () => {
  it("costs its fees, and has an APR over its days", () => {
    expect(priceOutsideAdvance(typed)).toEqual({
      totalCostCents: 30_000,
      repaidCents: 830_000,
      aprPercentage: 30.4167,
    });
  });

  it("has the APR of our own advance at the same figures, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 50_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 365 }),
        (received, fee, days) => {
          const request = {
            plan: {
              id: "own",
              advanceRatePercentage: 100,
              transactionFeePercentage: fee,
              paymentStructure: "GROSS" as const,
              repaymentWindow: { repaymentType: "FIXED_DURATION" as const, repaymentDurationDays: days },
            },
            requestedCents: cents(received),
            availableCents: cents(received),
            fundedOn: businessDate("2026-11-18"),
          };
          const own = invoiceAdvance(request, plainWorksheet);
          const outside = { receivedCents: cents(received), feesCents: own.feeAmountCents, days };
          expect(priceOutsideAdvance(outside).aprPercentage).toBe(own.aprPercentage);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    [{ receivedCents: cents(0) }, "NOTHING_RECEIVED"],
    [{ feesCents: cents(0) }, "NO_FEES"],
    [{ days: 0 }, "NO_DAYS"],
    [{ days: 1.5 }, "NO_DAYS"],
    [{ days: 366 }, "NO_DAYS"],
    [{}, null],
  ] as const)("with %o is priced unless %s", (changed, refusal) => {
    expect(whyNotPriceOutsideAdvance({ ...typed, ...changed })).toBe(refusal);
  });
});
