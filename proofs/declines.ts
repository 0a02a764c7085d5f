import { cents } from "@inlay/lending/money/cents.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import type { Change } from "@inlay/lending/underwriting/changes.ts";
import { type Decision, decide, noRulings } from "@inlay/lending/underwriting/decide.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import type { CreditModelInputs } from "@inlay/lending/underwriting/inputs.ts";
import { firstPolicy as policy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { mostChanges, mostRuns, whatWouldChange } from "@inlay/lending/underwriting/what-would-change.ts";
import { applicantFrom } from "./decisions.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

/** Somebody has confirmed every denial that staff could avert. */
const rulings = { ...noRulings, isDenialConfirmed: true };
const otherReports = 5;

export const proof: Proof = {
  claim:
    "Random declined applicants, some with co-owners, are told what would have led to an offer. With the changes that are shown the rules make one, and with any of them left out they do not. Each figure is where the applicant was and lies within what is plausible. When the report about a co-owner is replaced by another, the same changes are shown or none. The reasons of every denial are in the order of their distance or points, at most four. No search runs the rules more often than allowed.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const all = tenth ? 100 : 1_000;
    const counts = { declined: 0, told: 0, withheld: 0, compared: 0, hidden: 0, runs: 0, longest: 0 };
    const byCount = [0, 0, 0, 0];
    const kinds = new Map<string, number>();
    while (counts.declined < all) {
      const own = { ...applicantFrom(random), lastBankruptcyDate: null };
      const alone = {
        ...own,
        ficoScores: own.ficoScores.slice(0, 1),
        tradelinesCounts: own.tradelinesCounts.slice(0, 1),
      };
      const inputs = random() < 0.5 ? alone : withCoOwner(alone, random);
      const product = productTypes[Math.floor(random() * productTypes.length)] ?? "TERM_LOAN";
      const decision = decide(product, inputs, policy, rulings);
      if (decision.outcome !== "NO_OFFERS") continue;
      if (++counts.declined % 250 === 0) say(`${counts.declined} of ${all}`);
      checkReasons(decision);

      const otherProducts = productTypes.filter(() => random() < 0.3);
      const search = { product, ownInputs: alone, policy, rulings, otherProducts };
      const began = process.cpuUsage();
      const { changes, runs } = whatWouldChange({ ...search, inputs });
      const { user, system } = process.cpuUsage(began);
      counts.longest = Math.max(counts.longest, (user + system) / 1_000);
      counts.runs = Math.max(counts.runs, runs);
      hold(`a search runs the rules at most ${mostRuns} times (${runs})`, runs <= mostRuns, true);
      hold(`at most ${mostChanges} changes are shown`, changes.length <= mostChanges, true);
      byCount[changes.length] = (byCount[changes.length] ?? 0) + 1;
      for (const { kind } of changes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (changes.length > 0) {
        counts.told++;
        hold("the changes lead to an offer", outcomeWith(product, inputs, changes), "OFFERS");
        for (const one of changes) {
          const rest = changes.filter((other) => other !== one);
          hold("without one of them there is none", outcomeWith(product, alone, rest), "NO_OFFERS");
          checkFigures(one, alone);
        }
      } else if (inputs !== alone && whatWouldChange({ ...search, inputs: alone }).changes.length > 0)
        counts.withheld++;

      for (let n = 0; n < otherReports; n++) {
        const { changes: others } = whatWouldChange({ ...search, inputs: withCoOwner(alone, random) });
        counts.compared++;
        if (others.length === 0) counts.hidden++;
        else if (changes.length > 0)
          hold("another report, the same changes", JSON.stringify(others), JSON.stringify(changes));
      }
    }
    return {
      figures: {
        "declined applicants": counts.declined,
        "told what would change the answer": counts.told,
        "with one, two and three changes": byCount.slice(1).join(", "),
        "told nothing because of a co-owner's report": counts.withheld,
        "other reports about a co-owner tried": counts.compared,
        "of these with the same changes, with none": `${counts.compared - counts.hidden}, ${counts.hidden}`,
        "most runs of the rules for one search": counts.runs,
        "longest search": `${Math.round(counts.longest)} ms`,
      },
      tables: [
        {
          columns: ["change", "shown"],
          rows: [...kinds].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => [kind, String(count)]),
        },
      ],
    };
  },
};

/** The same business with a co-owner, about whom the bureau says anything. */
function withCoOwner(alone: CreditModelInputs, random: () => number): CreditModelInputs {
  const score = random() < 0.1 ? null : Math.floor(520 + random() * 300);
  return {
    ...alone,
    ficoScores: [...alone.ficoScores, score],
    tradelinesCounts: [...alone.tradelinesCounts, random() < 0.1 ? null : Math.floor(random() * 15)],
    hasOpenBankruptcy: alone.hasOpenBankruptcy || random() < 0.1,
  };
}

