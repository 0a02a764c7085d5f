import { markupDueAt } from "@inlay/lending/applications/deadlines.ts";
import { stateProductRow } from "@inlay/lending/disclosures/state-product-matrix.ts";
import { offerMadeAt, unchangedUntil } from "@inlay/lending/offers/offer-expiry.ts";
import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { offerStepLifecycle } from "@inlay/lending/offers/offer-step.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { releaseCapital } from "../capital/public.ts";
import { reopenAgreement } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { agreementOf, endAskingForLetters, otherSignings, voidSignings } from "../disclosures/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { lockApplication, setNextDeadline } from "../underwriting/public.ts";
import { type EventHandler, startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { areOffersOutdated } from "./outdated-offers.ts";
import { type Rerun, replaceOffers, runAgainIfAnswered } from "./refresh-offers.ts";

type Tenant = { platformId: string; businessId: string };
type Outdated = { id: string; product: ProductType };

const system = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;

const openStatuses = offerStatusLifecycle.states.filter((status) =>
  offerStatusLifecycle.allows(status, "OFFERS_REFRESHED"),
);

type Outdating =
  | "offer.accepted"
  | "application.offered"
  | "payment.settled"
  | "payment.returned"
  | "product.status_changed";

/**
 * Offers side by side are each within the limits of the business, but not together. Once one is accepted, the open offers of its other
 * applications are sized again. So are offers that pay off a product of ours when its payoff changes, and offers that were decided on earlier
 * facts and are shown only now.
 */
export const sizeAgain: EventHandler<Outdating> =
  async (_app, { id, platformId, businessId }) =>
  async (tx) => {
    if (businessId && (await listOutdated(tx, businessId)).length > 0)
      await startWorkflow(tx, "size-offers-again", { platformId, businessId, id });
  };

/** The applications whose open offers are outdated. Offers that wait for a mark-up are sized again when they are shown. */
async function listOutdated(tx: Tx, businessId: string): Promise<Outdated[]> {
  const rows = await tx
    .selectFrom("loan_application")
    .select(["id", "product", "round"])
    .where("business_id", "=", businessId)
    .where("status", "=", "WAITING_FOR_ACCEPTANCE")
    .where("offer_step", "<>", "OFFERS_EXPIRED")
    .orderBy("id")
    .execute();
  const outdated: Outdated[] = [];
  for (const { id, product, round } of rows)
    if (await areOffersOutdated(tx, { id, round })) outdated.push({ id, product: product as ProductType });
  return outdated;
}

/**
 * Ends the outdated offers of a business and decides again on the facts of today. The vendor voids what is out for signature first: what
 * everybody has signed there by then is accepted. Each application has a transaction of its own.
 */
export async function sizeOffersAgain(app: AppContext, { platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("offers must belong to a business");
  const tenant = { platformId, businessId };
  for (const outdated of await inScope(app.pool, tenant, (tx) => listOutdated(tx, businessId))) {
    if (await inScope(app.pool, tenant, (tx) => waitUnchanged(tx, tenant, outdated))) continue;
    const signings = await inScope(app.pool, tenant, (tx) => otherSignings(tx, outdated.id, null));
    await voidSignings(app, tenant, signings, "These offers are replaced by new ones.");
    const rerun = await runAgainIfAnswered(app, tenant, outdated, "IF_RECENT");
    await inScope(app.pool, tenant, (tx) => replaceOutdated(tx, tenant, outdated.id, rerun));
  }
}

/** Leaves offers for as long as the law keeps them as they were made. The deadline of the application then starts the workflow again. */
async function waitUnchanged(tx: Tx, { platformId, businessId }: Tenant, { id, product }: Outdated): Promise<boolean> {
  if ((await lockApplication(tx, id))?.status !== "WAITING_FOR_ACCEPTANCE") return false;
  const offer = await tx
    .selectFrom("offer")
    .select(["state", "expires_at"])
    .where("application_id", "=", id)
    .where("status", "in", openStatuses)
    .limit(1)
    .executeTakeFirst();
  const days = offer ? (stateProductRow(offer.state, product)?.unchangedOfferDays ?? 0) : 0;
  if (!offer || days === 0) return false;
  const madeAt = offerMadeAt(offer.expires_at);
  // An offer to which the platform may add its mark-up is shown by then at the latest.
  const shownAt = (await settingsOf(tx, platformId)).markupEnabled ? markupDueAt(madeAt) : madeAt;
  const until = unchangedUntil(shownAt, days);
  if (until <= (await businessNow(tx, businessId))) return false;
  await setNextDeadline(tx, id, until);
  return true;
}

/** Ends the offers of an application and begins another round, unless its offer was accepted or has ended in the meantime. */
async function replaceOutdated(
  tx: Tx,
  tenant: Tenant,
  applicationId: string,
  rerun: Rerun | "BANK_UNAVAILABLE",
): Promise<void> {
  // The lock of the application decides between this and the acceptance of its own offer.
  await reopenAgreement(tx, tenant, applicationId, system);
  const application = await lockApplication(tx, applicationId);
  if (application?.status !== "WAITING_FOR_ACCEPTANCE" || !isOpenStep(application.offerStep)) return;
  if (!(await areOffersOutdated(tx, application))) return;
  const offers = await tx
    .selectFrom("offer")
    .select("id")
    .where("application_id", "=", applicationId)
    .where("status", "in", openStatuses)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const { id } of offers) if ((await agreementOf(tx, id))?.isComplete) return;
  if ((await otherSignings(tx, applicationId, null)).length > 0)
    throw new Error("a document was sent for signature after the others had been voided");
  await tx
    .updateTable("offer")
    .set({ status: "EXPIRED" })
    .where("application_id", "=", applicationId)
    .where("status", "in", openStatuses)
    .execute();
  await releaseCapital(tx, applicationId);
  await endAskingForLetters(tx, applicationId);
  await replaceOffers(tx, tenant, application, rerun, system);
}

const isOpenStep = (step: OfferStep): boolean =>
  step !== "OFFERS_EXPIRED" && offerStepLifecycle.allows(step, "OFFER_REFRESH_REQUESTED");
