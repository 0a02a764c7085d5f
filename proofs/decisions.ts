import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { type Decision, decide, noRulings } from "@inlay/lending/underwriting/decide.ts";
import { type CreditModelInputs, isOwnDebt } from "@inlay/lending/underwriting/inputs.ts";
import { isLawful } from "@inlay/lending/underwriting/policy/apr-caps.ts";
import { firstPolicy as policy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import {
  addCase,
  dimensions,
  emptyTally,
  reportOf,
  type ShadowReport,
  segmentsOf,
} from "@inlay/lending/underwriting/shadow-report.ts";
import { bakery } from "../apps/sandbox/src/plaid/businesses/bakery.ts";
import { contractor } from "../apps/sandbox/src/plaid/businesses/contractor.ts";
import { restaurant } from "../apps/sandbox/src/plaid/businesses/restaurant.ts";
import { shop } from "../apps/sandbox/src/plaid/businesses/shop.ts";
import { softwareCompany } from "../apps/sandbox/src/plaid/businesses/software-company.ts";
import { statementOf } from "../apps/sandbox/src/plaid/history/statement.ts";
import { type SecondInputs, secondOffers } from "./decisions-second.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const today = businessDate("2026-11-17");
const rollUpLimitMs = 2_000;

/** Stricter than the first policy in all that it changes, so that it approves nobody whom the first one does not. */
const stricter = policySchema.parse({
  ...policy,
  version: "2026-11-18.1",
  eligibility: { ...policy.eligibility, minFicoScore: 640, minAverageBalanceCents: 300_000 },
  sizing: { ...policy.sizing, TERM_LOAN: { ...policy.sizing.TERM_LOAN, balanceMultiple: 4 } },
});

export const proof: Proof = {
  claim:
    "Random applicants are decided about for every product. No offer is zero, below its minimum or above the room for payments, none has an APR above the cap of its state, no refinance is larger than its loan, and every end without offers has one to four reasons. A second implementation of sizing and pricing, written from the tables, agrees on every offer. More revenue and cash flow, a higher score and fewer returned payments never lower the largest offer. Every decision repeats to the same bytes, also from 24 months of bank transactions. A stricter policy, tried on the same applicants, approves nobody whom the first one does not, and the segments and groups of its report add up. The bank data of 3 accounts with 20,000 transactions is rolled up within 2 s.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const counts = { applicants: 0, decisions: 0, OFFERS: 0, NO_OFFERS: 0, REVIEW: 0, offers: 0 };
    const all = tenth ? 200 : 20_000;
    let repeated = 0;
    const compared = { offers: 0, applicants: 0 };
    const tally = emptyTally();
    for (let n = 0; n < all; n++) {
      const inputs = applicantFrom(random);
      counts.applicants++;
      if (n > 0 && n % 5_000 === 0) say(`${n} of ${all}`);
      for (const product of productTypes) {
        const decision = decide(product, inputs, policy);
        counts.decisions++;
        counts[decision.outcome]++;
        counts.offers += decision.offers.length;
        checkDecision(decision, inputs);
        addCase(tally, {
          applicationId: `application-${n}-${product}`,
          segments: segmentsOf(product, `platform-${n % 5}`, inputs, decision.creditResult),
          before: decision,
          after: decide(product, inputs, stricter),
          lossCents: null,
        });
        if (n % 4 === 0) checkMonotonic(product, decision, inputs);
        if (n % 2 === 1) continue;
        const copy = decide(product, JSON.parse(JSON.stringify(inputs)) as CreditModelInputs, policy);
        hold("a repeated decision", JSON.stringify(copy) === JSON.stringify(decision), true);
        repeated++;
        compared.offers += compareWithSecond(decision, inputs);
      }
      if (n % 2 === 0) compared.applicants++;
    }
    const report = reportOf(tally);
    checkReport(report, counts);
    const histories = tenth ? 20 : 200;
    const longest = repeatHistories(histories, random);
    const rollUp = rollUpTime();
    hold(
      `the roll-up of 20,000 transactions takes less than ${rollUpLimitMs} ms (${rollUp})`,
      rollUp < rollUpLimitMs,
      true,
    );
    return {
      ...counts,
      "applicants compared with the second implementation": compared.applicants,
      "offers that agree with it": compared.offers,
      "decisions repeated to the same bytes": repeated,
      "decisions from full histories, repeated to the same bytes": histories * productTypes.length,
      ...shadowFigures(report),
      "bank data of one history, longest": `${longest} ms`,
      "roll-up of 20,000 transactions of 3 accounts": `${rollUp} ms`,
    };
  },
};

