import type { Cents } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";
import type { Decision } from "./decide.ts";
import type { DenialReason } from "./denial-reasons.ts";
import type { CreditModelInputs } from "./inputs.ts";

/**
 * A shadow run decides past applications again with a proposed policy, and compares. The tally holds counts and sums only, so that it can be
 * stored and continued page by page; the report adds the rates to it.
 */

type Outcome = Decision["outcome"];
export const dimensions = ["product", "platform", "state", "industry", "rating", "ageBand"] as const;
export type Dimension = (typeof dimensions)[number];

/** What the report needs of a decision. */
export type ComparedDecision = Pick<Decision, "outcome" | "offers" | "reasons">;

export type ShadowCase = {
  applicationId: string;
  segments: Record<Dimension, string>;
  before: ComparedDecision;
  after: ComparedDecision;
  /** What was lost on the product that the business got. Null: it got none, or it is not known yet. */
  lossCents: Cents | null;
};

type Side = { approved: number; referred: number; offeredCents: number };
/** Counts and sums of the decisions of one segment. `offeredCents` adds up the largest offer of each approved application. */
export type ShadowFigures = {
  decisions: number;
  before: Side;
  after: Side;
  newlyApproved: number;
  noLongerApproved: number;
  /** Approved by both, with a larger or smaller largest offer. */
  offeredMore: number;
  offeredLess: number;
  losses: {
    known: number;
    lostCents: number /** Lost on applications that would not be approved. */;
    avoidedCents: number;
  };
};

type GroupFigures = { group: string; decisions: number; approvedBefore: number; approvedAfter: number };

export type ShadowTally = {
  /** Decisions whose facts cannot be read any more, because a key of somebody whom they are about was destroyed. */
  destroyed: number;
  /** Decisions whose facts today's rules cannot read, because they were taken in an older form. */
  unreadable: number;
  total: ShadowFigures;
  reasons: Partial<Record<DenialReason, { before: number; after: number }>>;
  segments: Record<Dimension, Record<string, ShadowFigures>>;
  madeUpGroups: GroupFigures[];
};

const noSide = (): Side => ({ approved: 0, referred: 0, offeredCents: 0 });
const noFigures = (): ShadowFigures => ({
  decisions: 0,
  before: noSide(),
  after: noSide(),
  newlyApproved: 0,
  noLongerApproved: 0,
  offeredMore: 0,
  offeredLess: 0,
  losses: { known: 0, lostCents: 0, avoidedCents: 0 },
});

/** No protected attribute is collected. These groups mean nothing; they are formed from the id of the application. */
export const madeUpGroups = ["MADE_UP_1", "MADE_UP_2", "MADE_UP_3", "MADE_UP_4"] as const;

export const emptyTally = (): ShadowTally => ({
  destroyed: 0,
  unreadable: 0,
  total: noFigures(),
  reasons: {},
  segments: { product: {}, platform: {}, state: {}, industry: {}, rating: {}, ageBand: {} },
  madeUpGroups: madeUpGroups.map((group) => ({ group, decisions: 0, approvedBefore: 0, approvedAfter: 0 })),
});

/** A dimension has at most this many segments, so that a tally stays small. Further values are counted together. */
export const mostSegments = 200;
const otherSegment = "OTHER";

/** Counts one application. The tally is changed in place. */
export function addCase(tally: ShadowTally, { applicationId, segments, before, after, lossCents }: ShadowCase): void {
  const compared = { before, after, lossCents };
  count(tally.total, compared);
  for (const dimension of dimensions) {
    const known = tally.segments[dimension];
    const isFull = Object.keys(known).length >= mostSegments;
    const value = Object.hasOwn(known, segments[dimension]) || !isFull ? segments[dimension] : otherSegment;
    known[value] ??= noFigures();
    count(known[value], compared);
  }
  for (const [side, { reasons }] of [["before", before] as const, ["after", after] as const])
    for (const reason of reasons) {
      tally.reasons[reason] ??= { before: 0, after: 0 };
      tally.reasons[reason][side]++;
    }
  const group = tally.madeUpGroups[madeUpGroupOf(applicationId)];
  if (!group) throw new Error("a tally lacks a group");
  group.decisions++;
  if (before.outcome === "OFFERS") group.approvedBefore++;
  if (after.outcome === "OFFERS") group.approvedAfter++;
}

function count(
  figures: ShadowFigures,
  { before, after, lossCents }: Pick<ShadowCase, "before" | "after" | "lossCents">,
) {
  const [offeredBefore, offeredAfter] = [largestOffer(before), largestOffer(after)];
  const [wasApproved, isApproved] = [before.outcome === "OFFERS", after.outcome === "OFFERS"];
  figures.decisions++;
  countSide(figures.before, before.outcome, offeredBefore);
  countSide(figures.after, after.outcome, offeredAfter);
  if (!wasApproved && isApproved) figures.newlyApproved++;
  if (wasApproved && !isApproved) figures.noLongerApproved++;
  if (wasApproved && isApproved && offeredAfter > offeredBefore) figures.offeredMore++;
  if (wasApproved && isApproved && offeredAfter < offeredBefore) figures.offeredLess++;
  if (lossCents === null) return;
  figures.losses.known++;
  figures.losses.lostCents += lossCents;
  if (!isApproved) figures.losses.avoidedCents += lossCents;
}

