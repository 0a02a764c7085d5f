import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comeBackOn } from "../applications/why-not-reapply.ts";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { type Change, changeKinds } from "./changes.ts";
import type { UnderwritingFacts } from "./data/facts.ts";
import { decide, noRulings, type StaffRulings } from "./decide.ts";
import type { CreditModelInputs } from "./inputs.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import { anyInputs, exampleBusinesses } from "./underwriting.fixture.ts";
import { mostChanges, mostRuns, whatWouldChange, withoutCoOwnerReports } from "./what-would-change.ts";

const { A, C } = exampleBusinesses;

type Given = { product?: ProductType; own?: CreditModelInputs; rulings?: StaffRulings; others?: ProductType[] };
const changesOf = (
  inputs: CreditModelInputs,
  { product = "TERM_LOAN", own, rulings = noRulings, others = [] }: Given,
) => whatWouldChange({ product, inputs, ownInputs: own ?? inputs, policy, rulings, otherProducts: others }).changes;
const change = (kind: Change["kind"], given: Partial<Change> = {}): Change => ({
  kind,
  from: null,
  to: null,
  on: null,
  product: null,
  ...given,
});

describe("changes that would lead to an offer", () => {
  it.each<[string, Partial<CreditModelInputs>, Change]>([
    [
      "a low balance",
      { averageCashBalanceSixMonthsCents: cents(154_321) },
      change("AVERAGE_BALANCE", { from: 154_321, to: 200_000 }),
    ],
    ["returned payments", { nsfCount: 9 }, change("NSF_COUNT", { from: 9, to: 5 })],
    ["overdrafts", { overdraftCount: 12 }, change("OVERDRAFT_COUNT", { from: 12, to: 8 })],
    ["bills that are paid late", { monthlyAverageDbt: 75 }, change("DAYS_BEYOND_TERMS", { from: 75, to: 60 })],
    [
      "a young business",
      { businessAgeInMonths: 9 },
      change("TIME_IN_BUSINESS", { from: 9, to: 12, on: businessDate("2027-02-17") }),
    ],
    [
      "payments on debts",
      { monthlyDebtCents: cents(2_000_000) },
      change("MONTHLY_DEBT", { from: 2_000_000, to: 1_280_000 }),
    ],
    ["a missing guaranty", { personalGuarantee: false }, change("GUARANTY")],
    ["a late payment to us", { isLateWithUs: true }, change("LATE_WITH_US")],
  ])("name the figure for %s", (_, given, expected) => {
    expect(changesOf({ ...A, ...given }, {})).toEqual([expected]);
  });

  it("name the sales from which the product is sized, in hundreds of dollars", () => {
    expect(changesOf(C, { product: "FAST_PAY" })).toEqual([
      change("MONTHLY_INVOICES", { from: 900_000, to: 1_050_000 }),
    ]);
  });

  it("name a lien on all assets where the product does not allow one", () => {
    const inputs = { ...A, ucc1: true };
    expect(changesOf(inputs, { product: "LOC_TERM_LOAN" })).toEqual([change("BLANKET_LIEN")]);
  });

  it("name another product if nothing else leads to an offer with as few changes", () => {
    const inputs = { ...A, averageMonthlyInvoicesCents: cents(10_000) };
    expect(changesOf(inputs, { product: "FAST_PAY" })).toEqual([]);
    expect(changesOf(inputs, { product: "FAST_PAY", others: ["FAST_PAY", "TERM_LOAN"] })).toEqual([
      change("ANOTHER_PRODUCT", { product: "TERM_LOAN" }),
    ]);
  });

  it.each<[string, Partial<CreditModelInputs>]>([
    ["the state", { state: "GU" }],
    ["the industry", { naicsCodes: ["713210"] }],
    ["the owner's credit score", { ficoScores: [560] }],
    ["a bankruptcy", { hasOpenBankruptcy: true }],
    ["a default with us", { hasDefaultedWithUs: true }],
    ["what could not be verified", { averageMonthlyRevenueCents: null }],
    ["a balance out of reach", { averageCashBalanceSixMonthsCents: cents(0), cashFlowCents: cents(-5_000_000) }],
  ])("are not invented for %s", (_, given) => {
    expect(changesOf({ ...A, ...given }, { others: ["LOC_TERM_LOAN", "FAST_PAY", "MCA"] })).toEqual([]);
  });

  it("are none if the rules did make an offer", () => {
    expect(changesOf(A, {})).toEqual([]);
  });

  it("do not count the limits of an exception that is not needed any more", () => {
    const rulings: StaffRulings = { ...noRulings, exceptions: ["TPE_1"] };
    const inputs = {
      ...A,
      personalGuarantee: false,
      ficoScores: [668],
      nsfCount: 2,
      overdraftCount: 1,
      monthlyAverageDbt: 22,
      sectorRiskRating: "HIGH" as const,
    };
    expect(decide("TERM_LOAN", inputs, policy, rulings)).toMatchObject({
      outcome: "NO_OFFERS",
      reasons: ["GUARANTY_REQUIRED"],
    });
    expect(changesOf(inputs, { rulings })).toContainEqual(change("GUARANTY"));
  });
});