function checkReport({ total, segments, fourFifths }: ShadowReport, counts: Record<"decisions" | "OFFERS", number>) {
  hold("the report has every decision", total.decisions, counts.decisions);
  hold("the report has every approval", total.before.approved, counts.OFFERS);
  hold("a stricter policy approves nobody else", total.newlyApproved, 0);
  hold(
    "changes explain the approvals",
    total.after.approved,
    total.before.approved + total.newlyApproved - total.noLongerApproved,
  );
  for (const dimension of dimensions) {
    const after = segments[dimension].reduce((sum, one) => sum + one.after.approved, 0);
    hold(`the approvals by ${dimension} add up`, after, total.after.approved);
  }
  const grouped = fourFifths.groups.reduce((sum, { decisions }) => sum + decisions, 0);
  hold("every decision is in a group", grouped, total.decisions);
}

const shadowFigures = ({ total, fourFifths }: ShadowReport) => ({
  "shadow run of a stricter policy: approve rate": `${total.approveRateBefore} before, ${total.approveRateAfter} after`,
  "shadow run: no longer approved, offered less": `${total.noLongerApproved}, ${total.offeredLess}`,
  "shadow run: lowest by highest approve rate of made-up groups": `${fourFifths.before.ratio} before, ${fourFifths.after.ratio} after`,
});

export const whole = (random: () => number, min: number, max: number) => Math.floor(min + random() * (max - min + 1));
export const oneOf = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Most are eligible, because offers are what can be wrong. */
export function applicantFrom(random: () => number): CreditModelInputs {
  const often = (chance: number) => random() < chance;
  const revenue = whole(random, 200_000, 30_000_000);
  const cashFlow = whole(random, -500_000, Math.floor(revenue / 3));
  const debt = often(0.3) ? 0 : whole(random, 0, Math.max(1, Math.floor(revenue / 12)));
  const debts = often(0.3) ? whole(random, 1, 3) : 0;
  return {
    decidedOn: today,
    state: oneOf(random, ["OH", "OH", "OH", "CA", "NY", "FL", "TX", "AR", ...(often(0.05) ? ["GU"] : [])]),
    borrower: often(0.3) ? "INDIVIDUAL" : "ENTITY",
    naicsCodes: often(0.03)
      ? oneOf(random, [[], ["713210"], ["441120"]])
      : [oneOf(random, ["445110", "722511", "541511"])],
    sicCodes: ["5411"],
    businessAgeInMonths: often(0.05) ? whole(random, 0, 11) : whole(random, 12, 120),
    platformBusinessAgeInMonths: whole(random, 0, 48),
    ficoScores: Array.from({ length: whole(random, 1, 3) }, () =>
      often(0.03) ? whole(random, 500, 599) : whole(random, 600, 820),
    ),
    tradelinesCounts: [whole(random, 2, 20), whole(random, 3, 20), whole(random, 3, 20)],
    minimumFicoScoreRequiredOnPlatform: often(0.2) ? whole(random, 560, 650) : null,
    averageCashBalanceSixMonthsCents: cents(
      often(0.05) ? whole(random, 0, 199_999) : whole(random, 200_000, 6_000_000),
    ),
    averageCashBalanceTwelveMonthsCents: cents(whole(random, 100_000, 6_000_000)),
    bankHistoryDays: often(0.03) ? 45 : 730,
    lastBankruptcyDate: often(0.03) ? businessDate("2026-01-01") : null,
    hasOpenBankruptcy: false,
    lastLienAmountCents: often(0.05) ? cents(whole(random, 1, 5_000_000)) : null,
    lastLienDate: null,
    lastJudgmentAmountCents: often(0.05) ? cents(whole(random, 1, 2_000_000)) : null,
    lastJudgmentDate: null,
    businessOwnersAreUsResidents: !often(0.02),
    personalGuarantee: !often(0.02),
    ucc1: often(0.05),
    hasDefaultedWithUs: often(0.01),
    isLateWithUs: often(0.01),
    nsfCount: often(0.7) ? 0 : whole(random, 0, 7),
    overdraftCount: often(0.7) ? 0 : whole(random, 0, 10),
    monthlyAverageDbt: often(0.3) ? null : whole(random, 0, 65),
    revenueGrowthMonthlyCagr: whole(random, -600, 600) / 10_000,
    isGrowthHistoryShort: often(0.3),
    sectorRiskRating: oneOf(random, ["LOW", "MEDIUM", "HIGH"]),
    cashFlowCents: cents(cashFlow),
    monthlyDebtCents: cents(debt),
    refinancedDebts: Array.from({ length: debts }, (_, n) => ({
      existingDebtId: `debt-${n}`,
      monthlyCents: cents(Math.floor(debt / (debts + 1))),
      payoffCents: cents(whole(random, 100_000, 12_000_000)),
    })),
    averageMonthlyRevenueCents: cents(revenue),
    averageMonthlyInvoicesCents: cents(whole(random, 0, revenue)),
    averageMonthlyVendorPaymentsCents: cents(whole(random, 0, revenue)),
    averageMonthlyCardSalesCents: cents(whole(random, 0, Math.floor(revenue * 1.5))),
    averageMonthlyChannelSalesCents: cents(whole(random, 0, revenue)),
    amountRequestedCents: often(0.5) ? cents(whole(random, 500_000, 25_000_000)) : null,
    ourExposureCents: cents(often(0.1) ? whole(random, 0, 31_000_000) : 0),
  };
}

