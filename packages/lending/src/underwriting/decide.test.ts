import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { cents } from "../money/cents.ts";
import { toDecimals } from "../money/rounding.ts";
import { runs } from "../money/runs.fixture.ts";
import { products } from "../products/all.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import { type Decision, decide, noRulings, type StaffRulings } from "./decide.ts";
import { denialReasons, mostDenialReasons } from "./denial-reasons.ts";
import { allowedInputs, type CreditModelInputs, type InputName } from "./inputs.ts";
import { isLawful } from "./policy/apr-caps.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import { eligibilityRules } from "./rules/eligibility.ts";
import { type RiskRating, ratingRules, riskRatings } from "./rules/rating.ts";
import { rule } from "./rules/rule.ts";
import { ruleNames } from "./rules/rule-names.ts";
import { sizingDataRules } from "./rules/sizing-data.ts";
import { presentValueFactor } from "./sizing/sizing.ts";
import { anyInputs, exampleBusinesses } from "./underwriting.fixture.ts";

const { A, B, C, D } = exampleBusinesses;
const amountsOf = ({ offers }: Decision) => offers.map(({ amountCents }) => amountCents);
const rulings = (given: Partial<StaffRulings>): StaffRulings => ({ ...noRulings, ...given });
const allRules = [...eligibilityRules, ...ratingRules, ...sizingDataRules];

it("rule: every rule has a name and a unit, and no other has one", () => {
  expect(Object.keys(ruleNames).toSorted()).toEqual(allRules.map(({ id }) => id).toSorted());
});

describe("decision about the worked examples", () => {
  it.each([
    ["A", A, 2.4, 0, "LOW"],
    ["B", B, 1.6, 10, "MEDIUM"],
    ["C", C, 1.25, 15, "HIGH"],
  ] as const)(
    "%s is rated, with the coverage of its debts that the table gives",
    (_, given, coverage, points, rating) => {
      const inputs = { ...given, cashFlowCents: cents(Math.round(given.monthlyDebtCents * coverage)) };
      expect(decide("TERM_LOAN", inputs, policy)).toMatchObject({ points, creditResult: rating });
    },
  );

  it("D is not eligible: four of its rules fail, the farthest from its threshold first", () => {
    const decision = decide("TERM_LOAN", D, policy);
    const failed = decision.stages[0]?.rules.filter(({ outcome }) => outcome !== "PASS");
    expect(failed?.map(({ id, outcome, exception }) => [id, outcome, exception])).toEqual([
      ["ELIG_AGE", "REVIEW", "TPE_2"],
      ["ELIG_FICO", "FAIL", null],
      ["ELIG_CASH", "REVIEW", "TPE_7"],
    ]);
    expect(decision).toMatchObject({ outcome: "REVIEW", reasons: ["CREDIT_SCORE_BELOW_MINIMUM"], offers: [] });
    const passed = rulings({ exceptions: ["TPE_2", "TPE_7"], passedRules: ["ELIG_FICO"] });
    const rated = decide("TERM_LOAN", D, policy, passed);
    expect(rated).toMatchObject({ creditResult: "FAIL", outcome: "REVIEW" });
    expect(rated.reasons).toEqual(["CASH_FLOW_INSUFFICIENT", "DELINQUENT_CREDIT_OBLIGATIONS", "EXCESSIVE_OBLIGATIONS"]);
  });

  const sized: [string, CreditModelInputs, ProductType, number[]][] = [
    ["A", A, "TERM_LOAN", [6_500_000, 11_000_000, 11_000_000, 11_000_000]],
    ["A", A, "LOC_TERM_LOAN", [6_500_000]],
    ["A", A, "FAST_PAY", [5_000_000]],
    ["A", A, "MCA", [3_300_000]],
    ["B", B, "TERM_LOAN", [2_500_000, 3_500_000, 3_500_000]],
    ["B", B, "LOC_TERM_LOAN", [2_500_000]],
    ["B", B, "FAST_PAY", [2_000_000]],
    ["B", B, "MCA", [1_700_000]],
    ["C", C, "TERM_LOAN", [1_000_000]],
    ["C", C, "LOC_TERM_LOAN", [500_000]],
    ["C", C, "FAST_PAY", []],
    // The largest monthly payment bounds an advance too: 102,592 × 5 / 1.18.
    ["C", C, "MCA", [400_000]],
  ];
  it.each(sized)("%s is sized as the table says: %o", (_, inputs, product, amounts) => {
    expect(amountsOf(decide(product, inputs, policy))).toEqual(amounts);
  });

  it("has the present value of the vector", () => {
    expect(toDecimals(presentValueFactor("20", 12), 4)).toBe(vectors.dscr.pvFactor);
  });

  it("names the binding limit of each term of C", () => {
    const { sizes } = decide("TERM_LOAN", C, policy);
    expect(sizes.map(({ durationDays, binding, offer }) => [durationDays, binding, typeof offer])).toEqual([
      [180, "DEBT_SERVICE", "string"],
      [360, "DEBT_SERVICE", "object"],
    ]);
  });
});

