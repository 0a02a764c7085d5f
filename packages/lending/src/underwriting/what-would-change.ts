import { addMonths } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import type { Change, ChangeKind } from "./changes.ts";
import type { UnderwritingFacts } from "./data/facts.ts";
import { decide, type StaffRulings } from "./decide.ts";
import type { CreditModelInputs } from "./inputs.ts";
import type { Policy } from "./policy/policy.ts";
import { eligibilityRules } from "./rules/eligibility.ts";
import { runRules } from "./rules/rule.ts";

/** More changes than these do not help anybody. */
export const mostChanges = 3;
/** The most times that a search runs the rules, so that the work of a request is bounded. A search that needs more finds nothing. */
export const mostRuns = 500;
/** Of several sets with the same number of changes, this many are compared by how large the changes are. */
const mostSets = 12;

/** People understand hundreds of dollars. */
const hundredDollars = 10_000;
/** What a business can plausibly reach. */
const bounds = { waitMonths: 12, share: 0.5, balanceCents: 500_000, cashFlowShareOfRevenue: 0.1 } as const;

type Inputs = CreditModelInputs;

/** A figure or an answer that a business can change, in steps from where it is now. */
type Lever = {
  kind: ChangeKind;
  /** The number of steps to the bound of what is plausible. Zero: there is nothing to change. */
  steps(inputs: Inputs, product: ProductType): number;
  change(inputs: Inputs, steps: number): { inputs: Inputs; from: number | null; to: number | null };
};

type NumberName = {
  [Name in keyof Inputs]: Inputs[Name] extends number | null ? Name : never;
}[keyof Inputs];

/** Half as much again. */
const half = (value: number) => value + Math.max(0, value) * bounds.share;

/** A figure that is raised to a multiple of a hundred dollars, at most to the bound. */
const raised = (
  kind: ChangeKind,
  name: NumberName,
  most: (value: number, inputs: Inputs) => number,
  of: readonly ProductType[] = productTypes,
): Lever => ({
  kind,
  steps: (inputs, product) => {
    const value = inputs[name];
    if (value === null || !of.includes(product)) return 0;
    return Math.max(0, Math.floor(most(value, inputs) / hundredDollars) - Math.floor(value / hundredDollars));
  },
  change: (inputs, steps) => {
    const from = inputs[name] ?? 0;
    const to = (Math.floor(from / hundredDollars) + steps) * hundredDollars;
    return { inputs: { ...inputs, [name]: cents(to) }, from, to };
  },
});

/** Sales from which a product is sized. They are part of the revenue, which rises with them. */
function moreSales(kind: ChangeKind, name: NumberName, product: ProductType): Lever {
  const lever = raised(kind, name, half, [product]);
  return {
    ...lever,
    change: (given, steps) => {
      const { inputs, from, to } = lever.change(given, steps);
      const revenue = given.averageMonthlyRevenueCents;
      const averageMonthlyRevenueCents = revenue === null ? null : cents(revenue + (to ?? 0) - (from ?? 0));
      return { inputs: { ...inputs, averageMonthlyRevenueCents }, from, to };
    },
  };
}

/** A count that can fall to zero. */
const fewer = (kind: ChangeKind, name: NumberName): Lever => ({
  kind,
  steps: (inputs) => Math.floor(inputs[name] ?? 0),
  change: (inputs, steps) => {
    const from = inputs[name] ?? 0;
    const to = Math.floor(from) - steps;
    return { inputs: { ...inputs, [name]: to }, from, to };
  },
});

/** A matter of yes or no. */
const answered = (kind: ChangeKind, name: "personalGuarantee" | "ucc1" | "isLateWithUs", wanted: boolean): Lever => ({
  kind,
  steps: (inputs) => (inputs[name] === wanted ? 0 : 1),
  change: (inputs) => ({ inputs: { ...inputs, [name]: wanted }, from: null, to: null }),
});

/**
 * What can be changed, in the order in which changes are listed. State, industry, credit scores, court records and what is not known are not
 * here: a business cannot change them, or they are somebody's private matter. The amount that was asked for is not here either, because the
 * rules offer less by themselves.
 */
