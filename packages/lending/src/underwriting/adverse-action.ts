import { addMonths } from "../calendar/business-date.ts";
import type { Filing, OwnerFacts, UnderwritingFacts } from "./data/facts.ts";
import { guarantorsAmong } from "./data/inputs-from-facts.ts";
import { capacityOf, type Decision, isPassedByStaff, type StaffRulings } from "./decide.ts";
import { type DenialReason, mostDenialReasons } from "./denial-reasons.ts";
import type { CreditModelInputs } from "./inputs.ts";
import type { Policy } from "./policy/policy.ts";
import { reasonOfLimit, reasonsOfPoints } from "./reasons.ts";
import { reasonOfCredit } from "./rules/eligibility.ts";
import type { RuleResult } from "./rules/rule.ts";
import { sizeProduct } from "./sizing/size-product.ts";

/** Who is told which reasons. */
export type NoticePlan = {
  /** For the business, in the order of the decision. What a co-owner's report says is only GUARANTOR_CREDIT here. */
  reasons: DenialReason[];
  /** The applicant is a person, and their own report was a reason: the notice of the business is also the one about their report. */
  applicantId: string | null;
  /** The other owners whose report was a reason. Each is told alone what their own report says. */
  owners: { ownerId: string; reasons: DenialReason[] }[];
};

/** Whose record led to a reason. Null: the business's own. */
type Cause = { owner: OwnerFacts | null; reason: DenialReason };

/** Assigns the reasons of a denial to the notice of the business and to the notices of the owners whose reports were a reason. */
export function planNotices(
  facts: UnderwritingFacts,
  policy: Policy,
  decision: Pick<Decision, "stages">,
  rulings: StaffRulings,
  reasons: readonly DenialReason[],
): NoticePlan {
  const rules = decision.stages.flatMap((stage) => stage.rules).filter((one) => isReason(one, rulings));
  const told = reasons.map((reason) => {
    const causes = rules.filter((one) => one.reason === reason).map((one) => causesOf(one.id, facts, policy));
    return { reason, causes: causes.flat(), isOnlyOfCoOwners: causes.length > 0 && causes.every(areCoOwners) };
  });
  const primary = facts.owners.find(({ isPrimary }) => isPrimary);
  const owners = facts.owners
    .map(({ id }) => ({
      ownerId: id,
      reasons: distinct(
        told.flatMap(({ causes }) => causes.filter(({ owner }) => owner?.id === id).map(({ reason }) => reason)),
      ),
    }))
    .filter((one) => one.reasons.length > 0);
  const isOwnNotice = (ownerId: string) => facts.business.isSoleProprietorship && ownerId === primary?.id;
  return {
    reasons: distinct(told.map(({ reason, isOnlyOfCoOwners }) => (isOnlyOfCoOwners ? "GUARANTOR_CREDIT" : reason))),
    applicantId: owners.find(({ ownerId }) => isOwnNotice(ownerId))?.ownerId ?? null,
    owners: owners.filter(({ ownerId }) => !isOwnNotice(ownerId)),
  };
}

/**
 * Assigns the reasons of a counter-offer like those of a denial. They are what limits the sizes on offer, the largest size first, and after
 * them what the rating was lowered by, if the best rating would have led to a larger size.
 */
export function planCounterOfferNotices(
  facts: UnderwritingFacts,
  inputs: CreditModelInputs,
  policy: Policy,
  decision: Pick<Decision, "product" | "stages" | "sizes" | "offers">,
  rulings: StaffRulings,
): NoticePlan {
  const { product, stages, sizes, offers } = decision;
  const limits = sizes
    .filter(({ offer }) => typeof offer !== "string")
    .toSorted((a, b) => b.amountCents - a.amountCents)
    .map(({ binding }) => reasonOfLimit[binding]);
  const bestRated = sizeProduct(product, capacityOf(product, inputs, policy, "LOW", rulings), policy.sizing);
  const isRatingReason = bestRated.some(
    (one) => typeof one.offer !== "string" && offers.every(({ amountCents }) => amountCents < one.amountCents),
  );
  const ofRating = isRatingReason ? reasonsOfPoints(stages.flatMap(({ rules }) => rules)) : [];
  return planNotices(facts, policy, decision, rulings, distinct([...limits, ...ofRating]));
}