describe("eligibility", () => {
  const rows: [string, Partial<CreditModelInputs>, ProductType, string, string | null][] = [
    ["ELIG_STATE", { state: "GU" }, "TERM_LOAN", "NO_OFFERS", "LOANS_UNAVAILABLE_IN_STATE"],
    ["ELIG_STATE", { state: "TX" }, "MCA", "NO_OFFERS", "LOANS_UNAVAILABLE_IN_STATE"],
    ["ELIG_INDUSTRY", { naicsCodes: ["713210"] }, "TERM_LOAN", "NO_OFFERS", "UNSUPPORTED_INDUSTRY"],
    ["ELIG_INDUSTRY", { naicsCodes: ["441120"] }, "TERM_LOAN", "REVIEW", "UNSUPPORTED_INDUSTRY"],
    ["ELIG_INDUSTRY", { naicsCodes: [] }, "TERM_LOAN", "REVIEW", "UNABLE_TO_VERIFY_INFORMATION"],
    ["ELIG_AGE", { businessAgeInMonths: 5 }, "TERM_LOAN", "NO_OFFERS", "TIME_IN_BUSINESS"],
    ["ELIG_AGE", { businessAgeInMonths: 6 }, "TERM_LOAN", "REVIEW", "TIME_IN_BUSINESS"],
    ["ELIG_AGE", { businessAgeInMonths: 3, platformBusinessAgeInMonths: 5 }, "MCA", "NO_OFFERS", "TIME_IN_BUSINESS"],
    ["ELIG_FICO", { ficoScores: [599] }, "TERM_LOAN", "REVIEW", "CREDIT_SCORE_BELOW_MINIMUM"],
    ["ELIG_FICO", { ficoScores: [null], tradelinesCounts: [null] }, "TERM_LOAN", "REVIEW", "NO_CREDIT_FILE"],
    ["ELIG_FICO", { ficoScores: [700], tradelinesCounts: [2] }, "TERM_LOAN", "REVIEW", "LIMITED_CREDIT_EXPERIENCE"],
    ["ELIG_FICO", { ficoScores: [700, 550] }, "TERM_LOAN", "REVIEW", "GUARANTOR_CREDIT"],
    [
      "ELIG_CASH",
      { averageCashBalanceSixMonthsCents: cents(99_999) },
      "TERM_LOAN",
      "NO_OFFERS",
      "CASH_FLOW_INSUFFICIENT",
    ],
    [
      "ELIG_CASH",
      { averageCashBalanceSixMonthsCents: cents(199_999) },
      "TERM_LOAN",
      "REVIEW",
      "CASH_FLOW_INSUFFICIENT",
    ],
    ["ELIG_BK", { lastBankruptcyDate: businessDate("2024-11-18") }, "TERM_LOAN", "REVIEW", "BANKRUPTCY"],
    ["ELIG_LIEN", { lastLienAmountCents: cents(2_500_001) }, "TERM_LOAN", "REVIEW", "COLLECTION_ACTION_OR_JUDGMENT"],
    [
      "ELIG_JUDGMENT",
      { lastJudgmentAmountCents: cents(1_000_001) },
      "TERM_LOAN",
      "REVIEW",
      "COLLECTION_ACTION_OR_JUDGMENT",
    ],
    ["ELIG_US", { businessOwnersAreUsResidents: false }, "TERM_LOAN", "REVIEW", "UNABLE_TO_VERIFY_INFORMATION"],
    ["ELIG_PG", { personalGuarantee: false }, "TERM_LOAN", "REVIEW", "GUARANTY_REQUIRED"],
    ["ELIG_UCC", { ucc1: true }, "LOC_TERM_LOAN", "REVIEW", "COLLATERAL_POSITION"],
    ["ELIG_SELF", { isLateWithUs: true }, "TERM_LOAN", "REVIEW", "POOR_CREDIT_PERFORMANCE"],
    ["ELIG_BANK_HISTORY", { bankHistoryDays: 89 }, "TERM_LOAN", "REVIEW", "UNABLE_TO_VERIFY_INFORMATION"],
  ];
  it.each(rows)("%s with %o for %s leads to %s because of %s", (id, changed, product, outcome, reason) => {
    const decision = decide(product, { ...A, ...changed }, policy);
    const results = decision.stages[0]?.rules.filter((one) => one.outcome !== "PASS") ?? [];
    expect(results.map((one) => one.id)).toEqual([id]);
    expect(decision.outcome).toBe(outcome);
    expect(decision.reasons).toEqual(reason ? [reason] : []);
    expect(decision.offers).toEqual([]);
  });

  const passing: [string, Partial<CreditModelInputs>, ProductType][] = [
    ["a bankruptcy of two years ago", { lastBankruptcyDate: businessDate("2024-11-17") }, "TERM_LOAN"],
    [
      "an old judgment",
      { lastJudgmentAmountCents: cents(9_000_000), lastJudgmentDate: businessDate("2023-11-17") },
      "TERM_LOAN",
    ],
    [
      "a young business that has been on the platform for six months",
      { businessAgeInMonths: 2, platformBusinessAgeInMonths: 6 },
      "MCA",
    ],
    ["a low score for an integrated advance", { ficoScores: [400] }, "INTEGRATED_MCA"],
    [
      "a score above the platform's own minimum",
      { ficoScores: [585], minimumFicoScoreRequiredOnPlatform: 580 },
      "TERM_LOAN",
    ],
    ["another creditor's lien for a term loan", { ucc1: true }, "TERM_LOAN"],
    ["an advance without a guarantee", { personalGuarantee: false }, "MCA"],
  ];
  it.each(passing)("passes %s", (_, changed, product) => {
    expect(decide(product, { ...A, ...changed }, policy).outcome).toBe("OFFERS");
  });

  it("lists at most four reasons and none twice", () => {
    const worst = {
      ...A,
      ficoScores: [500],
      lastBankruptcyDate: businessDate("2026-01-01"),
      lastLienAmountCents: cents(9_000_000),
      lastJudgmentAmountCents: cents(9_000_000),
      isLateWithUs: true,
      ucc1: true,
    };
    expect(decide("LOC_TERM_LOAN", worst, policy).reasons).toEqual([
      "COLLECTION_ACTION_OR_JUDGMENT",
      "BANKRUPTCY",
      "COLLATERAL_POSITION",
      "POOR_CREDIT_PERFORMANCE",
    ]);
  });
});

