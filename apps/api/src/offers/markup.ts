import { Refusal } from "@inlay/contracts/errors.ts";
import { toApplicationStatus } from "@inlay/lending/applications/public-status.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { type MarkupRefusal, markUp, planPrices } from "@inlay/lending/offers/markup.ts";
import { expiryRemindedAt } from "@inlay/lending/offers/offer-expiry.ts";
import type { Decision } from "@inlay/lending/underwriting/decide.ts";
import type { CreditModelInputs } from "@inlay/lending/underwriting/inputs.ts";
import { markupAprCap } from "@inlay/lending/underwriting/policy/apr-caps.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import type { CreditResult } from "@inlay/lending/underwriting/rules/rating.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import {
  type LockedApplication,
  lockApplication,
  moveApplication,
  noticeOfOffers,
  policyOf,
  setNextDeadline,
} from "../underwriting/public.ts";

type Tenant = { platformId: string; businessId: string };
type By = { actor: Actor; requestId: string | null };
type Place = Pick<CreditModelInputs, "borrower"> & { state: string };
export type SubmittedPlan = { planId: string; feeMarkupPercentage: string };

/** The price of an offer, with the part of its fees that is the platform's. */
type Price = { terms: OfferTerms; aprPercentage: number; markupPercentage: string };

/** The mark-up that a platform has set for a product and rating. Null: none yet. */
async function markupOf(
  tx: Tx,
  platformId: string,
  { product }: Pick<LockedApplication, "product">,
  rating: CreditResult | null,
): Promise<string | null> {
  const row = await tx
    .selectFrom("platform_markup")
    .select("markup_percentage")
    .where("platform_id", "=", platformId)
    .where("product", "=", product)
    .where("rating", "=", rating)
    .executeTakeFirst();
  return row?.markup_percentage ?? null;
}

/**
 * Prices new offers. Where the platform adds a mark-up and has set the one of this product and rating, the offers carry it; where it has not
 * set it yet, they wait for it. An offer to which the law does not let it be added keeps our price.
 */
export async function priceOffers(
  tx: Tx,
  platformId: string,
  application: Pick<LockedApplication, "product">,
  { creditResult, offers }: Pick<Decision, "creditResult" | "offers">,
  policy: Policy,
  { state, borrower, decidedOn }: Pick<CreditModelInputs, "state" | "borrower" | "decidedOn">,
): Promise<{ isWaiting: boolean; priced: (Price & { amountCents: Cents })[] }> {
  const { markupEnabled } = await settingsOf(tx, platformId);
  const set = markupEnabled ? await markupOf(tx, platformId, application, creditResult) : null;
  const place = state === null ? null : { state, borrower };
  const priced = offers.map((offer) => {
    const price = carry(offer, set ?? "0", policy, place, decidedOn);
    return { ...price, amountCents: offer.amountCents };
  });
  return { isWaiting: markupEnabled && set === null, priced };
}

/** An offer with a mark-up, or at our own price where it is not allowed. */
function carry(
  { terms, aprPercentage }: { terms: OfferTerms; aprPercentage: number },
  markupPercentage: string,
  policy: Policy,
  place: Place | null,
  pricedOn: BusinessDate,
): Price {
  const ours = { terms, aprPercentage, markupPercentage: "0" };
  if (place === null || Number(markupPercentage) === 0) return ours;
  const marked = markUp(terms, markupPercentage, policy, place, pricedOn);
  return typeof marked === "string"
    ? ours
    : { terms: marked.terms, aprPercentage: marked.aprPercentage, markupPercentage };
}

/** What the mark-up of an application is added to. */
type Waiting = {
  application: LockedApplication;
  rating: CreditResult | null;
  policy: Policy;
  pricedOn: BusinessDate;
  offers: {
    id: string;
    amountCents: number;
    expiresAt: Date;
    terms: OfferTerms;
    aprPercentage: number;
    place: Place | null;
  }[];
};