function countSide(side: Side, outcome: Outcome, offeredCents: number): void {
  if (outcome === "OFFERS") side.approved++;
  if (outcome === "REVIEW") side.referred++;
  side.offeredCents += offeredCents;
}

const largestOffer = ({ offers }: ComparedDecision): number =>
  Math.max(0, ...offers.map(({ amountCents }) => amountCents));

/** The position of an application's group: FNV-1a over its id, which is the same on every machine. */
function madeUpGroupOf(applicationId: string): number {
  let hash = 0x811c9dc5;
  for (const letter of applicationId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // The low bits of FNV-1a depend on the low bits of the letters alone.
  return ((hash ^ (hash >>> 15)) >>> 0) % madeUpGroups.length;
}

/** The segments of an application. `rating` is that of the past decision. */
export const segmentsOf = (
  product: ProductType,
  platformId: string,
  { state, naicsCodes, businessAgeInMonths }: Pick<CreditModelInputs, "state" | "naicsCodes" | "businessAgeInMonths">,
  rating: Decision["creditResult"],
): Record<Dimension, string> => ({
  product,
  platform: platformId,
  state: state ?? "UNKNOWN",
  industry: naicsCodes[0]?.slice(0, 2) ?? "UNKNOWN",
  rating: rating ?? "NOT_RATED",
  ageBand: ageBandOf(businessAgeInMonths),
});

function ageBandOf(months: number | null): string {
  if (months === null) return "UNKNOWN";
  if (months < 12) return "UNDER_1_YEAR";
  if (months < 24) return "1_TO_2_YEARS";
  return months < 60 ? "2_TO_5_YEARS" : "FROM_5_YEARS";
}

type Rates = { approveRateBefore: number | null; approveRateAfter: number | null };
type FourFifths = {
  /** The lowest approve rate of a group, divided by the highest. Null if no group was approved. */
  ratio: number | null;
  isBelowFourFifths: boolean;
};
export type ShadowReport = {
  destroyed: number;
  unreadable: number;
  total: ShadowFigures & Rates;
  reasons: { reason: DenialReason; before: number; after: number }[];
  segments: Record<Dimension, (ShadowFigures & Rates & { value: string })[]>;
  fourFifths: {
    areGroupsMadeUp: true;
    before: FourFifths;
    after: FourFifths;
    groups: (GroupFigures & Rates)[];
  };
};

/** The report of a tally: rates beside the counts, segments with the most decisions first. */
export function reportOf(tally: ShadowTally): ShadowReport {
  const { destroyed, unreadable, total, reasons, segments, madeUpGroups: groups } = tally;
  const rated = groups.map((one) => ({
    ...one,
    approveRateBefore: rate(one.approvedBefore, one.decisions),
    approveRateAfter: rate(one.approvedAfter, one.decisions),
  }));
  const segmentsBy = (dimension: Dimension) =>
    Object.entries(segments[dimension])
      .map(([value, figures]) => ({ ...withRates(figures), value }))
      .toSorted((a, b) => b.decisions - a.decisions || (a.value < b.value ? -1 : 1));
  return {
    destroyed,
    unreadable,
    total: withRates(total),
    reasons: Object.entries(reasons)
      .map(([reason, counts]) => ({ reason: reason as DenialReason, before: counts.before, after: counts.after }))
      .toSorted((a, b) => b.after - a.after || b.before - a.before || (a.reason < b.reason ? -1 : 1)),
    segments: {
      product: segmentsBy("product"),
      platform: segmentsBy("platform"),
      state: segmentsBy("state"),
      industry: segmentsBy("industry"),
      rating: segmentsBy("rating"),
      ageBand: segmentsBy("ageBand"),
    },
    fourFifths: {
      areGroupsMadeUp: true,
      before: fourFifths(groups.map((one) => ({ approved: one.approvedBefore, decisions: one.decisions }))),
      after: fourFifths(groups.map((one) => ({ approved: one.approvedAfter, decisions: one.decisions }))),
      groups: rated,
    },
  };
}

const withRates = (figures: ShadowFigures): ShadowFigures & Rates => ({
  ...figures,
  approveRateBefore: rate(figures.before.approved, figures.decisions),
  approveRateAfter: rate(figures.after.approved, figures.decisions),
});

/** With four decimals. Null without a decision. */
const rate = (approved: number, decisions: number): number | null =>
  decisions === 0 ? null : Math.round((approved / decisions) * 10_000) / 10_000;

/** The four-fifths check: no group's approve rate should be below 80 % of the highest. Groups without a decision do not count. */
export function fourFifths(groups: readonly { approved: number; decisions: number }[]): FourFifths {
  const rates = groups.filter(({ decisions }) => decisions > 0).map(({ approved, decisions }) => approved / decisions);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  if (rates.length === 0 || highest === 0) return { ratio: null, isBelowFourFifths: false };
  const ratio = lowest / highest;
  return { ratio: Math.round(ratio * 10_000) / 10_000, isBelowFourFifths: ratio < 0.8 };
}
