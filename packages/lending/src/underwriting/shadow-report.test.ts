import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { productTypes } from "../products/product-type.ts";
import { type Decision, decide } from "./decide.ts";
import { firstPolicy } from "./policy/first-policy.ts";
import { type Policy, policySchema } from "./policy/policy.ts";
import {
  addCase,
  type ComparedDecision,
  dimensions,
  emptyTally,
  fourFifths,
  mostSegments,
  reportOf,
  type ShadowCase,
  type ShadowTally,
  segmentsOf,
} from "./shadow-report.ts";
import { anyInputs, exampleBusinesses } from "./underwriting.fixture.ts";

const stricter: Policy = policySchema.parse({
  ...firstPolicy,
  version: "2026-11-18.1",
  eligibility: { ...firstPolicy.eligibility, minFicoScore: 680 },
});

const segments = { product: "MCA", platform: "p", state: "OH", industry: "44", rating: "LOW", ageBand: "UNKNOWN" };
const offering = (amountCents: number): ComparedDecision => ({
  outcome: "OFFERS",
  reasons: [],
  offers: [{ amountCents: cents(amountCents), aprPercentage: 20, terms: {} as Decision["offers"][number]["terms"] }],
});
const denied: ComparedDecision = { outcome: "NO_OFFERS", offers: [], reasons: ["BANKRUPTCY", "TIME_IN_BUSINESS"] };
const referred: ComparedDecision = { outcome: "REVIEW", offers: [], reasons: ["BANKRUPTCY"] };
const compared = (before: ComparedDecision, after: ComparedDecision, given: Partial<ShadowCase> = {}): ShadowCase => ({
  applicationId: "00000000-0000-7000-8000-000000000000",
  segments,
  before,
  after,
  lossCents: null,
  ...given,
});
function tallyOf(cases: readonly ShadowCase[]): ShadowTally {
  const tally = emptyTally();
  for (const one of cases) addCase(tally, one);
  return tally;
}

const anyCase: fc.Arbitrary<ShadowCase> = fc
  .record({
    applicationId: fc.uuid(),
    inputs: anyInputs,
    product: fc.constantFrom(...productTypes),
    loss: fc.option(fc.nat()),
  })
  .map(({ applicationId, inputs, product, loss }) => {
    const before = decide(product, inputs, firstPolicy);
    return {
      applicationId,
      segments: segmentsOf(product, "platform", inputs, before.creditResult),
      before,
      after: decide(product, inputs, stricter),
      lossCents: loss === null ? null : cents(loss),
    };
  });

