import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { invoiceAdvance } from "@inlay/lending/mechanics/invoices/advance.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quoteCashAdvance } from "@inlay/lending/products/cash-advance/quote.ts";
import { quoteIntegratedCashAdvance } from "@inlay/lending/products/integrated-cash-advance/quote.ts";
import { quoteDraw } from "@inlay/lending/products/line-of-credit/quote.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { describe, expect, it } from "vitest";
import { formulaWords, inputWords } from "./explanation-words.ts";
import { runsOf } from "./runs-of.ts";

const fundedOn = businessDate("2026-11-18");
const loan = {
  productType: "TERM_LOAN",
  minLoanAmountCents: cents(1_000_000),
  maxLoanAmountCents: cents(5_000_000),
  interestRatePercentage: "18",
  feePercentage: "3",
  durationDays: 360,
  payoffInterestBasis: "SPEC_CAPPED",
  existingDebts: [],
} as const;
const line = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: cents(2_500_000),
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "PERCENTAGE",
  locMaintenanceFeePercentage: "0.2",
  locMaintenanceFeeAmountCents: cents(0),
} as const;
const advance = {
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: cents(2_000_000), repaymentPercentage: "10" }],
  estimatedAverageMonthlySalesInCents: cents(6_000_000),
  maxAdvanceAmountCents: cents(2_000_000),
  refinanced: null,
};
const plan = {
  id: "plan",
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
} as const;

/** All figures of all products. */
const calculations: Record<string, ReadonlyMap<string, Explanation>> = {
  ...Object.fromEntries(
    (["AMORTIZED", "FLAT", "DAILY"] as const).map((interestMethod) => [
      `term loan, ${interestMethod}`,
      explained((write) =>
        quoteTermLoan(
          { ...loan, interestMethod, existingDebts: [] },
          { loanAmountCents: cents(5_000_000), fundedOn },
          write,
        ),
      ).explanations,
    ]),
  ),
  "line of credit": explained((write) => quoteDraw(line, { amountCents: cents(1_000_000), fundedOn }, write))
    .explanations,
  "cash advance": explained((write) =>
    quoteCashAdvance(
      { productType: "MCA", ...advance, repaymentFrequency: "WEEKLY" },
      { advanceAmountCents: cents(2_000_000), fundedOn },
      write,
    ),
  ).explanations,
  "integrated cash advance": explained((write) =>
    quoteIntegratedCashAdvance(
      { productType: "INTEGRATED_MCA", ...advance, minLoanAmountCents: cents(50_000) },
      { advanceAmountCents: cents(2_000_000), fundedOn },
      write,
    ),
  ).explanations,
  "invoice financing": explained((write) =>
    invoiceAdvance({ plan, requestedCents: cents(1_000_000), availableCents: cents(5_000_000), fundedOn }, write),
  ).explanations,
};

/** Inputs that the rows of payments, or the words of the formula, already say. */
const unnamed = ["amountsCents", "paymentsCents", "payments", "unitPeriod", "first", "kind"];

describe.each(Object.entries(calculations))("the figures of a %s", (_, explanations) => {
  const figures = [...explanations].filter(([name]) => !name.startsWith("schedule."));

  it("each have a formula that is said in an owner's words", () => {
    expect(figures.map(([, { formula }]) => formula.name).filter((name) => !formulaWords[name])).toEqual([]);
  });
  it("each have inputs with a name for an owner", () => {
    const inputs = figures.flatMap(([, { inputs: some }]) => some.map(({ name }) => name));
    expect([...new Set(inputs)].filter((name) => !inputWords[name] && !unnamed.includes(name))).toEqual([]);
  });
});

describe("equal payments that follow each other", () => {
  it("are counted", () => {
    expect(runsOf([5, 5, 5, 4])).toEqual([
      { count: 3, cents: 5 },
      { count: 1, cents: 4 },
    ]);
    expect(runsOf([])).toEqual([]);
  });
});