describe("rulings of staff", () => {
  const failing = { ...A, ficoScores: [590] };

  it("a denial that staff could avert waits for confirmation", () => {
    expect(decide("TERM_LOAN", failing, policy)).toMatchObject({
      outcome: "REVIEW",
      review: { isDenialToConfirm: true },
    });
    expect(decide("TERM_LOAN", failing, policy, rulings({ isDenialConfirmed: true }))).toMatchObject({
      outcome: "NO_OFFERS",
      reasons: ["CREDIT_SCORE_BELOW_MINIMUM"],
    });
  });

  it("a rule that staff passed counts as passed, with the worst points", () => {
    const decision = decide("TERM_LOAN", failing, policy, rulings({ passedRules: ["ELIG_FICO"] }));
    expect(decision).toMatchObject({ outcome: "OFFERS", points: 3 });
  });

  it("a rule that cannot be overridden stays failed", () => {
    const passed = rulings({ passedRules: ["ELIG_STATE"] });
    expect(decide("TERM_LOAN", { ...A, state: "GU" }, policy, passed).outcome).toBe("NO_OFFERS");
  });

  it("an approved exception halves the amount without a guarantee, for the rating LOW only", () => {
    const unguaranteed = (inputs: CreditModelInputs) =>
      decide("TERM_LOAN", { ...inputs, personalGuarantee: false }, policy, rulings({ exceptions: ["TPE_1"] }));
    expect(amountsOf(unguaranteed(A))).toEqual([3_000_000, 5_500_000, 5_500_000, 5_500_000]);
    expect(unguaranteed(B)).toMatchObject({ outcome: "NO_OFFERS", reasons: ["GUARANTY_REQUIRED"] });
  });

  it("an approved exception for a young business allows 25,000 dollars for half a year", () => {
    const young = decide("TERM_LOAN", { ...A, businessAgeInMonths: 8 }, policy, rulings({ exceptions: ["TPE_2"] }));
    expect(
      young.offers.map(({ amountCents, terms }) => [amountCents, "durationDays" in terms && terms.durationDays]),
    ).toEqual([[2_500_000, 180]]);
  });

  it("a restricted industry needs a rating better than HIGH", () => {
    const exceptions = rulings({ exceptions: ["TPE_6"] });
    const restricted = (inputs: CreditModelInputs) =>
      decide("TERM_LOAN", { ...inputs, naicsCodes: ["441120"] }, policy, exceptions);
    expect(restricted(B).outcome).toBe("OFFERS");
    expect(restricted(C)).toMatchObject({ outcome: "NO_OFFERS", reasons: ["UNSUPPORTED_INDUSTRY"] });
  });

  it("a result that staff set replaces the model's, which stays on record", () => {
    const decision = decide("TERM_LOAN", B, policy, rulings({ creditModelExecutionResultOverride: "LOW" }));
    expect(decision).toMatchObject({ modelResult: "MEDIUM", creditResult: "LOW", outcome: "OFFERS" });
  });
});