describe("shadow report", () => {
  it("counts who would be approved, referred or offered another amount, and why not", () => {
    const { total, reasons } = reportOf(
      tallyOf([
        compared(offering(100), offering(150)),
        compared(offering(300), offering(200)),
        compared(offering(400), denied),
        compared(denied, offering(50)),
        compared(referred, denied),
      ]),
    );
    expect(total).toEqual({
      decisions: 5,
      before: { approved: 3, referred: 1, offeredCents: 800 },
      after: { approved: 3, referred: 0, offeredCents: 400 },
      newlyApproved: 1,
      noLongerApproved: 1,
      offeredMore: 1,
      offeredLess: 1,
      losses: { known: 0, lostCents: 0, avoidedCents: 0 },
      approveRateBefore: 0.6,
      approveRateAfter: 0.6,
    });
    expect(reasons).toEqual([
      { reason: "BANKRUPTCY", before: 2, after: 2 },
      { reason: "TIME_IN_BUSINESS", before: 1, after: 2 },
    ]);
  });

  it("counts a known loss, and as avoided only where the application would not be approved", () => {
    const { losses } = reportOf(
      tallyOf([
        compared(offering(100), offering(100), { lossCents: cents(70) }),
        compared(offering(100), denied, { lossCents: cents(30) }),
        compared(offering(100), denied, { lossCents: cents(0) }),
        compared(offering(100), denied),
      ]),
    ).total;
    expect(losses).toEqual({ known: 3, lostCents: 100, avoidedCents: 30 });
  });

  it("has segments that add up to the total in every dimension, and groups too", () => {
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 30 }), (cases) => {
        const { total, segments: by, fourFifths: check } = reportOf(tallyOf(cases));
        for (const dimension of dimensions) {
          const sum = (figure: (one: (typeof by)["state"][number]) => number) =>
            by[dimension].reduce((all, one) => all + figure(one), 0);
          expect(sum(({ decisions }) => decisions)).toBe(total.decisions);
          expect(sum(({ after }) => after.offeredCents)).toBe(total.after.offeredCents);
          expect(sum(({ losses }) => losses.avoidedCents)).toBe(total.losses.avoidedCents);
        }
        expect(check.groups.reduce((all, one) => all + one.decisions, 0)).toBe(total.decisions);
        expect(check.groups.reduce((all, one) => all + one.approvedAfter, 0)).toBe(total.after.approved);
      }),
      { numRuns: 50 },
    );
  });

  it("is the same when it is stored and continued after each case", () => {
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 20 }), (cases) => {
        let stored = JSON.stringify(emptyTally());
        for (const one of cases) {
          const tally = JSON.parse(stored) as ShadowTally;
          addCase(tally, one);
          stored = JSON.stringify(tally);
        }
        expect(reportOf(JSON.parse(stored) as ShadowTally)).toEqual(reportOf(tallyOf(cases)));
      }),
      { numRuns: 50 },
    );
  });

  it("approves nobody more under a higher minimum score, and nobody changes under the same policy", () => {
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 30 }), (cases) => {
        expect(reportOf(tallyOf(cases)).total.newlyApproved).toBe(0);
        const { total } = reportOf(tallyOf(cases.map((one) => ({ ...one, after: one.before }))));
        const { newlyApproved, noLongerApproved, offeredMore, offeredLess } = total;
        expect([newlyApproved, noLongerApproved, offeredMore, offeredLess]).toEqual([0, 0, 0, 0]);
      }),
      { numRuns: 50 },
    );
  });

  it("counts further platforms together once there are many", () => {
    const many = Array.from({ length: mostSegments + 7 }, (_, n) =>
      compared(denied, denied, { segments: { ...segments, platform: `platform-${n}` } }),
    );
    const platforms = reportOf(tallyOf([...many, ...many])).segments.platform;
    expect(platforms).toHaveLength(mostSegments + 1);
    expect(platforms[0]).toMatchObject({ value: "OTHER", decisions: 14 });
  });

  it("names the segments of an application", () => {
    const of = (inputs: Parameters<typeof segmentsOf>[2]) => segmentsOf("TERM_LOAN", "platform", inputs, null);
    expect(of(exampleBusinesses.A)).toEqual({
      product: "TERM_LOAN",
      platform: "platform",
      state: "OH",
      industry: "44",
      rating: "NOT_RATED",
      ageBand: "FROM_5_YEARS",
    });
    const bands = [null, 11, 12, 23, 24, 59, 60].map(
      (businessAgeInMonths) => of({ state: null, naicsCodes: [], businessAgeInMonths }).ageBand,
    );
    expect(bands).toEqual([
      "UNKNOWN",
      "UNDER_1_YEAR",
      "1_TO_2_YEARS",
      "1_TO_2_YEARS",
      "2_TO_5_YEARS",
      "2_TO_5_YEARS",
      "FROM_5_YEARS",
    ]);
  });
});

describe("four-fifths check", () => {
  it("divides the lowest approve rate by the highest, and flags less than 0.8", () => {
    const groups = (approved: number) => [
      { approved: 50, decisions: 100 },
      { approved, decisions: 100 },
    ];
    expect(fourFifths(groups(40))).toEqual({ ratio: 0.8, isBelowFourFifths: false });
    expect(fourFifths(groups(39))).toEqual({ ratio: 0.78, isBelowFourFifths: true });
    expect(fourFifths(groups(0))).toEqual({ ratio: 0, isBelowFourFifths: true });
  });

  it("ignores a group without decisions, and says nothing where nobody was approved", () => {
    expect(
      fourFifths([
        { approved: 0, decisions: 0 },
        { approved: 3, decisions: 4 },
      ]),
    ).toEqual({ ratio: 1, isBelowFourFifths: false });
    expect(fourFifths([{ approved: 0, decisions: 4 }])).toEqual({ ratio: null, isBelowFourFifths: false });
    expect(fourFifths([])).toEqual({ ratio: null, isBelowFourFifths: false });
  });

  it("is over groups that are labelled as made up, evenly filled and the same for the same application", () => {
    const ids = Array.from({ length: 8_000 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`);
    const check = () =>
      reportOf(tallyOf(ids.map((applicationId) => compared(offering(1), offering(1), { applicationId })))).fourFifths;
    const { groups, areGroupsMadeUp } = check();
    expect(areGroupsMadeUp).toBe(true);
    expect(groups.map(({ group }) => group)).toEqual(["MADE_UP_1", "MADE_UP_2", "MADE_UP_3", "MADE_UP_4"]);
    for (const { decisions } of groups) expect(Math.abs(decisions - 2_000)).toBeLessThan(200);
    expect(check().groups).toEqual(groups);
  });
});