/** The decision after changes, written from what the words of each change say. */
function outcomeWith(product: ProductType, inputs: CreditModelInputs, changes: readonly Change[]): Decision["outcome"] {
  const changed: CreditModelInputs = { ...inputs };
  let of = product;
  for (const { kind, from, to, product: another } of changes) {
    const amount = cents(to ?? 0);
    if (kind === "GUARANTY") changed.personalGuarantee = true;
    if (kind === "BLANKET_LIEN") changed.ucc1 = false;
    if (kind === "LATE_WITH_US") changed.isLateWithUs = false;
    if (kind === "AVERAGE_BALANCE") changed.averageCashBalanceSixMonthsCents = amount;
    if (kind === "NSF_COUNT") changed.nsfCount = to;
    if (kind === "OVERDRAFT_COUNT") changed.overdraftCount = to;
    if (kind === "DAYS_BEYOND_TERMS") changed.monthlyAverageDbt = to;
    if (kind === "MONTHLY_DEBT") changed.monthlyDebtCents = amount;
    if (kind === "MONTHLY_REVENUE") changed.averageMonthlyRevenueCents = amount;
    if (kind === "MONTHLY_CASH_FLOW") changed.cashFlowCents = amount;
    if (kind === "MONTHLY_INVOICES") changed.averageMonthlyInvoicesCents = amount;
    if (kind === "MONTHLY_CARD_SALES") changed.averageMonthlyCardSalesCents = amount;
    if (kind === "MONTHLY_CHANNEL_SALES") changed.averageMonthlyChannelSalesCents = amount;
    // Sales are part of the revenue.
    if (kind === "MONTHLY_INVOICES" || kind.endsWith("_SALES"))
      changed.averageMonthlyRevenueCents = cents((inputs.averageMonthlyRevenueCents ?? 0) + (to ?? 0) - (from ?? 0));
    if (kind === "ANOTHER_PRODUCT") of = another ?? product;
    if (kind !== "TIME_IN_BUSINESS" || from === null || to === null) continue;
    changed.businessAgeInMonths = to;
    changed.platformBusinessAgeInMonths = (inputs.platformBusinessAgeInMonths ?? 0) + to - from;
  }
  return decide(of, changed, policy, rulings).outcome;
}

const figureOf: { [Kind in Change["kind"]]?: keyof CreditModelInputs } = {
  TIME_IN_BUSINESS: "businessAgeInMonths",
  AVERAGE_BALANCE: "averageCashBalanceSixMonthsCents",
  NSF_COUNT: "nsfCount",
  OVERDRAFT_COUNT: "overdraftCount",
  DAYS_BEYOND_TERMS: "monthlyAverageDbt",
  MONTHLY_DEBT: "monthlyDebtCents",
  MONTHLY_REVENUE: "averageMonthlyRevenueCents",
  MONTHLY_CASH_FLOW: "cashFlowCents",
  MONTHLY_INVOICES: "averageMonthlyInvoicesCents",
  MONTHLY_CARD_SALES: "averageMonthlyCardSalesCents",
  MONTHLY_CHANNEL_SALES: "averageMonthlyChannelSalesCents",
};

function checkFigures({ kind, from, to }: Change, inputs: CreditModelInputs): void {
  const name = figureOf[kind];
  hold(`${kind} has figures`, from !== null && to !== null, name !== undefined);
  if (!name || from === null || to === null) return;
  hold(`${kind} begins where the applicant was`, from, inputs[name]);
  hold(`${kind} is a round figure`, to % (name.endsWith("Cents") ? 10_000 : 1), 0);
  const [least, most] = reach(kind, from, inputs);
  hold(`${kind} is within reach: ${from} to ${to}`, to !== from && to >= least && to <= most, true);
}

/** What a business can plausibly reach, from where it is. */
function reach(kind: Change["kind"], from: number, inputs: CreditModelInputs): [number, number] {
  if (kind === "TIME_IN_BUSINESS") return [from, from + 12];
  if (kind.endsWith("COUNT") || kind === "DAYS_BEYOND_TERMS") return [0, from];
  if (kind === "MONTHLY_DEBT") return [from / 2, from];
  if (kind === "AVERAGE_BALANCE") return [from, Math.max(from * 1.5, from + 500_000)];
  if (kind === "MONTHLY_CASH_FLOW")
    return [from, Math.max(from * 1.5, from + (inputs.averageMonthlyRevenueCents ?? 0) / 10)];
  return [from, from * 1.5];
}

function checkReasons(decision: Decision): void {
  const { reasons, sizes } = decision;
  hold("one to four reasons", reasons.length >= 1 && reasons.length <= 4, true);
  if (sizes.length === 0) hold("the order of the reasons", reasons.join(), reasonsAgain(decision).join());
}

/** The reasons of a denial by its rules, in an order that is computed again from values, thresholds and points. */
export function reasonsAgain({ stages, points }: Decision, passedByStaff: readonly string[] = []): DenialReason[] {
  const left = stages
    .flatMap((stage) => stage.rules)
    .filter(({ id, outcome }) => outcome !== "PASS" && !passedByStaff.includes(id));
  const failed = left.filter(({ outcome }) => outcome === "FAIL");
  const far = ({ value, threshold }: (typeof left)[number]) =>
    typeof value === "number" && typeof threshold === "number" && threshold !== 0
      ? Math.abs(value - threshold) / Math.abs(threshold)
      : 1;
  const byDistance = (failed.length > 0 ? failed : left).map((one, at) => ({ reason: one.reason, at, size: far(one) }));
  const byPoints = (stages[1]?.rules ?? []).map(({ reason, points: of }, at) => ({ reason, at, size: of ?? 0 }));
  const ordered = (left.length > 0 ? byDistance : byPoints.filter(({ size }) => size > 0 && points !== null))
    .toSorted((a, b) => (Math.abs(b.size - a.size) < 0.000_001 ? a.at - b.at : b.size - a.size))
    .flatMap(({ reason }) => reason ?? []);
  const expected = [...new Set(ordered)].slice(0, 4);
  return expected.length > 0 ? expected : ["UNABLE_TO_VERIFY_INFORMATION"];
}