/** Locks an application and its offers that are not shown yet. */
async function lockWaiting(tx: Tx, applicationId: string): Promise<Waiting | LockedApplication | null> {
  const application = await lockApplication(tx, applicationId);
  if (application?.status !== "WAITING_FOR_PLATFORM_MARKUP") return application;
  const rows = await tx
    .selectFrom("offer")
    .innerJoin("decision as d", "d.id", "offer.decision_id")
    .select(["offer.id", "offer.amount_cents", "offer.expires_at", "offer.terms", "offer.apr_percentage"])
    .select(["offer.state", "offer.borrower", "d.policy_version", "d.decided_at", "d.credit_result"])
    .where("offer.application_id", "=", applicationId)
    .where("offer.is_locked", "=", false)
    .orderBy("offer.amount_cents")
    .orderBy("offer.id")
    .forUpdate("offer")
    .execute();
  const [first] = rows;
  if (!first) throw new Error("an application that waits for a mark-up must have offers");
  return {
    application,
    rating: first.credit_result as CreditResult | null,
    policy: await policyOf(tx, first.policy_version),
    pricedOn: dateAt(first.decided_at),
    offers: rows.map((row) => ({
      id: row.id,
      amountCents: row.amount_cents,
      expiresAt: row.expires_at,
      terms: row.terms as unknown as OfferTerms,
      aprPercentage: Number(row.apr_percentage),
      place: placeOf(row),
    })),
  };
}

const placeOf = ({ state, borrower }: { state: string | null; borrower: string | null }): Place | null =>
  state !== null && borrower !== null ? { state, borrower: borrower as Place["borrower"] } : null;

/**
 * Adds a platform's mark-up to the offers of an application and shows them. The first mark-up of a product and rating counts for every later
 * application of the platform; another one is refused. The caller has checked that the application is the platform's.
 */
export async function submitMarkup(
  tx: Tx,
  tenant: Tenant,
  applicationId: string,
  plans: readonly SubmittedPlan[],
  by: By,
): Promise<void> {
  const waiting = await lockWaiting(tx, applicationId);
  if (!waiting) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
  if (!("offers" in waiting))
    throw new Refusal("WRONG_STATE", {
      context: { status: toApplicationStatus(waiting, false), allowedFrom: ["AWAITING_MARKUP"] },
    });
  const { application, rating, policy, pricedOn, offers } = waiting;
  const markupPercentage = oneMarkup(
    plans,
    offers.flatMap(({ terms }) => planPrices(terms, pricedOn).map(({ planId }) => planId)),
  );
  const prices = offers.map((offer) => {
    const marked = offer.place && markUp(offer.terms, markupPercentage, policy, offer.place, pricedOn);
    if (marked === "TOO_LARGE" || marked === "OVER_CAP") throw refusalOf(marked, policy, offer.place);
    return carry(offer, markupPercentage, policy, offer.place, pricedOn);
  });
  await setMarkup(tx, tenant, application, rating, markupPercentage);
  await showOffers(tx, tenant, waiting, prices, "MARKUP_SUBMITTED", by);
}

function refusalOf(reason: Exclude<MarkupRefusal, "NOT_COVERED">, { markup }: Policy, place: Place | null): Refusal {
  if (reason === "TOO_LARGE")
    return new Refusal("MARKUP_TOO_LARGE", { context: { most: String(markup.maxPercentage) } });
  return new Refusal("MARKUP_OVER_CAP", { context: { state: place?.state ?? "" } });
}

/** The mark-up of all plans. It belongs to the product and the rating, so one plan cannot have another than the next. */
function oneMarkup(plans: readonly SubmittedPlan[], planIds: readonly string[]): string {
  const [first] = plans;
  const refuse = (pointer: string, message: string) =>
    new Refusal("VALIDATION_FAILED", { fields: [{ pointer, code: "INVALID", message }] });
  for (const [n, { planId, feeMarkupPercentage }] of plans.entries()) {
    if (!planIds.includes(planId)) throw refuse(`/plans/${n}/planId`, `planId must be one of ${planIds.join(", ")}.`);
    if (Number(feeMarkupPercentage) !== Number(first?.feeMarkupPercentage))
      throw refuse(`/plans/${n}/feeMarkupPercentage`, "feeMarkupPercentage must be the same for all plans.");
  }
  const named = new Set(plans.map(({ planId }) => planId));
  if (!first || named.size !== plans.length || named.size !== planIds.length)
    throw refuse("/plans", `plans must name each of ${planIds.join(", ")} once.`);
  return first.feeMarkupPercentage;
}

