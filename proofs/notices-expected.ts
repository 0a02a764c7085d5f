import { addMonths } from "@inlay/lending/calendar/business-date.ts";
import type { Filing, OwnerFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { type Decision, decide } from "@inlay/lending/underwriting/decide.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { reasonsAgain } from "./declines.ts";
import type { Applied } from "./notices-applicants.ts";
import { hold } from "./proof.ts";

/** Who is told what about a decision, by the words of the policy and of the law. */
export type Expected = {
  /** The notice of the business. */
  reasons: DenialReason[];
  /** It is also the notice about the report of the applicant, who is a person. */
  isOwnNotice: boolean;
  /** Private notices, by owner. */
  owners: Map<string, DenialReason[]>;
};

const { eligibility, version } = firstPolicy;
const mostReasons = 4;

/** The reason that each limit of an amount stands for, as the policy says it. */
const reasonOf = (binding: string): DenialReason => {
  if (["DEBT_SERVICE", "EXPOSURE"].includes(binding)) return "EXCESSIVE_OBLIGATIONS";
  return binding === "PRODUCT_MAXIMUM" ? "AMOUNT_ABOVE_MAXIMUM" : "CASH_FLOW_INSUFFICIENT";
};

export function expectedOf(applied: Applied): Expected {
  const { wanted, decision, facts } = applied;
  hold("the policy of a decision", decision.policyVersion, version);
  const nobody = { isOwnNotice: false, owners: new Map<string, DenialReason[]>() };
  if (wanted === "UNFUNDED") return { ...nobody, reasons: ["NO_FUNDING_AVAILABLE"] };
  const reasons = wanted === "COUNTER_OFFER" ? counterOfferReasonsOf(applied) : denialReasonsOf(applied);
  const against = new Map(facts.owners.map((owner) => [owner.id, heldAgainst(owner, applied)]));
  const counted = countedRules(applied);
  // Every reason that is about a person leads back to at least one report or to the records of the business.
  for (const { id, outcome } of counted)
    if (outcome === "FAIL" && aboutPeople.includes(id))
      hold(
        `${id} is held against somebody`,
        ofBusiness(applied, id) || facts.owners.some(({ id: of }) => against.get(of)?.has(id)),
        true,
      );

  const primary = facts.owners.find(({ isPrimary }) => isPrimary);
  const isOnlyCoOwners = (rule: string) =>
    !ofBusiness(applied, rule) &&
    !against.get(primary?.id ?? "")?.has(rule) &&
    facts.owners.some(({ id, isPrimary }) => !isPrimary && against.get(id)?.has(rule));
  const told = reasons.map((reason) => {
    const rules = counted.filter((one) => one.reason === reason);
    return rules.length > 0 && rules.every(({ id }) => isOnlyCoOwners(id)) ? "GUARANTOR_CREDIT" : reason;
  });
  const owners = new Map<string, DenialReason[]>();
  for (const { id } of facts.owners) {
    const own = reasons.flatMap((reason) =>
      counted.filter((one) => one.reason === reason).flatMap((one) => against.get(id)?.get(one.id) ?? []),
    );
    if (own.length > 0) owners.set(id, atMost(own));
  }
  const isOwnNotice = facts.business.isSoleProprietorship && owners.delete(primary?.id ?? "");
  return { reasons: atMost(told), isOwnNotice, owners };
}

const atMost = (reasons: readonly DenialReason[]): DenialReason[] => [...new Set(reasons)].slice(0, mostReasons);

function denialReasonsOf({ decision, rulings }: Applied): DenialReason[] {
  if (decision.sizes.length === 0) return reasonsAgain(decision, rulings.passedRules);
  return atMost(
    decision.sizes.map(({ offer, binding }) => (offer === "NO_LAWFUL_PRICE" ? "NO_LAWFUL_PRICE" : reasonOf(binding))),
  );
}

/** What limits the offers, the largest first, and the points of the rating if the best rating had led to a larger offer. */
function counterOfferReasonsOf({ product, facts, decision, rulings }: Applied): DenialReason[] {
  const onOffer = decision.sizes.filter(({ offer }) => typeof offer !== "string");
  const limits = onOffer.toSorted((a, b) => b.amountCents - a.amountCents).map(({ binding }) => reasonOf(binding));
  const best = decide(product, inputsFrom(facts, firstPolicy), firstPolicy, {
    ...rulings,
    creditModelExecutionResultOverride: "LOW",
  });
  const largest = ({ offers }: Decision) => Math.max(0, ...offers.map(({ amountCents }) => amountCents));
  const isRatingReason = largest(best) > largest(decision);
  return atMost([...limits, ...(isRatingReason ? reasonsAgain(decision, rulings.passedRules) : [])]);
}

const aboutPeople = ["ELIG_FICO", "ELIG_BK", "ELIG_LIEN", "ELIG_JUDGMENT"];

/** The rules that spoke against the applicant: not passed, not waived by staff, or with points. */
const countedRules = ({ decision, rulings }: Applied) =>
  decision.stages
    .flatMap(({ rules }) => rules)
    .filter(({ id, outcome, points }) =>
      outcome === "PASS" ? points !== null && points > 0 : !rulings.passedRules.includes(id),
    );

/** The rules that find something in the report about an owner, with what that person is told. */
function heldAgainst(owner: OwnerFacts, { facts }: Applied): Map<string, DenialReason> {
  const found = new Map<string, DenialReason>();
  const { credit } = owner;
  if (!credit) return found;
  const guarantees = (one: OwnerFacts) => one.isPrimary || (one.ownershipPercentage ?? 0) >= 20;
  const reports = facts.owners.flatMap((one) => (guarantees(one) && one.credit ? [one.credit] : []));
  if (guarantees(owner)) {
    const least = facts.platform.minimumFicoScoreRequiredOnPlatform ?? eligibility.minFicoScore;
    const { ficoScore, tradelinesCount } = credit;
    if (ficoScore === null)
      found.set("ELIG_FICO", tradelinesCount === null ? "NO_CREDIT_FILE" : "LIMITED_CREDIT_EXPERIENCE");
    else if (tradelinesCount !== null && tradelinesCount < eligibility.minTradelines)
      found.set("ELIG_FICO", "LIMITED_CREDIT_EXPERIENCE");
    else if (ficoScore < least) found.set("ELIG_FICO", "CREDIT_SCORE_BELOW_MINIMUM");
    // The rating takes the lowest score of all guarantors; whoever has none counts as the lowest.
    if (reports.every((other) => (other.ficoScore ?? 0) >= (ficoScore ?? 0)))
      found.set("RATE_FICO", "CREDIT_SCORE_BELOW_MINIMUM");
  }
  for (const rule of ["ELIG_BK", "ELIG_LIEN", "ELIG_JUDGMENT"] as const)
    if (credit[recordsOf[rule]].some((one) => counts(rule, one, facts.takenOn))) found.set(rule, reasonOfRecord[rule]);
  return found;
}

type RuleOfRecords = "ELIG_BK" | "ELIG_LIEN" | "ELIG_JUDGMENT";
const recordsOf = { ELIG_BK: "bankruptcies", ELIG_LIEN: "taxLiens", ELIG_JUDGMENT: "judgments" } as const;
const reasonOfRecord = {
  ELIG_BK: "BANKRUPTCY",
  ELIG_LIEN: "COLLECTION_ACTION_OR_JUDGMENT",
  ELIG_JUDGMENT: "COLLECTION_ACTION_OR_JUDGMENT",
} as const;

/** Bankruptcies that are open or recent, open tax liens and open recent judgments above the most that is allowed. */
function counts(
  rule: RuleOfRecords,
  { filedOn, amountCents, isOver }: Filing,
  on: Applied["facts"]["takenOn"],
): boolean {
  const isWithin = (months: number) => filedOn !== null && filedOn > addMonths(on, -months);
  const amount = amountCents ?? 0;
  if (rule === "ELIG_BK") return !isOver || isWithin(eligibility.bankruptcyMonths);
  if (isOver) return false;
  if (rule === "ELIG_LIEN") return amount > eligibility.maxLienCents;
  return amount > eligibility.maxJudgmentCents && (filedOn === null || isWithin(eligibility.judgmentMonths));
}

/** Whether a rule finds something in the records of the business itself. */
const ofBusiness = ({ facts: { businessCredit, takenOn } }: Applied, rule: string): boolean =>
  rule in recordsOf &&
  (businessCredit?.[recordsOf[rule as RuleOfRecords]] ?? []).some((one) => counts(rule as RuleOfRecords, one, takenOn));