const distinct = (reasons: readonly DenialReason[]): DenialReason[] =>
  [...new Set(reasons)].slice(0, mostDenialReasons);

/** Whether a rule may have led to a denial: it was not passed, or its points counted against the applicant. */
const isReason = (one: RuleResult, rulings: StaffRulings): boolean =>
  one.outcome === "PASS" ? (one.points ?? 0) > 0 : !isPassedByStaff(one, rulings);

const areCoOwners = (causes: readonly Cause[]): boolean =>
  causes.length > 0 && causes.every(({ owner }) => owner !== null && !owner.isPrimary);

/** Whose records a rule looked at and did not accept. Empty for rules that look at the business only. */
function causesOf(ruleId: string, facts: UnderwritingFacts, policy: Policy): Cause[] {
  const { eligibility } = policy;
  switch (ruleId) {
    case "ELIG_FICO":
      return reported(facts).flatMap((owner) => {
        const threshold = facts.platform.minimumFicoScoreRequiredOnPlatform ?? eligibility.minFicoScore;
        const { ficoScore = null, tradelinesCount = null } = owner.credit ?? {};
        const reason = reasonOfCredit(ficoScore, tradelinesCount, threshold, eligibility.minTradelines);
        return reason ? [{ owner, reason }] : [];
      });
    case "RATE_FICO": {
      const scores = reported(facts).map((owner) => ({ owner, score: owner.credit?.ficoScore ?? 0 }));
      const lowest = Math.min(...scores.map(({ score }) => score));
      return scores
        .filter(({ score }) => score === lowest)
        .map(({ owner }) => ({ owner, reason: "CREDIT_SCORE_BELOW_MINIMUM" }));
    }
    case "ELIG_BK": {
      const since = addMonths(facts.takenOn, -eligibility.bankruptcyMonths);
      return filersOf(
        facts,
        "bankruptcies",
        ({ filedOn, isOver }) => !isOver || (filedOn !== null && filedOn > since),
        "BANKRUPTCY",
      );
    }
    case "ELIG_LIEN":
      return filersOf(
        facts,
        "taxLiens",
        ({ amountCents, isOver }) => !isOver && (amountCents ?? 0) > eligibility.maxLienCents,
        "COLLECTION_ACTION_OR_JUDGMENT",
      );
    case "ELIG_JUDGMENT": {
      const since = addMonths(facts.takenOn, -eligibility.judgmentMonths);
      return filersOf(
        facts,
        "judgments",
        ({ amountCents, filedOn, isOver }) =>
          !isOver && (amountCents ?? 0) > eligibility.maxJudgmentCents && (filedOn === null || filedOn > since),
        "COLLECTION_ACTION_OR_JUDGMENT",
      );
    }
    default:
      return [];
  }
}

const reported = ({ owners }: UnderwritingFacts): OwnerFacts[] =>
  guarantorsAmong(owners).filter(({ credit }) => credit !== null);

/** The owners, and the business, with a filing that counts. */
function filersOf(
  { owners, businessCredit }: UnderwritingFacts,
  kind: "bankruptcies" | "taxLiens" | "judgments",
  counts: (filing: Filing) => boolean,
  reason: DenialReason,
): Cause[] {
  const ofOwners = owners.filter(({ credit }) => credit?.[kind].some(counts)).map((owner) => ({ owner, reason }));
  return businessCredit?.[kind].some(counts) ? [{ owner: null, reason }, ...ofOwners] : ofOwners;
}