describe("refinancing", () => {
  const debt = (existingDebtId: string, payoffCents: number, monthlyCents: number) => ({
    existingDebtId,
    payoffCents: cents(payoffCents),
    monthlyCents: cents(monthlyCents),
  });

  it("pays off the debts that the loan covers with its fee, and counts their payments no longer", () => {
    const [first] = decide("TERM_LOAN", { ...A, refinancedDebts: [debt("a", 4_000_000, 150_000)] }, policy).offers;
    expect(first?.terms).toMatchObject({
      minLoanAmountCents: 4_500_000,
      existingDebts: [{ debtType: "EXTERNAL_DEBT", existingDebtId: "a", payoffCents: 4_000_000 }],
    });
    // 150,000 more for payments each month: 1,333,333 instead of 1,183,333.
    expect(first?.amountCents).toBe(7_500_000 - 500_000 + 500_000);
  });

  const own = (payoff: { principalCents: number; interestCents?: number }, productType: ProductType = "TERM_LOAN") => {
    const principalCents = cents(payoff.principalCents);
    const interestCents = cents(payoff.interestCents ?? 0);
    return {
      issuedProductId: "old",
      productType,
      book: "CONCAR_SPV_1" as const,
      payoff: { principalCents, interestCents, feeCents: cents(0) },
      latestReceivableId: null,
      monthlyCents: cents(100_000),
      payoffCents: cents(principalCents + interestCents),
    };
  };
  /** The old loan of RF-1, TL-1 after six payments. */
  const old = own({ principalCents: 2_611_590, interestCents: 39_174 });

  it("RF-1: pays off a loan of our own beside another lender's, at no less than payoffs and fee", () => {
    const threePercent = structuredClone(policy);
    threePercent.sizing.TERM_LOAN.byRating.LOW.feePercentage = "3";
    const given = { ...A, refinancedDebts: [debt("a", 1_200_000, 50_000), old] };
    const [first] = decide("TERM_LOAN", given, threePercent).offers;
    if (first?.terms.productType !== "TERM_LOAN") throw new Error("no loan is offered");
    expect(first.terms).toMatchObject({
      // 3,850,764 / 0.97 is 3,969,860.
      minLoanAmountCents: 4_000_000,
      existingDebts: [
        { debtType: "EXTERNAL_DEBT", existingDebtId: "a", payoffCents: 1_200_000 },
        {
          debtType: "KANMON_DEBT",
          refinancedIssuedProductId: "old",
          book: "CONCAR_SPV_1",
          principalCents: 2_611_590,
          interestCents: 39_174,
        },
      ],
    });
    // 150,000 more for payments each month, as with a debt to another lender.
    expect(first.amountCents).toBe(7_500_000);
    const request = { loanAmountCents: cents(7_500_000), fundedOn: A.decidedOn };
    expect(quoteTermLoan(first.terms, request, plainWorksheet)).toMatchObject({
      feeAmountCents: 225_000,
      refiExistingLoanPayoffAmountCents: 3_850_764,
      refiNetNewPrincipalAmountCents: 4_888_410,
      netDisbursementAmountCents: 3_424_236,
    });
  });

  it("leaves out a loan of our own that the new one does not cover, and offers one beside it", () => {
    const decision = decide("TERM_LOAN", { ...A, refinancedDebts: [own({ principalCents: 20_000_000 })] }, policy);
    expect(decision.outcome).toBe("OFFERS");
    for (const { terms } of decision.offers) expect(terms).toMatchObject({ existingDebts: [] });
  });

  it("does not count the principal that it pays off in what we may still lend", () => {
    const ourExposureCents = cents(policy.eligibility.maxExposureCents - 2_000_000);
    const [beside] = decide("TERM_LOAN", { ...A, ourExposureCents }, policy).offers;
    expect(beside?.amountCents).toBe(2_000_000);
    const [instead] = decide("TERM_LOAN", { ...A, ourExposureCents, refinancedDebts: [old] }, policy).offers;
    expect(instead?.amountCents).toBe(4_500_000);
  });

  it("is between products of one type: neither a line nor an advance pays off a loan, nor a loan an advance", () => {
    for (const product of ["LOC_TERM_LOAN", "MCA", "INTEGRATED_MCA"] as const)
      expect(decide(product, { ...A, refinancedDebts: [old] }, policy)).toEqual(decide(product, A, policy));
    const advance = { ...old, productType: "MCA" as const };
    expect(decide("TERM_LOAN", { ...A, refinancedDebts: [advance] }, policy)).toEqual(decide("TERM_LOAN", A, policy));
  });

  describe("of an advance", () => {
    const advance = (id: string, productType: ProductType, principalCents: number) => ({
      ...own({ principalCents }, productType),
      issuedProductId: id,
      payoff: { principalCents: cents(principalCents), interestCents: cents(0), feeCents: cents(50_000) },
      payoffCents: cents(principalCents + 50_000),
      latestReceivableId: productType === "INTEGRATED_MCA" ? "receivable" : null,
    });
    const selling: CreditModelInputs = {
      ...A,
      averageMonthlyCardSalesCents: cents(5_000_000),
      averageMonthlyChannelSalesCents: cents(5_000_000),
    };
    const balance = {
      refinancedIssuedProductId: "old",
      book: "CONCAR_SPV_1",
      principalCents: 500_000,
      feeCents: 50_000,
    };
    const offered = (product: "MCA" | "INTEGRATED_MCA", refinancedDebts: ReturnType<typeof advance>[]) => {
      const [first] = decide(product, { ...selling, refinancedDebts }, policy).offers;
      return first?.terms;
    };

    it("pays off the balance of another of its type, an integrated one as of its last receivable", () => {
      expect(offered("MCA", [advance("old", "MCA", 500_000)])).toMatchObject({ refinanced: balance });
      expect(offered("INTEGRATED_MCA", [advance("old", "INTEGRATED_MCA", 500_000)])).toMatchObject({
        refinanced: { ...balance, refiLatestIntegratedMcaReceivableId: "receivable" },
      });
      expect(offered("INTEGRATED_MCA", [advance("old", "MCA", 500_000)])).toMatchObject({ refinanced: null });
    });

    it("is larger than that balance, else it is left out, the largest first", () => {
      const large = advance("large", "MCA", 25_000_000);
      expect(offered("MCA", [large])).toMatchObject({ refinanced: null });
      expect(offered("MCA", [advance("old", "MCA", 500_000), large])).toMatchObject({ refinanced: balance });
    });
  });

  it("leaves out the largest debt that the loan does not cover", () => {
    const refinancedDebts = [debt("small", 1_000_000, 50_000), debt("large", 20_000_000, 100_000)];
    const decision = decide("TERM_LOAN", { ...A, refinancedDebts }, policy);
    for (const { terms } of decision.offers)
      expect(terms).toMatchObject({ existingDebts: [{ existingDebtId: "small" }] });
  });
});

