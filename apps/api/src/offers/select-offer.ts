import { Refusal } from "@inlay/contracts/errors.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { nextClosing } from "@inlay/lending/offers/closing.ts";
import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { offerStepLifecycle } from "@inlay/lending/offers/offer-step.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { type CapitalProviderId, resizeReservation } from "../capital/public.ts";
import { readClosing } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import {
  askForLetters,
  endAskingForLetters,
  otherSignings,
  readOpenOffer,
  voidSignings,
} from "../disclosures/public.ts";
import { consentsOf, lockApplication, moveApplication } from "../underwriting/public.ts";
import { giveUpSignature } from "./give-up-signature.ts";
import { shownApplicationOf } from "./shown-application.ts";

type Owner = { platformId: string; businessId: string; userId: string };
type Selected = { offerId: string; customLoanAmountCents?: number | undefined };
export type OfferChange = { eventType: "OFFER_SELECTED"; selectedOffers: Selected[] } | { eventType: "WENT_BACK" };

const choiceOf = ({ offerId, customLoanAmountCents }: Selected) => ({
  offerId,
  amountCents: customLoanAmountCents ?? null,
});

/** The one offer that is chosen. The contract allows no other number. */
function onlyOne([selected, ...others]: readonly Selected[]): Selected {
  if (!selected || others.length > 0) throw new Error("one offer is selected");
  return selected;
}

/** Voids what is out for signature about another choice, at the vendor first, because a signature that is given there until then is valid. */
export async function prepareOfferChange(app: AppContext, owner: Owner, change: OfferChange): Promise<void> {
  const tenant = { platformId: owner.platformId, businessId: owner.businessId };
  if (change.eventType === "WENT_BACK") await giveUpSignature(app, owner);
  const outdated = await inScope(app.pool, tenant, async (tx) => {
    if (change.eventType === "WENT_BACK") {
      return otherSignings(tx, (await readSelected(tx, owner, "not locked")).applicationId, null);
    }
    const choice = choiceOf(onlyOne(change.selectedOffers));
    const { offer, amountCents } = await readOpenOffer(tx, tenant, choice, "not locked");
    return otherSignings(tx, offer.application_id, { offerId: offer.id, amountCents });
  });
  await voidSignings(app, tenant, outdated, "Another offer is chosen.");
}

export const changeOffer = (tx: Tx, owner: Owner, change: OfferChange, requestId: string): Promise<void> =>
  change.eventType === "WENT_BACK"
    ? goBack(tx, owner, requestId)
    : selectOffer(tx, owner, onlyOne(change.selectedOffers), requestId);

/**
 * Chooses an offer at an amount: its figures are computed and stored, the capital of the rest is given back, and the application goes on to
 * the first open closing step. The same choice again changes nothing. The lock of the application comes first, as everywhere.
 */