const nearly = fc
  .tuple(
    fc.constantFrom(...Object.values(exampleBusinesses)),
    anyInputs,
    fc.array(fc.nat(), { minLength: 3, maxLength: 6 }),
  )
  .map(([base, other, picks]): CreditModelInputs => {
    // A few fields of any applicant in one of the examples: most of the others are too far from an offer.
    const names = Object.keys(other) as (keyof CreditModelInputs)[];
    const some = picks.map((n) => names[n % names.length] ?? "nsfCount");
    return { ...base, ficoScores: [700], ...Object.fromEntries(some.map((name) => [name, other[name]])) };
  });
/** A search runs the rules up to some hundred times. */
const few = { numRuns: Math.ceil(runs.numRuns / 4) };
const anyProduct = fc.constantFrom(...productTypes);

/** The inputs with one change, by the words of its kind. */
function applied(inputs: CreditModelInputs, { kind, from, to }: Change): CreditModelInputs {
  const amount = cents(to ?? 0);
  const months = (to ?? 0) - (from ?? 0);
  const { platformBusinessAgeInMonths: onPlatform, averageMonthlyRevenueCents: revenue } = inputs;
  // Sales are part of the revenue.
  const averageMonthlyRevenueCents = revenue === null ? null : cents(revenue + (to ?? 0) - (from ?? 0));
  const changed: { [Kind in Change["kind"]]: Partial<CreditModelInputs> } = {
    GUARANTY: { personalGuarantee: true },
    BLANKET_LIEN: { ucc1: false },
    LATE_WITH_US: { isLateWithUs: false },
    TIME_IN_BUSINESS: {
      businessAgeInMonths: to,
      platformBusinessAgeInMonths: onPlatform === null ? null : onPlatform + months,
    },
    AVERAGE_BALANCE: { averageCashBalanceSixMonthsCents: amount },
    NSF_COUNT: { nsfCount: to },
    OVERDRAFT_COUNT: { overdraftCount: to },
    DAYS_BEYOND_TERMS: { monthlyAverageDbt: to },
    MONTHLY_DEBT: { monthlyDebtCents: amount },
    MONTHLY_REVENUE: { averageMonthlyRevenueCents: amount },
    MONTHLY_CASH_FLOW: { cashFlowCents: amount },
    MONTHLY_INVOICES: { averageMonthlyInvoicesCents: amount, averageMonthlyRevenueCents },
    MONTHLY_CARD_SALES: { averageMonthlyCardSalesCents: amount, averageMonthlyRevenueCents },
    MONTHLY_CHANNEL_SALES: { averageMonthlyChannelSalesCents: amount, averageMonthlyRevenueCents },
    ANOTHER_PRODUCT: {},
  };
  return { ...inputs, ...changed[kind] };
}

const isOffered = (product: ProductType, inputs: CreditModelInputs, changes: readonly Change[]): boolean => {
  const of = changes.find((one) => one.product)?.product ?? product;
  return decide(of, changes.reduce(applied, inputs), policy).outcome === "OFFERS";
};