describe("prices and the law", () => {
  it("offers no term above the cap of the state, and says so if none is left", () => {
    expect(decide("TERM_LOAN", { ...B, state: "AR" }, policy)).toMatchObject({
      outcome: "NO_OFFERS",
      reasons: ["NO_LAWFUL_PRICE"],
    });
    const florida = decide("TERM_LOAN", { ...A, state: "FL" }, policy);
    expect(florida.offers.map(({ terms }) => "durationDays" in terms && terms.durationDays)).toEqual([540, 720]);
  });
});

describe("decision about any applicant", () => {
  const anyProduct = fc.constantFrom(...productTypes);
  /** Everything that staff could let pass. */
  const generous = rulings({ passedRules: allRules.map(({ id }) => id) });
  const anyRulings = fc.constantFrom(noRulings, generous);

  it("is the same when it is repeated, and every end without offers has reasons", () => {
    fc.assert(
      fc.property(anyProduct, anyInputs, anyRulings, (product, inputs, given) => {
        const decision = decide(product, inputs, policy, given);
        expect(JSON.stringify(decide(product, JSON.parse(JSON.stringify(inputs)), policy, given))).toBe(
          JSON.stringify(decision),
        );
        expect(decision.offers.length > 0).toBe(decision.outcome === "OFFERS");
        if (decision.outcome === "OFFERS") return;
        expect(decision.reasons.length).toBeGreaterThan(0);
        expect(decision.reasons.length).toBeLessThanOrEqual(mostDenialReasons);
        for (const reason of decision.reasons) expect(denialReasons).toHaveProperty(reason);
        const { rules, exceptions, isDenialToConfirm } = decision.review;
        expect(rules.length + exceptions.length + Number(isDenialToConfirm) > 0).toBe(decision.outcome === "REVIEW");
      }),
      runs,
    );
  });

  it("offers nothing below the minimum, above the room for payments, or above the state's cap", () => {
    fc.assert(
      fc.property(anyProduct, anyInputs, (product, inputs) => {
        const { sizes, creditResult } = decide(product, inputs, policy, generous);
        for (const { offer, amountCents, minCents, limits } of sizes) {
          if (typeof offer === "string") continue;
          expect(amountCents).toBeGreaterThanOrEqual(minCents);
          expect(minCents).toBeGreaterThan(0);
          for (const limit of limits) expect(amountCents).toBeLessThanOrEqual(limit.cents);
          expect(products[product].terms).toBeDefined();
          const place = { state: inputs.state ?? "", product, borrower: inputs.borrower };
          expect(isLawful(policy, place, amountCents, offer.aprPercentage)).toBe(true);
          expect(riskRatings).toContain(creditResult as RiskRating);
        }
      }),
      runs,
    );
  });

  it("is not worse with more revenue and cash flow, a higher score or fewer returned payments", () => {
    const best = (product: ProductType, inputs: CreditModelInputs) =>
      Math.max(0, ...amountsOf(decide(product, inputs, policy, generous)));
    const scaled = (amount: number | null, percent: number) =>
      amount === null ? null : cents(amount < 0 ? amount : Math.floor((amount * percent) / 100));
    fc.assert(
      fc.property(anyProduct, anyInputs, fc.integer({ min: 100, max: 300 }), (product, inputs, percent) => {
        const before = best(product, inputs);
        const richer: CreditModelInputs = {
          ...inputs,
          averageMonthlyRevenueCents: scaled(inputs.averageMonthlyRevenueCents, percent),
          cashFlowCents: scaled(inputs.cashFlowCents, percent),
        };
        expect(best(product, richer)).toBeGreaterThanOrEqual(before);
        const scores = inputs.ficoScores.map((score) => score && Math.min(850, score + 30));
        expect(best(product, { ...inputs, ficoScores: scores })).toBeGreaterThanOrEqual(before);
        const nsfCount = inputs.nsfCount && inputs.nsfCount - 1;
        expect(best(product, { ...inputs, nsfCount })).toBeGreaterThanOrEqual(before);
      }),
      runs,
    );
  });
});

describe("inputs of rules", () => {
  it("every rule reads the inputs that it names and no other", () => {
    fc.assert(
      fc.property(fc.constantFrom(...productTypes), anyInputs, (product, inputs) => {
        for (const one of allRules) {
          const read = new Set<string>();
          const watched = new Proxy(inputs, {
            get: (target, name) => read.add(String(name)) && Reflect.get(target, name),
          });
          one.check(watched, policy, product);
          for (const name of read) expect(one.inputs).toContain(name as InputName);
        }
      }),
      { numRuns: 50 },
    );
    for (const one of allRules) for (const name of one.inputs) expect(allowedInputs).toContain(name);
  });

  it("a rule cannot name a field that is not on the list", () => {
    rule({
      id: "RULE_AGE_OF_OWNER",
      // @ts-expect-error The age of a person is not an input.
      inputs: ["ownerAge"],
      isOverridable: false,
      check: () => ({
        outcome: "PASS",
        value: null,
        threshold: null,
        reason: null,
        exception: null,
        points: null,
        staff: "",
        applicant: null,
      }),
    });
  });
});