/** Sets the mark-up of a product and rating, unless it is set. A concurrent request waits for the key of the table. */
async function setMarkup(
  tx: Tx,
  { platformId }: Tenant,
  application: LockedApplication,
  rating: CreditResult | null,
  markupPercentage: string,
): Promise<void> {
  if (rating === null || rating === "FAIL") throw new Error("an application with offers must have a rating");
  await tx
    .insertInto("platform_markup")
    .values({
      platform_id: platformId,
      product: application.product,
      rating,
      markup_percentage: markupPercentage,
      application_id: application.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const set = await markupOf(tx, platformId, application, rating);
  if (Number(set) !== Number(markupPercentage))
    throw new Refusal("MARKUP_ALREADY_SET", { context: { percentage: String(Number(set)) } });
}

/**
 * Shows the offers of an application whose platform has not submitted a mark-up in time: with the one that it has set for the product and
 * rating in the meantime, else without. An application that does not wait is left as it is.
 */
export async function timeOutMarkup(tx: Tx, tenant: Tenant, applicationId: string): Promise<void> {
  const waiting = await lockWaiting(tx, applicationId);
  if (!waiting || !("offers" in waiting)) return;
  const { application, rating, policy, pricedOn, offers } = waiting;
  const set = (await markupOf(tx, tenant.platformId, application, rating)) ?? "0";
  const prices = offers.map((offer) => carry(offer, set, policy, offer.place, pricedOn));
  await showOffers(tx, tenant, waiting, prices, "MARKUP_TIMEOUT", {
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

/** Saves the prices, locks the offers and shows them to the owner. */
async function showOffers(
  tx: Tx,
  tenant: Tenant,
  { application, offers }: Waiting,
  prices: readonly Price[],
  event: "MARKUP_SUBMITTED" | "MARKUP_TIMEOUT",
  { actor, requestId }: By,
): Promise<void> {
  for (const [n, { id }] of offers.entries()) {
    const price = prices[n];
    if (!price) throw new Error("an offer has no price");
    await tx
      .updateTable("offer")
      .set({
        terms: JSON.stringify(price.terms),
        apr_percentage: price.aprPercentage,
        markup_percentage: price.markupPercentage,
        is_locked: true,
      })
      .where("id", "=", id)
      .execute();
  }
  const { status } = await moveApplication(tx, application, event);
  await noticeOfOffers(tx, tenant, application.id);
  const endsAt = new Date(Math.max(...offers.map(({ expiresAt }) => expiresAt.getTime())));
  await setNextDeadline(tx, application.id, expiryRemindedAt(endsAt));
  await record(tx, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    kind: "application.offered",
    action: event === "MARKUP_SUBMITTED" ? "partner.application.mark-up" : "application.time-out-markup",
    body: {
      applicationId: application.id,
      status,
      offerIds: offers.map(({ id }) => id),
      upToCents: Math.max(...offers.map(({ amountCents }) => amountCents)),
    },
    object: { kind: "loan application", id: application.id },
    before: { status: application.status },
    after: { status, markups: prices.map(({ markupPercentage }) => markupPercentage) },
    actor,
    requestId,
  });
}

/** A plan of an application with its fee, the platform's part of it, its APR and the cap on that. */
export type MarkupPlan = {
  planId: string;
  baseFeePercentage: string;
  feeMarkupPercentage: string;
  feePercentage: string;
  aprPercentage: string;
  maxAprPercentage: string | null;
};

/** The plans of applications to which a platform adds a mark-up, with their prices of now. */
export async function readMarkupPlans(tx: Tx, applicationIds: readonly string[]): Promise<Map<string, MarkupPlan[]>> {
  const plans = new Map<string, MarkupPlan[]>();
  if (applicationIds.length === 0) return plans;
  const rows = await tx
    .selectFrom("offer as o")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .select(["o.application_id", "o.terms", "o.amount_cents", "o.markup_percentage", "o.state", "o.borrower"])
    .select(["d.policy_version", "d.decided_at"])
    .where("o.application_id", "in", [...applicationIds])
    .where("o.status", "<>", "EXPIRED")
    .orderBy("o.created_at")
    .orderBy("o.amount_cents")
    .orderBy("o.id")
    .execute();
  const policies = new Map<string, Policy>();
  for (const row of rows) {
    const policy = policies.get(row.policy_version) ?? (await policyOf(tx, row.policy_version));
    policies.set(row.policy_version, policy);
    const terms = row.terms as unknown as OfferTerms;
    const place = placeOf(row);
    const cap =
      place &&
      markupAprCap(
        policy,
        { state: place.state, borrower: place.borrower, product: terms.productType },
        row.amount_cents,
      );
    const own = planPrices(terms, dateAt(row.decided_at)).map(({ planId, feePercentage, aprPercentage }) => ({
      planId,
      baseFeePercentage: short(Number(feePercentage) - Number(row.markup_percentage)),
      feeMarkupPercentage: short(Number(row.markup_percentage)),
      feePercentage,
      aprPercentage: short(aprPercentage),
      maxAprPercentage: cap === null ? null : short(cap),
    }));
    plans.set(row.application_id, [...(plans.get(row.application_id) ?? []), ...own]);
  }
  return plans;
}

/** Four decimals at most. */
const short = (value: number): string => String(Math.round(value * 10_000) / 10_000);
