import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, businessDate } from "../calendar/business-date.ts";
import { cents, noCents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { planCounterOfferNotices, planNotices } from "./adverse-action.ts";
import type { BusinessCreditFacts, Filing, OwnerFacts, UnderwritingFacts } from "./data/facts.ts";
import { inputsFrom } from "./data/inputs-from-facts.ts";
import { keyFactors } from "./data/score-factors.ts";
import { decide, noRulings, type StaffRulings } from "./decide.ts";
import { denialReasons, mostDenialReasons } from "./denial-reasons.ts";
import type { CreditModelInputs } from "./inputs.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import { anyInputs, exampleBusinesses } from "./underwriting.fixture.ts";

const takenOn = businessDate("2026-11-17");
const confirmed: StaffRulings = { ...noRulings, isDenialConfirmed: true };

const owner = (id: string, credit: Partial<NonNullable<OwnerFacts["credit"]>> = {}): OwnerFacts => ({
  id,
  isPrimary: id === "rosa",
  firstName: id,
  lastName: "Marín",
  email: `${id}@owner.test`,
  ownershipPercentage: 50,
  isControlPerson: id === "rosa",
  isOnboarded: true,
  credit: {
    pulledOn: takenOn,
    ficoScore: 735,
    scoreFactors: [],
    tradelinesCount: 9,
    derogatoryAccountsCount: 0,
    bankruptcyCount: 0,
    nowDelinquentDerog: 0,
    wasDelinquentDerog: 0,
    bankruptcies: [],
    taxLiens: [],
    judgments: [],
    ...credit,
  },
});
const filed = (filing: Partial<Filing> = {}): Filing => ({
  filedOn: addMonths(takenOn, -6),
  amountCents: cents(9_000_000),
  isOver: false,
  ...filing,
});
const ofBusiness = (filings: Partial<BusinessCreditFacts>): BusinessCreditFacts => ({
  pulledOn: takenOn,
  incorporatedOn: null,
  fileEstablishedOn: null,
  naicsCodes: [],
  sicCodes: [],
  monthlyAverageDbt: null,
  bankruptcies: [],
  taxLiens: [],
  judgments: [],
  uccFilings: [],
  collectionsCount: 0,
  ...filings,
});
const factsOf = (owners: OwnerFacts[], given: Partial<UnderwritingFacts> = {}): UnderwritingFacts => ({
  takenOn,
  business: {
    id: "business",
    name: "Harbor Bakery",
    platformBusinessId: "harbor",
    phoneNumber: null,
    addressState: "OH",
    isSoleProprietorship: false,
    selectedProducts: ["TERM_LOAN"],
  },
  platform: { id: "platform", name: "Test", businessSince: takenOn, minimumFicoScoreRequiredOnPlatform: null },
  owners,
  businessCredit: null,
  verification: null,
  accounts: [],
  transactions: [],
  salesDays: [],
  accountingMonths: [],
  debts: [],
  statement: null,
  withUs: { hasDefaulted: false, isLate: false, exposureCents: noCents },
  ...given,
});

/** The notices of a business that is like the worked example A in everything but what its owners' reports say. */
function noticesOf(facts: UnderwritingFacts, rulings = confirmed) {
  const { ficoScores, tradelinesCounts, lastBankruptcyDate, hasOpenBankruptcy, ...read } = inputsFrom(facts, policy);
  const { lastLienAmountCents, lastLienDate, lastJudgmentAmountCents, lastJudgmentDate } = read;
  const inputs = {
    ...exampleBusinesses.A,
    ficoScores,
    tradelinesCounts,
    lastBankruptcyDate,
    hasOpenBankruptcy,
    lastLienAmountCents,
    lastLienDate,
    lastJudgmentAmountCents,
    lastJudgmentDate,
  };
  const decision = decide("TERM_LOAN", inputs, policy, rulings);
  return { decision, notices: planNotices(facts, policy, decision, rulings, decision.reasons) };
}

describe("notices about a denial", () => {
  it("tell the business of a co-owner's score only that it is a co-owner's credit, and the co-owner the reason", () => {
    const { notices } = noticesOf(factsOf([owner("rosa"), owner("luis", { ficoScore: 560 })]));
    expect(notices).toEqual({
      reasons: ["GUARANTOR_CREDIT"],
      applicantId: null,
      owners: [{ ownerId: "luis", reasons: ["CREDIT_SCORE_BELOW_MINIMUM"] }],
    });
  });

  it.each([
    ["bankruptcies", "BANKRUPTCY"],
    ["taxLiens", "COLLECTION_ACTION_OR_JUDGMENT"],
    ["judgments", "COLLECTION_ACTION_OR_JUDGMENT"],
  ] as const)("do not tell the business of a co-owner's %s", (kind, reason) => {
    const { decision, notices } = noticesOf(factsOf([owner("rosa"), owner("luis", { [kind]: [filed()] })]));
    expect(decision.reasons).toEqual([reason]);
    expect(notices).toEqual({
      reasons: ["GUARANTOR_CREDIT"],
      applicantId: null,
      owners: [{ ownerId: "luis", reasons: [reason] }],
    });
  });

  it("name what the report of the primary owner says, who also gets a notice about the report", () => {
    const { notices } = noticesOf(factsOf([owner("rosa", { ficoScore: 560, judgments: [filed()] }), owner("luis")]));
    expect(notices).toEqual({
      reasons: ["COLLECTION_ACTION_OR_JUDGMENT", "CREDIT_SCORE_BELOW_MINIMUM"],
      applicantId: null,
      owners: [{ ownerId: "rosa", reasons: ["COLLECTION_ACTION_OR_JUDGMENT", "CREDIT_SCORE_BELOW_MINIMUM"] }],
    });
  });

  it("are one for a sole proprietor, about the business and the report at once", () => {
    const alone = factsOf([owner("rosa", { ficoScore: 560 })]);
    const facts = { ...alone, business: { ...alone.business, isSoleProprietorship: true } };
    expect(noticesOf(facts).notices).toEqual({
      reasons: ["CREDIT_SCORE_BELOW_MINIMUM"],
      applicantId: "rosa",
      owners: [],
    });
  });

  it("keep a reason that the business itself gave, and go to the co-owner who gave it as well", () => {
    const facts = factsOf([owner("rosa"), owner("luis", { taxLiens: [filed()] })], {
      businessCredit: ofBusiness({ taxLiens: [filed()] }),
    });
    expect(noticesOf(facts).notices).toMatchObject({
      reasons: ["COLLECTION_ACTION_OR_JUDGMENT"],
      owners: [{ ownerId: "luis" }],
    });
    const without = factsOf([owner("rosa"), owner("luis")], facts);
    expect(noticesOf({ ...without, owners: [owner("rosa")] }).notices).toMatchObject({ owners: [] });
  });

  it("leave out what is too small, too old or over", () => {
    const harmless = [
      filed({ amountCents: cents(100) }),
      filed({ isOver: true }),
      filed({ filedOn: businessDate("2001-01-01") }),
    ];
    const facts = factsOf([owner("rosa", { ficoScore: 560 }), owner("luis", { judgments: harmless })]);
    expect(noticesOf(facts).notices.owners.map(({ ownerId }) => ownerId)).toEqual(["rosa"]);
  });

  it("do not name a report that staff let pass", () => {
    const facts = factsOf([owner("rosa", { ficoScore: 560 }), owner("luis", { bankruptcies: [filed()] })]);
    const rulings = { ...confirmed, passedRules: ["ELIG_FICO"] };
    expect(noticesOf(facts, rulings).notices).toEqual({
      reasons: ["GUARANTOR_CREDIT"],
      applicantId: null,
      owners: [{ ownerId: "luis", reasons: ["BANKRUPTCY"] }],
    });
  });

  it("tell a co-owner whose score cost the most points, and the business only that it is a co-owner's credit", () => {
    const facts = factsOf([owner("rosa"), owner("luis", { ficoScore: 610 })]);
    const factor = { reason: "CREDIT_SCORE_BELOW_MINIMUM", outcome: "PASS", points: 3, id: "RATE_FICO" } as never;
    const decision = { stages: [{ model: "CREDIT_TERM_LOAN_V1", rules: [factor] }] };
    const reasons = ["CASH_FLOW_INSUFFICIENT", "CREDIT_SCORE_BELOW_MINIMUM"] as const;
    expect(planNotices(facts, policy, decision, confirmed, reasons)).toEqual({
      reasons: ["CASH_FLOW_INSUFFICIENT", "GUARANTOR_CREDIT"],
      applicantId: null,
      owners: [{ ownerId: "luis", reasons: ["CREDIT_SCORE_BELOW_MINIMUM"] }],
    });
  });

  it("need no report where the reason is another, such as missing capital", () => {
    const facts = factsOf([owner("rosa", { ficoScore: 560 })]);
    const { decision } = noticesOf(facts);
    expect(planNotices(facts, policy, decision, confirmed, ["NO_FUNDING_AVAILABLE"])).toEqual({
      reasons: ["NO_FUNDING_AVAILABLE"],
      applicantId: null,
      owners: [],
    });
  });

  it("have one to four distinct reasons for every denial, in the order of the decision", () => {
    fc.assert(
      fc.property(anyInputs, fc.constantFrom(...productTypes), (inputs, product) => {
        const decision = decide(product, inputs, policy, confirmed);
        fc.pre(decision.outcome === "NO_OFFERS");
        const facts = factsOf(
          inputs.ficoScores.map((ficoScore, n) => owner(n === 0 ? "rosa" : `owner${n}`, { ficoScore })),
        );
        const { reasons, owners } = planNotices(facts, policy, decision, confirmed, decision.reasons);
        expect(reasons.length).toBeGreaterThan(0);
        expect(reasons.length).toBeLessThanOrEqual(mostDenialReasons);
        expect(new Set(reasons).size).toBe(reasons.length);
        const kept = reasons.filter((reason) => reason !== "GUARANTOR_CREDIT");
        expect(decision.reasons.filter((reason) => new Set<string>(kept).has(reason))).toEqual(kept);
        for (const one of owners) expect(one.reasons.length).toBeLessThanOrEqual(mostDenialReasons);
      }),
      runs,
    );
  });
});

describe("notices about a counter-offer", () => {
  const { A, B, C } = exampleBusinesses;
  const good = factsOf([owner("rosa")]);
  const noticesFor = (product: ProductType, inputs: CreditModelInputs, facts = good) => {
    const decision = decide(product, inputs, policy);
    return { decision, notices: planCounterOfferNotices(facts, inputs, policy, decision, noRulings) };
  };

  it("name what limits the sizes on offer, and go to the business alone", () => {
    const asked = { ...A, amountRequestedCents: cents(25_000_000) };
    expect(noticesFor("TERM_LOAN", asked).notices).toEqual({
      reasons: ["CASH_FLOW_INSUFFICIENT", "EXCESSIVE_OBLIGATIONS"],
      applicantId: null,
      owners: [],
    });
  });

  it("tell the owner whose score lowered the rating, and the business of a co-owner's only the credit", () => {
    // With this balance the sizes follow from the rating.
    const scored = {
      ...B,
      amountRequestedCents: cents(25_000_000),
      averageCashBalanceSixMonthsCents: cents(5_000_000),
      ficoScores: [735, 662],
      tradelinesCounts: [9, 9],
    };
    const withCoOwner = factsOf([owner("rosa"), owner("juan", { ficoScore: 662 })]);
    const { decision, notices } = noticesFor("TERM_LOAN", scored, withCoOwner);
    expect(decision).toMatchObject({ outcome: "OFFERS", creditResult: "MEDIUM" });
    expect(notices.reasons).toContain("GUARANTOR_CREDIT");
    expect(notices.reasons).not.toContain("CREDIT_SCORE_BELOW_MINIMUM");
    expect(notices.owners).toEqual([{ ownerId: "juan", reasons: ["CREDIT_SCORE_BELOW_MINIMUM"] }]);
  });

  it("leave a rating out that led to no smaller offer", () => {
    // The room left under the exposure limit is the same for every rating.
    const inputs = {
      ...A,
      ficoScores: [662],
      amountRequestedCents: cents(25_000_000),
      ourExposureCents: cents(28_000_000),
    };
    const { decision, notices } = noticesFor("TERM_LOAN", inputs, factsOf([owner("rosa", { ficoScore: 662 })]));
    expect(decision.outcome).toBe("OFFERS");
    expect(notices).toMatchObject({ reasons: ["EXCESSIVE_OBLIGATIONS"], owners: [] });
  });

  it("exist for every counter-offer, with one to four reasons", () => {
    const amounts = fc.integer({ min: 100_000, max: 5_000_000 }).map((amount) => cents(amount));
    const asking = fc.record({
      business: fc.constantFrom(A, B, C),
      product: fc.constantFrom(...productTypes),
      averageCashBalanceSixMonthsCents: amounts,
      averageMonthlyRevenueCents: amounts,
      cashFlowCents: amounts,
    });
    fc.assert(
      fc.property(asking, ({ business, product, ...figures }) => {
        const inputs = { ...business, ...figures, amountRequestedCents: cents(50_000_000) };
        const { decision, notices } = noticesFor(product, inputs);
        if (!decision.isCounterOffer) return;
        expect(notices.reasons.length).toBeGreaterThan(0);
        expect(notices.reasons.length).toBeLessThanOrEqual(mostDenialReasons);
        for (const reason of notices.reasons) expect(Object.keys(denialReasons)).toContain(reason);
      }),
      runs,
    );
  });
});

describe("key factors of a score", () => {
  it("are the first four, and inquiries as a fifth wherever the bureau lists them", () => {
    const first = ["PUBLIC_RECORD", "SERIOUS_DELINQUENCY", "REVOLVING_USE", "ACCOUNT_AGE"] as const;
    expect(keyFactors([...first, "RECENT_ACCOUNT"])).toEqual(first);
    expect(keyFactors([...first, "RECENT_ACCOUNT", "INQUIRIES"])).toEqual([...first, "INQUIRIES"]);
    expect(keyFactors(["INQUIRIES", ...first])).toEqual(["INQUIRIES", ...first.slice(0, 3)]);
  });
});