const levers: readonly Lever[] = [
  answered("GUARANTY", "personalGuarantee", true),
  answered("BLANKET_LIEN", "ucc1", false),
  answered("LATE_WITH_US", "isLateWithUs", false),
  {
    kind: "TIME_IN_BUSINESS",
    steps: ({ businessAgeInMonths }) => (businessAgeInMonths === null ? 0 : bounds.waitMonths),
    change: (inputs, months) => {
      const { businessAgeInMonths, platformBusinessAgeInMonths: onPlatform } = inputs;
      const from = businessAgeInMonths ?? 0;
      const platformBusinessAgeInMonths = onPlatform === null ? null : onPlatform + months;
      return {
        inputs: { ...inputs, businessAgeInMonths: from + months, platformBusinessAgeInMonths },
        from,
        to: from + months,
      };
    },
  },
  raised("AVERAGE_BALANCE", "averageCashBalanceSixMonthsCents", (value) =>
    Math.max(half(value), value + bounds.balanceCents),
  ),
  fewer("NSF_COUNT", "nsfCount"),
  fewer("OVERDRAFT_COUNT", "overdraftCount"),
  fewer("DAYS_BEYOND_TERMS", "monthlyAverageDbt"),
  {
    kind: "MONTHLY_DEBT",
    // Debts that the loan would pay off are still counted, so the payments on them remain.
    steps: ({ monthlyDebtCents, refinancedDebts }) => {
      const refinanced = refinancedDebts.reduce((total, { monthlyCents }) => total + monthlyCents, 0);
      const least = Math.max(monthlyDebtCents * (1 - bounds.share), refinanced);
      return Math.max(0, Math.ceil(monthlyDebtCents / hundredDollars) - Math.ceil(least / hundredDollars));
    },
    change: (inputs, steps) => {
      const from = inputs.monthlyDebtCents;
      const to = (Math.ceil(from / hundredDollars) - steps) * hundredDollars;
      return { inputs: { ...inputs, monthlyDebtCents: cents(to) }, from, to };
    },
  },
  raised("MONTHLY_REVENUE", "averageMonthlyRevenueCents", half, [
    "TERM_LOAN",
    "LOC_TERM_LOAN",
    "EXTEND_PAY_PURCHASE_ORDER",
  ]),
  raised("MONTHLY_CASH_FLOW", "cashFlowCents", (value, { averageMonthlyRevenueCents }) =>
    Math.max(half(value), value + (averageMonthlyRevenueCents ?? 0) * bounds.cashFlowShareOfRevenue),
  ),
  moreSales("MONTHLY_INVOICES", "averageMonthlyInvoicesCents", "FAST_PAY"),
  moreSales("MONTHLY_CARD_SALES", "averageMonthlyCardSalesCents", "MCA"),
  moreSales("MONTHLY_CHANNEL_SALES", "averageMonthlyChannelSalesCents", "INTEGRATED_MCA"),
];

/** The facts without the reports about co-owners. The primary owner reads the changes, and a report is private to the person it is about. */
export const withoutCoOwnerReports = (facts: UnderwritingFacts): UnderwritingFacts => ({
  ...facts,
  owners: facts.owners.map((owner) => (owner.isPrimary ? owner : { ...owner, credit: null })),
});

export type Declined = {
  product: ProductType;
  /** What the decision was based on. */
  inputs: CreditModelInputs;
  /** The same from the facts without the reports about co-owners. */
  ownInputs: CreditModelInputs;
  policy: Policy;
  rulings: StaffRulings;
  /** The other products for which the business could apply. */
  otherProducts: readonly ProductType[];
};

/**
 * The smallest set of changes with which the rules would have made an offer: the fewest changes, and of several such sets the one with the
 * smallest. Empty if there is none within what is plausible, or if the rules did make an offer and there is none for another cause.
 *
 * The search reads nothing from a co-owner's report, so no figure can be derived from one. What it finds is shown only if it would also have
 * led to an offer with the reports; otherwise nothing is, and no second search is made, because its figures would tell about the report.
 */