function checkDecision(decision: Decision, inputs: CreditModelInputs): void {
  const { outcome, reasons, offers, sizes, product } = decision;
  hold("offers exist when they are decided", offers.length > 0, outcome === "OFFERS");
  if (outcome !== "OFFERS") hold("one to four reasons", reasons.length >= 1 && reasons.length <= 4, true);
  for (const { offer, amountCents, minCents, limits } of sizes) {
    if (typeof offer === "string") continue;
    hold("an offer is at least its minimum", amountCents >= minCents && minCents > 0, true);
    hold(
      "an offer is within every limit",
      limits.every((limit) => amountCents <= limit.cents),
      true,
    );
    const place = { state: inputs.state ?? "", product, borrower: inputs.borrower };
    hold("the APR is lawful", isLawful(policy, place, amountCents, offer.aprPercentage), true);
    if (offer.terms.productType !== "TERM_LOAN") continue;
    const quote = quoteTermLoan(offer.terms, { loanAmountCents: amountCents, fundedOn: today }, plainWorksheet);
    hold("a refinance is not larger than its loan", quote.netDisbursementAmountCents >= 0, true);
    const debts = new Set(
      offer.terms.existingDebts.map((debt) =>
        "existingDebtId" in debt ? debt.existingDebtId : debt.refinancedIssuedProductId,
      ),
    );
    const remaining =
      inputs.monthlyDebtCents -
      inputs.refinancedDebts
        .filter((debt) => debts.has(isOwnDebt(debt) ? debt.issuedProductId : debt.existingDebtId))
        .reduce((sum, one) => sum + one.monthlyCents, 0);
    const most = Math.floor(
      (inputs.cashFlowCents ?? 0) / Number(policy.sizing.minDebtServiceCoverage[decision.creditResult as "LOW"]),
    );
    hold("the payment is within the room for it", quote.monthlyPaymentCents <= most - remaining + 1, true);
  }
}