async function selectOffer(tx: Tx, owner: Owner, selected: Selected, requestId: string): Promise<void> {
  const { platformId, businessId, userId } = owner;
  const choice = choiceOf(selected);
  const { offer: found } = await readOpenOffer(tx, owner, choice, "not locked");
  const application = await lockApplication(tx, found.application_id);
  if (!application) throw new Error("an offer belongs to an application");
  const offers = await tx
    .selectFrom("offer")
    .select(["id", "terms", "decision_id"])
    .where("application_id", "=", application.id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const { offer, amountCents } = await readOpenOffer(tx, owner, choice, "locked");
  if (offer.status === "SELECTED") return;
  if (!offerStepLifecycle.allows(application.offerStep, "OFFER_SELECTED")) throw new Refusal("STEP_NOT_CURRENT");
  // Something was opened since the preparation.
  if ((await otherSignings(tx, application.id, { offerId: offer.id, amountCents })).length > 0)
    throw new Refusal("BUSY");
  const consented = (await consentsOf(tx, application.id)) as CapitalProviderId[];
  if (!(await resizeReservation(tx, application.id, amountCents, consented))) throw new Refusal("AMOUNT_TAKEN");

  const now = await businessNow(tx, businessId);
  const all = offers
    .filter(({ decision_id }) => decision_id === offer.decision_id)
    .map(({ terms }) => offerPricing.parse(terms));
  const terms = offeredTerms(offerPricing.parse(offer.terms), dateAt(offer.taken_at), all, amountCents);
  const status = offerStatusLifecycle.next("WAITING_FOR_SELECTION", "OFFER_SELECTED");
  await tx
    .updateTable("offer")
    .set({ status, selected_at: now, chosen_amount_cents: amountCents, chosen_terms: JSON.stringify(terms) })
    .where("id", "=", offer.id)
    .where("status", "=", "WAITING_FOR_SELECTION")
    .execute();
  const closed = { applicationId: application.id, offerId: offer.id };
  const next = nextClosing(await readClosing(tx, businessId, closed), dateAt(now));
  const { offerStep } = await moveApplication(tx, application, "OFFER_SELECTED", { offerStep: next });
  await askForLetters(tx, owner, { applicationId: application.id, terms: offer.terms as OfferTerms });
  await record(tx, {
    platformId,
    businessId,
    kind: "offer.selected",
    action: "offers.complete-step",
    body: { offerId: offer.id, applicationId: application.id, amountCents },
    object: { kind: "offer", id: offer.id },
    before: { status: offer.status, offerStep: application.offerStep },
    after: { status, offerStep, amountCents },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

/** The shown application and its selected offer. Refused when none is selected, or when an agreement is signed. */
async function readSelected(tx: Tx, owner: Owner, lock: "locked" | "not locked") {
  const application = await shownApplicationOf(tx, owner.businessId);
  if (!application || !offerStepLifecycle.allows(application.offerStep, "WENT_BACK"))
    throw new Refusal("STEP_NOT_CURRENT");
  const selected = await tx
    .selectFrom("offer")
    .select("id")
    .where("application_id", "=", application.id)
    .where("status", "=", "SELECTED")
    .executeTakeFirst();
  if (!selected) throw new Refusal("STEP_NOT_CURRENT");
  return {
    applicationId: application.id,
    ...(await readOpenOffer(tx, owner, { offerId: selected.id, amountCents: null }, lock)),
  };
}

/** Returns to the offers while no agreement is signed. The capital of the largest offer is reserved again if it is still there. */
async function goBack(tx: Tx, owner: Owner, requestId: string): Promise<void> {
  const { platformId, businessId, userId } = owner;
  const application = await lockApplication(tx, (await readSelected(tx, owner, "not locked")).applicationId);
  const { applicationId, offer, amountCents } = await readSelected(tx, owner, "locked");
  if (application?.id !== applicationId) throw new Refusal("BUSY");
  if ((await otherSignings(tx, application.id, null)).length > 0) throw new Refusal("BUSY");
  const status = offerStatusLifecycle.next("SELECTED", "WENT_BACK");
  await tx
    .updateTable("offer")
    .set({ status, selected_at: null, chosen_amount_cents: null, chosen_terms: null })
    .where("id", "=", offer.id)
    .execute();
  const { largestCents } = await tx
    .selectFrom("offer")
    .select((eb) => eb.fn.max("amount_cents").as("largestCents"))
    .where("application_id", "=", application.id)
    .where("status", "=", "WAITING_FOR_SELECTION")
    .executeTakeFirstOrThrow();
  const consented = (await consentsOf(tx, application.id)) as CapitalProviderId[];
  await resizeReservation(tx, application.id, Number(largestCents), consented);
  const { offerStep } = await moveApplication(tx, application, "WENT_BACK");
  await endAskingForLetters(tx, application.id);
  await record(tx, {
    platformId,
    businessId,
    kind: "offer.unselected",
    action: "offers.complete-step",
    body: { offerId: offer.id, applicationId: application.id, amountCents },
    object: { kind: "offer", id: offer.id },
    before: { status: offer.status, offerStep: application.offerStep },
    after: { status, offerStep },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}