describe("any declined applicant", () => {
  it("would get an offer with the changes, and with none of them left out or smaller", () => {
    let found = 0;
    fc.assert(
      fc.property(nearly, anyProduct, fc.subarray([...productTypes]), (inputs, product, others) => {
        const search = { product, inputs, ownInputs: inputs, policy, rulings: noRulings, otherProducts: others };
        const { changes, runs: count } = whatWouldChange(search);
        expect(count).toBeLessThanOrEqual(mostRuns);
        expect(changes.length).toBeLessThanOrEqual(mostChanges);
        if (changes.length === 0) return;
        found++;
        expect(isOffered(product, inputs, changes)).toBe(true);
        for (const one of changes) {
          expect(
            isOffered(
              product,
              inputs,
              changes.filter((other) => other !== one),
            ),
          ).toBe(false);
          const { from, to } = one;
          if (from === null || to === null) continue;
          const step = one.kind.startsWith("MONTHLY") || one.kind === "AVERAGE_BALANCE" ? 10_000 : 1;
          const less = to > from ? Math.max(from, to - step) : Math.min(from, to + step);
          expect(
            isOffered(
              product,
              inputs,
              changes.map((other) => (other === one ? { ...one, to: less } : other)),
            ),
          ).toBe(false);
        }
        expect(whatWouldChange(search).changes).toEqual(changes);
      }),
      few,
    );
    expect(found).toBeGreaterThan(0);
  });

  it("is shown nothing that depends on a co-owner's report: the same changes whatever it says, or none", () => {
    const coOwner = fc.record({
      ficoScore: fc.option(fc.integer({ min: 500, max: 820 })),
      tradelinesCount: fc.option(fc.integer({ min: 0, max: 20 })),
      hasOpenBankruptcy: fc.boolean(),
    });
    fc.assert(
      fc.property(nearly, anyProduct, coOwner, (own, product, { ficoScore, tradelinesCount, hasOpenBankruptcy }) => {
        const alone = {
          ...own,
          ficoScores: own.ficoScores.slice(0, 1),
          tradelinesCounts: own.tradelinesCounts.slice(0, 1),
        };
        const inputs = {
          ...alone,
          ficoScores: [...alone.ficoScores, ficoScore],
          tradelinesCounts: [...alone.tradelinesCounts, tradelinesCount],
          hasOpenBankruptcy: alone.hasOpenBankruptcy || hasOpenBankruptcy,
        };
        const changes = changesOf(inputs, { product, own: alone });
        if (changes.length === 0) return;
        expect(changes).toEqual(changesOf(alone, { product }));
        expect(isOffered(product, inputs, changes)).toBe(true);
      }),
      few,
    );
  });
});

describe("co-owner's report", () => {
  const own: CreditModelInputs = {
    ...C,
    ficoScores: [735],
    nsfCount: 9,
    overdraftCount: 5,
    monthlyAverageDbt: 40,
    revenueGrowthMonthlyCagr: -0.03,
    sectorRiskRating: "HIGH",
  };
  const withCoOwner = (score: number) => ({ ...own, ficoScores: [735, score], tradelinesCounts: [8, 8] });

  it("that needs a larger change leads to no changes, because their figures would tell the score", () => {
    const alone = [change("NSF_COUNT", { from: 9, to: 5 })];
    expect(changesOf(own, {})).toEqual(alone);
    expect(changesOf(withCoOwner(735), { own })).toEqual(alone);
    // With the score of 650 the rules would make an offer for at most two returned payments.
    expect(decide("TERM_LOAN", { ...withCoOwner(650), nsfCount: 2 }, policy).outcome).toBe("OFFERS");
    expect(changesOf(withCoOwner(650), { own })).toEqual([]);
  });

  it("that alone is the hindrance leads to no changes", () => {
    expect(changesOf({ ...A, ficoScores: [735, 560], tradelinesCounts: [8, 8] }, { own: A })).toEqual([]);
  });

  it("is not among the facts that are searched", () => {
    const credit = { ficoScore: 560 };
    const owners = [
      { isPrimary: false, credit },
      { isPrimary: true, credit },
    ];
    const { owners: left } = withoutCoOwnerReports({ owners } as unknown as UnderwritingFacts);
    expect(left).toEqual([
      { isPrimary: false, credit: null },
      { isPrimary: true, credit },
    ]);
  });
});

describe("date to come back", () => {
  const declinedOn = businessDate("2026-11-17");
  const wait = (on: string) => change("TIME_IN_BUSINESS", { from: 9, to: 12, on: businessDate(on) });
  it("is ninety days after the denial", () => {
    expect(comeBackOn(declinedOn, [])).toBe(addDays(declinedOn, 90));
    expect(comeBackOn(declinedOn, [wait("2026-12-17")])).toBe(addDays(declinedOn, 90));
  });

  it("is the day on which the business is old enough, if that is later and its age is all that it lacks", () => {
    expect(comeBackOn(declinedOn, [wait("2027-06-17")])).toBe("2027-06-17");
    expect(comeBackOn(declinedOn, [wait("2027-06-17"), change("GUARANTY")])).toBe(addDays(declinedOn, 90));
  });
});

it("kinds of changes: none is about a person, a place, an industry or a report about somebody", () => {
  expect(
    changeKinds.filter((kind) => /STATE|INDUSTRY|SECTOR|SCORE|FICO|IDENTITY|SANCTION|BANKRUPTCY|FRAUD/.test(kind)),
  ).toEqual([]);
});
