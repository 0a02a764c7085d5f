import { markupDueAt } from "@inlay/lending/applications/deadlines.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { expiryRemindedAt, offerExpiresAt } from "@inlay/lending/offers/offer-expiry.ts";
import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { isSameKind } from "@inlay/lending/offers/refresh.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import type { Decision } from "@inlay/lending/underwriting/decide.ts";
import type { Policy } from "@inlay/lending/underwriting/policy/policy.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { type Assignment, anyProvider, assignCapital, type ProviderChoice } from "../capital/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import {
  assignProvider,
  closeDecisionTasks,
  type LockedApplication,
  moveApplication,
  noticeOfOffers,
  setNextDeadline,
} from "../underwriting/public.ts";
import { priceOffers } from "./markup.ts";

type Tenant = { platformId: string; businessId: string };
/** A decision that offers something, with what it was based on. `save` stores it once capital is found, if it is not stored yet. */
export type OfferBasis = {
  facts: UnderwritingFacts;
  policy: Policy;
  decisionId: string;
  decision: Decision;
  save?: () => Promise<void>;
};
type By = { actor: Actor; requestId: string | null };

/**
 * Reserves capital for the largest offer of a decision and creates its offers. If no provider funds them, it changes nothing and returns why.
 * Offers in place of expired ones are shown at once, with the mark-up that the platform has set. The caller has locked the application.
 */
export async function createOffers(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  { facts, policy, decisionId, decision, save }: OfferBasis,
  { actor, requestId }: By,
  choice: ProviderChoice = anyProvider,
): Promise<Assignment> {
  const { offers, isCounterOffer } = decision;
  const upToCents = Math.max(...offers.map(({ amountCents }) => amountCents));
  const inputs = inputsFrom(facts, policy);
  const { state, borrower, naicsCodes } = inputs;
  const request = {
    ...tenant,
    applicationId: application.id,
    product: application.product,
    state: state ?? "",
    industry: naicsCodes[0]?.slice(0, 2) ?? "unknown",
    amountCents: upToCents,
  };
  const assignment = await assignCapital(tx, request, choice);
  const { provider } = assignment;
  if (!provider) return assignment;
  await save?.();
  const now = await businessNow(tx, tenant.businessId);
  await closeDecisionTasks(tx, application.id);
  const assigned = await assignProvider(tx, application, provider);
  const isRefresh = application.offerStep === "OFFER_REFRESH_PENDING";
  const { isWaiting: isUnset, priced } = await priceOffers(
    tx,
    tenant.platformId,
    application,
    decision,
    policy,
    inputs,
  );
  const isWaiting = isUnset && !isRefresh;
  const expired = isRefresh ? await expiredOffers(tx, application) : [];
  const begins = isRefresh ? "OFFERS_REFRESHED" : "OFFERS_CREATED";
  const expiresAt = offerExpiresAt(now);
  const rows = await tx
    .insertInto("offer")
    .values(
      priced.map(({ terms, amountCents, aprPercentage, markupPercentage }) => ({
        platform_id: tenant.platformId,
        business_id: tenant.businessId,
        application_id: application.id,
        decision_id: decisionId,
        terms: JSON.stringify(terms),
        amount_cents: amountCents,
        apr_percentage: aprPercentage,
        markup_percentage: markupPercentage,
        state,
        borrower,
        status: offerStatusLifecycle.begin(begins),
        refresh_of: expired.find((old) => isSameKind(old.terms, terms))?.id ?? null,
        is_locked: !isWaiting,
        is_counter_offer: isCounterOffer,
        capital_provider_id: provider,
        expires_at: expiresAt,
      })),
    )
    .returning("id")
    .execute();
  const status = isWaiting ? "WAITING_FOR_PLATFORM_MARKUP" : "WAITING_FOR_ACCEPTANCE";
  const created = isRefresh
    ? await moveApplication(tx, assigned, "OFFERS_REFRESHED")
    : await moveApplication(tx, assigned, "OFFERS_CREATED", { status });
  const about = {
    ...tenant,
    action: "application.create-offers",
    object: { kind: "loan application", id: application.id },
    before: { status: application.status },
    after: { status: created.status, provider, upToCents },
    actor,
    requestId,
  };
  if (isWaiting) {
    const dueAt = markupDueAt(now);
    await setNextDeadline(tx, application.id, dueAt);
    const body = { applicationId: application.id, status: created.status, dueAt: dueAt.toISOString() };
    await record(tx, { ...about, kind: "application.priced", body });
  } else {
    await setNextDeadline(tx, application.id, expiryRemindedAt(expiresAt));
    await noticeOfOffers(tx, tenant, application.id);
    const offerIds = rows.map(({ id }) => id);
    const body = { applicationId: application.id, status: created.status, offerIds, upToCents };
    await record(tx, { ...about, kind: "application.offered", body });
  }
  return assignment;
}

/** The offers of the round before the current one. */
export async function expiredOffers(tx: Tx, { id, round }: LockedApplication) {
  const rows = await tx
    .selectFrom("offer as o")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .select(["o.id", "o.terms", "o.amount_cents"])
    .where("o.application_id", "=", id)
    .where("d.round", "=", round - 1)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    terms: row.terms as unknown as OfferTerms,
    amountCents: cents(Number(row.amount_cents)),
  }));
}