/** Compares the sizes of an eligible applicant with the second implementation. Returns the number of offers that agree. */
function compareWithSecond({ sizes, creditResult, product }: Decision, inputs: CreditModelInputs): number {
  if (sizes.length === 0 || creditResult === null || creditResult === "FAIL") return 0;
  const given: SecondInputs = {
    rating: creditResult,
    cashFlow: inputs.cashFlowCents ?? 0,
    debt: inputs.monthlyDebtCents,
    refinanced: inputs.refinancedDebts.map(({ monthlyCents, payoffCents }) => ({
      monthly: monthlyCents,
      payoff: payoffCents,
    })),
    revenue: inputs.averageMonthlyRevenueCents ?? 0,
    balance: inputs.averageCashBalanceSixMonthsCents ?? 0,
    invoices: inputs.averageMonthlyInvoicesCents ?? 0,
    vendors: inputs.averageMonthlyVendorPaymentsCents ?? 0,
    cards: inputs.averageMonthlyCardSalesCents ?? 0,
    channel: inputs.averageMonthlyChannelSalesCents ?? 0,
    room: 30_000_000 - inputs.ourExposureCents,
  };
  // A price that the law forbids is another matter than the size.
  const found = sizes.filter(({ offer }) => offer !== "BELOW_MINIMUM").map(({ amountCents }) => amountCents);
  const wanted = secondOffers[product]?.(given) ?? [];
  hold(`${product} sized twice: ${JSON.stringify(given)}`, found.join(), wanted.map(({ amount }) => amount).join());
  for (const { offer, amountCents } of sizes) {
    if (typeof offer === "string") continue;
    hold(
      `${product} priced twice`,
      wanted.some((one) => one.amount === amountCents && one.price.startsWith(priceOf(offer.terms))),
      true,
    );
  }
  return found.length;
}

/** The price of an offer in the words of the second implementation. A plan that the law forbids may be missing at the end. */
function priceOf(terms: Decision["offers"][number]["terms"]): string {
  switch (terms.productType) {
    case "TERM_LOAN":
      return `${terms.interestRatePercentage} ${terms.feePercentage} ${terms.durationDays}`;
    case "LOC_TERM_LOAN":
      return `${terms.interestRatePercentage} ${terms.feePercentage} ${terms.locMaintenanceFeePercentage}`;
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return `${terms.offerPricingPlans[0]?.advanceRatePercentage}: `;
    default:
      return `${Math.round(Number(terms.feeFactor) * 100)} ${Number(terms.repaymentPercentageTiers.at(-1)?.repaymentPercentage)}`;
  }
}

const best = (product: ProductType, inputs: CreditModelInputs) =>
  Math.max(0, ...decide(product, inputs, policy).offers.map(({ amountCents }) => amountCents));

function checkMonotonic(product: ProductType, { offers }: Decision, inputs: CreditModelInputs): void {
  if (offers.length === 0) return;
  const before = Math.max(...offers.map(({ amountCents }) => amountCents));
  const more = (amount: number | null) => cents(Math.floor((amount ?? 0) * 1.3));
  const better: [string, CreditModelInputs][] = [
    [
      "more revenue and cash flow",
      {
        ...inputs,
        averageMonthlyRevenueCents: more(inputs.averageMonthlyRevenueCents),
        cashFlowCents: more(inputs.cashFlowCents),
      },
    ],
    ["a higher score", { ...inputs, ficoScores: inputs.ficoScores.map((score) => Math.min(850, (score ?? 0) + 40)) }],
    ["fewer returned payments", { ...inputs, nsfCount: Math.max(0, (inputs.nsfCount ?? 0) - 1) }],
  ];
  for (const [what, changed] of better)
    hold(`${product}: ${what} does not lower the offer`, best(product, changed) >= before, true);
}

/** Decides from full histories of the sandbox's businesses, and once more from their JSON. Returns the longest time of the bank data. */
function repeatHistories(count: number, random: () => number): number {
  const businesses = [bakery, contractor, restaurant, shop, softwareCompany];
  let longest = 0;
  for (let n = 0; n < count; n++) {
    const facts = factsOf(oneOf(random, businesses), addDays(today, -whole(random, 0, 300)), whole(random, 600, 800));
    const began = performance.now();
    const bank = bankDetailsOf(facts);
    longest = Math.max(longest, performance.now() - began);
    const again = JSON.parse(JSON.stringify(facts)) as UnderwritingFacts;
    for (const product of productTypes) {
      const first = JSON.stringify(decide(product, inputsFrom(facts, policy, bank), policy, noRulings));
      const second = JSON.stringify(decide(product, inputsFrom(again, policy), policy, noRulings));
      hold("a decision from its history", first === second, true);
    }
  }
  return Math.round(longest);
}