export function whatWouldChange({ product, inputs, ownInputs, policy, rulings, otherProducts }: Declined): {
  changes: Change[];
  /** How often the rules were run. */
  runs: number;
} {
  let runs = 0;
  const isOffered = (of: ProductType, changed: Inputs): boolean =>
    runs++ < mostRuns && decide(of, changed, policy, stillNeeded(of, changed, policy, rulings)).outcome === "OFFERS";
  if (isOffered(product, inputs) || isOffered(product, ownInputs)) return { changes: [], runs };

  let fewest = mostChanges;
  let sets: { of: ProductType; set: Steps[] }[] = [];
  for (const of of [product, ...otherProducts.filter((other) => other !== product)]) {
    const counted = of === product ? 0 : 1;
    const found = fewestLevers(of, ownInputs, (changed) => isOffered(of, changed), fewest - counted);
    if (found.length === 0) continue;
    const count = (found[0]?.length ?? 0) + counted;
    sets = [...(count < fewest ? [] : sets), ...found.map((set) => ({ of, set }))];
    fewest = count;
  }
  const [found] = sets
    .slice(0, mostSets)
    .map(({ of, set }) => {
      const { steps, changes } = smallest(set, ownInputs, (changed) => isOffered(of, changed));
      return { of, steps, changes: of === product ? changes : [...changes, anotherProduct(of)] };
    })
    .toSorted((a, b) => distanceOf(a.changes) - distanceOf(b.changes));
  const isTrue = found !== undefined && isOffered(found.of, changedBy(inputs, found.steps));
  // The last run is refused when the others have used up what is allowed.
  return { changes: isTrue ? found.changes : [], runs: Math.min(runs, mostRuns) };
}

const anotherProduct = (product: ProductType): Change => ({
  kind: "ANOTHER_PRODUCT",
  from: null,
  to: null,
  on: null,
  product,
});

/** An exception that the changed business does not need any more does not limit it either. */
function stillNeeded(product: ProductType, inputs: Inputs, policy: Policy, rulings: StaffRulings): StaffRulings {
  if (rulings.exceptions.length === 0) return rulings;
  const raisedNow = runRules(eligibilityRules, inputs, policy, product).map(({ exception }) => exception);
  return { ...rulings, exceptions: rulings.exceptions.filter((one) => raisedNow.includes(one)) };
}

type Try = (changed: Inputs) => boolean;
type Steps = { lever: Lever; count: number };

const changedBy = (inputs: Inputs, steps: readonly Steps[]): Inputs =>
  steps.reduce((changed, { lever, count }) => lever.change(changed, count).inputs, inputs);

/**
 * The sets with the fewest levers, at most some, that lead to an offer when each is moved to its bound. Every lever helps or does nothing, so
 * a lever without which all others together do not suffice is in each of the sets.
 */
function fewestLevers(of: ProductType, inputs: Inputs, isOffered: Try, most: number): Steps[][] {
  const all = levers.map((lever) => ({ lever, count: lever.steps(inputs, of) })).filter(({ count }) => count > 0);
  const works = (set: readonly Steps[]) => isOffered(changedBy(inputs, set));
  if (!works(all)) return [];
  const needed = all.filter((one) => !works(all.filter((other) => other !== one)));
  const others = all.filter((one) => !needed.includes(one));
  for (let more = 0; needed.length + more <= most; more++) {
    const sets = combinations(others, more)
      .map((some) => all.filter((one) => needed.includes(one) || some.includes(one)))
      .filter(works);
    if (sets.length > 0) return sets;
  }
  return [];
}

function combinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}

/** Moves each lever of a set back as far as there still is an offer. */
function smallest(set: readonly Steps[], inputs: Inputs, isOffered: Try): { steps: Steps[]; changes: Change[] } {
  const steps = set.map(({ lever, count }) => ({ lever, count }));
  for (const one of steps) {
    let [tooFew, enough] = [0, one.count];
    while (enough - tooFew > 1) {
      one.count = Math.floor((tooFew + enough) / 2);
      if (isOffered(changedBy(inputs, steps))) enough = one.count;
      else tooFew = one.count;
    }
    one.count = enough;
  }
  const changes = steps.map(({ lever, count }): Change => {
    const { from, to } = lever.change(inputs, count);
    const isWait = lever.kind === "TIME_IN_BUSINESS";
    return { kind: lever.kind, from, to, on: isWait ? addMonths(inputs.decidedOn, count) : null, product: null };
  });
  return { steps, changes };
}

/** How large changes are together, each in relation to where the figure is now. Yes or no counts one. */
const distanceOf = (changes: readonly Change[]): number =>
  changes.reduce((total, { from, to }) => {
    if (from === null || to === null) return total + 1;
    return total + Math.abs(to - from) / Math.max(Math.abs(from), 1);
  }, 0);
