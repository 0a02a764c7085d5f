import { randomUUID } from "node:crypto";
import { addDays, addMonths } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import type { Filing, OwnerFacts, UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { scoreFactors } from "@inlay/lending/underwriting/data/score-factors.ts";
import { type Decision, decide, noRulings, type StaffRulings } from "@inlay/lending/underwriting/decide.ts";
import { firstPolicy as policy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { beginRequest, raiseInput } from "../apps/api/src/additional-inputs/public.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import { createOffers } from "../apps/api/src/offers/create-offers.ts";
import { startClock } from "../apps/api/src/underwriting/notices/clocks.ts";
import { denyApplication, encryptRun, freeze, lockApplication, saveRun } from "../apps/api/src/underwriting/public.ts";
import { bakery } from "../apps/sandbox/src/plaid/businesses/bakery.ts";
import { contractor } from "../apps/sandbox/src/plaid/businesses/contractor.ts";
import { restaurant } from "../apps/sandbox/src/plaid/businesses/restaurant.ts";
import { shop } from "../apps/sandbox/src/plaid/businesses/shop.ts";
import { softwareCompany } from "../apps/sandbox/src/plaid/businesses/software-company.ts";
import { factsOf, oneOf, today, whole } from "./decisions.ts";
import type { World } from "./world.ts";

/** What an application comes to: a notice at once, a decision that staff leave open, no capital, or data that never comes. */
export type Wanted = "DENIAL" | "COUNTER_OFFER" | "UNDECIDED" | "UNFUNDED" | "INCOMPLETE";

/** An application with its decision, stored, before anybody is told. */
export type Applied = {
  tenant: { platformId: string; businessId: string };
  applicationId: string;
  primaryUserId: string;
  wanted: Wanted;
  product: ProductType;
  facts: UnderwritingFacts;
  /** The decision that the notice is about. Of an undecided application it is the one of its last day. */
  decision: Decision;
  rulings: StaffRulings;
  /** The languages in which the owners consented, by id. */
  locales: Map<string, "en" | "es">;
};

const histories = [bakery, contractor, restaurant, shop, softwareCompany].map((business) => {
  const facts = factsOf(business, today, 700);
  return { facts, bank: bankDetailsOf(facts) };
});

/** `first` is the run that was stored: of an undecided application the one that leaves everything to staff. */
type Chosen = Pick<Applied, "product" | "facts" | "decision" | "rulings"> & {
  first: { decision: Decision; rulings: StaffRulings };
};

/** A random application that comes to what is wanted. Every owner has a name and a score that nobody else in the business has. */
function choose(random: () => number, wanted: Wanted, n: number, businessId: string, platformId: string): Chosen {
  for (;;) {
    const isClean = wanted === "COUNTER_OFFER" || wanted === "UNFUNDED";
    const { facts, bank } = factsFrom(random, isClean, n);
    const product = oneOf(random, productTypes);
    const inputs = inputsFrom(facts, policy, bank);
    const passedRules = random() < 0.2 ? [oneOf(random, ["ELIG_FICO", "ELIG_BK", "ELIG_LIEN"])] : [];
    const confirmed = {
      ...noRulings,
      passedRules: wanted === "DENIAL" ? passedRules : [],
      isDenialConfirmed: !isClean,
    };
    const decision = decide(product, inputs, policy, confirmed);
    const open = decide(product, inputs, policy, noRulings);
    const isRight = {
      DENIAL: decision.outcome === "NO_OFFERS",
      COUNTER_OFFER: decision.isCounterOffer,
      UNDECIDED: decision.outcome === "NO_OFFERS" && open.outcome === "REVIEW",
      UNFUNDED: decision.outcome === "OFFERS",
      INCOMPLETE: true,
    };
    if (!isRight[wanted]) continue;
    const owned = {
      ...facts,
      business: { ...facts.business, id: businessId },
      platform: { ...facts.platform, id: platformId },
    };
    const ruled = { decision, rulings: confirmed };
    const first = wanted === "UNDECIDED" ? { decision: open, rulings: noRulings } : ruled;
    return { product, facts: owned, decision, rulings: confirmed, first };
  }
}

function factsFrom(random: () => number, isClean: boolean, n: number) {
  const often = (chance: number) => random() < chance;
  const { facts: known, bank } = oneOf(random, histories);
  const isSoleProprietorship = often(0.25);
  const scores = new Set<number>();
  const person = (at: number, ownershipPercentage: number): OwnerFacts => ({
    id: randomUUID(),
    isPrimary: at === 0,
    firstName: `Zelko${n}x${at}`,
    lastName: `Quarrow${n}x${at}`,
    email: `owner-${n}-${at}@proof.example`,
    ownershipPercentage,
    isControlPerson: at === 0,
    isOnboarded: true,
    credit: at > 0 && often(0.1) ? null : creditFrom(random, isClean, scores),
  });
  const coOwners = isSoleProprietorship ? 0 : whole(random, 0, 3);
  const shares = Array.from({ length: coOwners }, () => oneOf(random, [5, 19, 20, 25]));
  const owners = [100 - shares.reduce((sum, one) => sum + one, 0), ...shares].map((share, at) => person(at, share));
  const age = often(isClean ? 0 : 0.15) ? whole(random, 1, 11) : whole(random, 13, 120);
  const facts: UnderwritingFacts = {
    ...known,
    business: {
      ...known.business,
      name: `Harbor Goods N${n}`,
      addressState: "OR",
      isSoleProprietorship,
    },
    platform: { ...known.platform, minimumFicoScoreRequiredOnPlatform: often(0.3) ? 640 : null },
    owners,
    businessCredit: often(0.6)
      ? {
          pulledOn: today,
          incorporatedOn: null,
          fileEstablishedOn: null,
          naicsCodes: [],
          sicCodes: [],
          monthlyAverageDbt: isClean ? 0 : whole(random, 0, 70),
          bankruptcies: isClean ? [] : filingsFrom(random, 0.05),
          taxLiens: isClean ? [] : filingsFrom(random, 0.1),
          judgments: isClean ? [] : filingsFrom(random, 0.1),
          uccFilings: [],
          collectionsCount: 0,
        }
      : null,
    verification: known.verification && {
      ...known.verification,
      formedOn: addMonths(today, -age),
      naicsCodes: [oneOf(random, isClean ? ["541511"] : ["445110", "541511", "722511", "722410", "713210"])],
    },
    statement: known.statement && {
      ...known.statement,
      state: often(isClean ? 0 : 0.05) ? "GU" : "OR",
      amountRequestedCents: cents(isClean ? 90_000_000 : 5_000_000),
    },
    withUs: { ...known.withUs, isLate: !isClean && often(0.05) },
  };
  return { facts, bank };
}

/** A report of the bureau. 600 is also in the address of a federal agency, so nobody has it as a score. */
function creditFrom(random: () => number, isClean: boolean, scores: Set<number>): NonNullable<OwnerFacts["credit"]> {
  const often = (chance: number) => !isClean && random() < chance;
  let score = 0;
  do score = isClean ? whole(random, 700, 820) : whole(random, 520, 820);
  while (score === 600 || scores.has(score));
  scores.add(score);
  const hasScore = !often(0.08);
  return {
    pulledOn: today,
    ficoScore: hasScore ? score : null,
    scoreFactors: scoreFactors.filter(() => random() < 0.4),
    tradelinesCount: !hasScore && random() < 0.5 ? null : often(0.15) ? whole(random, 0, 3) : whole(random, 4, 20),
    derogatoryAccountsCount: 0,
    bankruptcyCount: 0,
    nowDelinquentDerog: 0,
    wasDelinquentDerog: 0,
    bankruptcies: isClean ? [] : filingsFrom(random, 0.08),
    taxLiens: isClean ? [] : filingsFrom(random, 0.12),
    judgments: isClean ? [] : filingsFrom(random, 0.12),
  };
}

/** Filings on both sides of every limit of the policy: 24 and 36 months, 10,000 and 25,000 dollars, open and over. */
function filingsFrom(random: () => number, chance: number): Filing[] {
  return Array.from({ length: 2 }, () => ({
    filedOn:
      random() < 0.1 ? null : addDays(addMonths(today, -oneOf(random, [1, 24, 30, 36, 48])), whole(random, -1, 1)),
    amountCents: random() < 0.1 ? null : cents(oneOf(random, [1_000_000, 1_000_001, 2_500_000, 2_500_001, 9_000_000])),
    isOver: random() < 0.4,
  })).filter(() => random() < chance);
}

type Stored = { wanted: Wanted; n: number; receivedAt: Date; hasOwnClock?: boolean; isRefused?: boolean };

/** Stores an application with its business, owners, consents, clock and, unless data is missing, its decision. */
export async function store(world: World, random: () => number, { wanted, n, ...wish }: Stored): Promise<Applied> {
  const { app, admin, platformId } = world;
  const { receivedAt, hasOwnClock = false, isRefused = false } = wish;
  const [businessId, applicationId, primaryUserId] = [randomUUID(), randomUUID(), randomUUID()];
  const tenant = { platformId, businessId };
  const { product, facts, decision, rulings, first } = choose(random, wanted, n, businessId, platformId);
  // The mail server of the sandbox refuses addresses that begin so.
  for (const owner of facts.owners) if (isRefused && owner.isPrimary) owner.email = `refused-${owner.email}`;
  const insert = async (table: string, row: Record<string, unknown>) => {
    const full = { platform_id: platformId, ...row };
    const places = Object.keys(full).map((_, at) => `$${at + 1}`);
    const text = `insert into app.${table} (${Object.keys(full).join(", ")}) values (${places.join(", ")})`;
    await admin.query(text, Object.values(full));
  };
  const { name, isSoleProprietorship } = facts.business;
  await insert("business", { id: businessId, name, is_sole_proprietorship: isSoleProprietorship });
  if (hasOwnClock) await insert("business_clock", { business_id: businessId, now_at: receivedAt });
  const locales = new Map<string, "en" | "es">();
  for (const { id, isPrimary, firstName, lastName, email, ownershipPercentage } of facts.owners) {
    const isSignedIn = isPrimary || random() < 0.5;
    const userId = isPrimary ? primaryUserId : randomUUID();
    const language = isSignedIn && random() < 0.3 ? "es" : "en";
    locales.set(id, language);
    if (isSignedIn) {
      await insert("business_user", { id: userId, business_id: businessId, email, first_name: firstName });
      const role = isPrimary ? "PRIMARY_OWNER" : "SECONDARY_OWNER";
      await insert("user_role", { business_id: businessId, user_id: userId, role });
      await insert("consent", {
        business_id: businessId,
        user_id: userId,
        role,
        kind: "E_SIGN",
        text_version: "1",
        language,
        shown_text: "Text",
        given_at: receivedAt,
        given_from: "127.0.0.1",
        user_agent: "proof",
        request_id: "proof",
      });
    }
    await insert("business_owner", {
      id,
      business_id: businessId,
      user_id: isSignedIn ? userId : null,
      is_primary: isPrimary,
      first_name: firstName,
      last_name: lastName,
      email,
      ownership_basis_points: (ownershipPercentage ?? 0) * 100,
      current_step: isPrimary ? null : "WAITING_FOR_OFFERS",
      onboarded_at: isPrimary ? null : receivedAt,
    });
  }
  const promisedAt = new Date(receivedAt.getTime() + 48 * 3_600_000);
  await insert("loan_application", {
    id: applicationId,
    business_id: businessId,
    product,
    status: wanted === "UNFUNDED" ? "UNASSIGNED" : "ASSIGN_TO_CAPITAL_PROVIDER",
    received_at: receivedAt,
    completed_at: wanted === "INCOMPLETE" ? null : receivedAt,
    promised_at: wanted === "INCOMPLETE" ? null : promisedAt,
    next_action_at: promisedAt,
  });
  const applied = { tenant, applicationId, primaryUserId, wanted, product, facts, decision, rulings, locales };
  if (wanted === "INCOMPLETE") {
    await inScope(app.pool, tenant, (tx) => askForMore(tx, tenant));
    return applied;
  }
  const snapshot = await freeze(app, tenant, facts);
  if (!snapshot) throw new Error("a key was destroyed");
  const run = await encryptRun(snapshot.keys, first.decision, first.rulings);
  await inScope(app.pool, tenant, async (tx) => {
    await startClock(tx, tenant, { kind: "COMPLETE_APPLICATION", applicationId, startedAt: receivedAt });
    await saveRun(tx, tenant, { id: applicationId, round: 1 }, snapshot, run);
  });
  return applied;
}

/** The owner is asked for something that never comes. */
async function askForMore(tx: Tx, tenant: Applied["tenant"]): Promise<void> {
  const by = { kind: "SYSTEM", id: null } as const;
  await raiseInput(tx, { ...tenant, subStep: "VERIFY_BUSINESS_INFORMATION", by, requestId: null });
  await beginRequest(tx, tenant);
}

/** Ends a stored application as its decision says, once: a denial, or offers below what was asked for. Each orders its notices. */
export async function settle({ app }: World, applied: Applied): Promise<void> {
  const { tenant, applicationId, facts, decision } = applied;
  await inScope(app.pool, tenant, async (tx) => {
    const application = await lockApplication(tx, applicationId);
    if (application?.status !== "ASSIGN_TO_CAPITAL_PROVIDER") return;
    if (applied.wanted === "DENIAL") return denyApplication(tx, tenant, application, decision.reasons);
    const { id: decisionId } = await tx
      .selectFrom("decision")
      .select("id")
      .where("application_id", "=", applicationId)
      .executeTakeFirstOrThrow();
    const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
    const { refusals } = await createOffers(tx, tenant, application, { facts, policy, decisionId, decision }, by);
    if (refusals) throw new Error("no provider has capital for an offer");
  });
}