/** Everything known of a business of the sandbox whose owner has a clean report. */
export function factsOf(
  business: Parameters<typeof statementOf>[0],
  takenOn: typeof today,
  ficoScore: number,
): UnderwritingFacts {
  const { bookings, balanceCents } = statementOf(business, addDays(takenOn, -730), takenOn);
  const noFilings = { bankruptcies: [], taxLiens: [], judgments: [] };
  return {
    takenOn,
    business: {
      id: "business",
      name: business.name,
      platformBusinessId: "1",
      phoneNumber: null,
      addressState: "OR",
      isSoleProprietorship: false,
      selectedProducts: [...productTypes],
    },
    platform: {
      id: "platform",
      name: "Platform",
      businessSince: addDays(takenOn, -400),
      minimumFicoScoreRequiredOnPlatform: 600,
    },
    owners: [
      {
        id: "owner",
        isPrimary: true,
        firstName: "Ada",
        lastName: "Marín",
        email: "ada@harbor.test",
        ownershipPercentage: 100,
        isControlPerson: true,
        isOnboarded: true,
        credit: {
          pulledOn: takenOn,
          ficoScore,
          tradelinesCount: 8,
          derogatoryAccountsCount: 0,
          bankruptcyCount: 0,
          nowDelinquentDerog: 0,
          wasDelinquentDerog: 0,
          ...noFilings,
        },
      },
    ],
    businessCredit: null,
    verification: {
      formedOn: businessDate("2019-01-01"),
      formedIn: "OR",
      entityType: "LLC",
      registrations: [{ state: "OR", standing: "GOOD" }],
      naicsCodes: ["445110"],
      sicCodes: ["5411"],
      openLiensCount: 0,
      bankruptcyCount: 0,
    },
    accounts: (["checking", "savings"] as const).map((pocket) => ({
      accountId: pocket,
      itemId: "bank",
      name: pocket,
      officialName: null,
      institutionName: "First Calm Bank",
      subType: pocket,
      isBusinessChecking: pocket === "checking",
      balanceCents: cents(balanceCents[pocket]),
    })),
    transactions: bookings.map((line, n) => ({
      transactionId: String(n).padStart(6, "0"),
      accountId: line.pocket,
      date: line.on,
      amountCents: cents(line.amountCents),
      isPending: false,
      name: line.text,
      merchantName: line.merchant,
      category: line.category,
    })),
    salesDays: [],
    accountingMonths: [],
    debts: [],
    statement: {
      amountRequestedCents: cents(5_000_000),
      useOfFunds: "WORKING_CAPITAL",
      state: "OR",
      grossAnnualRevenueCents: cents(50_000_000),
      businessOwnersAreUsResidents: true,
    },
    withUs: { hasDefaulted: false, isLate: false, exposureCents: cents(0) },
  };
}

/** The median processor time of three roll-ups of 24 months, 3 accounts and 20,000 transactions. */
function rollUpTime(): number {
  const facts = factsOf(bakery, today, 700);
  const times = Array.from({ length: 3 }, (_, run) => {
    const random = randomFrom(run);
    const accounts = ["a", "b", "c"].map((accountId) => ({
      accountId,
      itemId: "bank",
      name: accountId,
      officialName: null,
      institutionName: null,
      subType: "checking",
      isBusinessChecking: true,
      balanceCents: cents(1_000_000),
    }));
    const transactions = Array.from({ length: 20_000 }, (_, n) => ({
      transactionId: String(n).padStart(6, "0"),
      accountId: oneOf(random, accounts).accountId,
      date: addDays(today, -whole(random, 0, 729)),
      amountCents: cents(whole(random, -500_000, 500_000)),
      isPending: false,
      name: `PAYMENT ${n % 400}`,
      merchantName: null,
      category: oneOf(random, ["INCOME_OTHER_INCOME", "GENERAL_MERCHANDISE_OFFICE_SUPPLIES", null]),
    }));
    const began = process.cpuUsage();
    bankDetailsOf({ ...facts, accounts, transactions });
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  });
  return Math.round(times.toSorted((a, b) => a - b)[1] ?? 0);
}
