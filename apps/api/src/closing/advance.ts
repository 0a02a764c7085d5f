import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Closing, type ClosingStep, closingEvents, nextClosing } from "@inlay/lending/offers/closing.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { type LockedApplication, lockApplication, moveApplication } from "../underwriting/public.ts";
import type { Tenant } from "./inquiry.ts";
import { chosenOfferOf, readClosing } from "./read-closing.ts";

export type By = { actor: Actor; requestId: string | null };
export const system: By = { actor: { kind: "SYSTEM", id: null }, requestId: null };

/** Moves an application on from a step, if what was saved completes it, and records that. The caller has locked the application. */
export async function advance(tx: Tx, tenant: Tenant, applicationId: string, step: ClosingStep, by: By): Promise<void> {
  const { platformId, businessId } = tenant;
  const application = await lockApplication(tx, applicationId);
  if (application?.offerStep !== step) return;
  const offerId = await chosenOfferOf(tx, applicationId);
  if (!offerId) throw new Error("an application that is closed has a chosen offer");
  const closing = await readClosing(tx, businessId, { applicationId, offerId });
  const next = nextAfter(step, closing, dateAt(await businessNow(tx, businessId)));
  if (next === step) return;
  const { offerStep } = await moveApplication(tx, application, closingEvents[step], { offerStep: next });
  await record(tx, {
    platformId,
    businessId,
    kind: "closing.step_completed",
    action: "offers.complete-step",
    body: { applicationId, offerId, step },
    object: { kind: "loan application", id: applicationId },
    before: { offerStep: step },
    after: { offerStep },
    actor: by.actor,
    requestId: by.requestId,
  });
}

/** A signed agreement is in force, even if something that came before it has changed since. The closing checks find that. */
function nextAfter(step: ClosingStep, closing: Closing, today: BusinessDate) {
  if (step !== "COLLECT_LEGAL_AGREEMENTS") return nextClosing(closing, today);
  return closing.hasSignedAgreements ? "OFFER_ACCEPTED" : step;
}

/** Locks the applications of a business that are at a step, in the order of their ids. */
export async function lockWaiting(tx: Tx, businessId: string, step: ClosingStep): Promise<LockedApplication[]> {
  const rows = await tx
    .selectFrom("loan_application")
    .select("id")
    .where("business_id", "=", businessId)
    .where("offer_step", "=", step)
    .orderBy("id")
    .execute();
  const locked: LockedApplication[] = [];
  for (const { id } of rows) {
    const application = await lockApplication(tx, id);
    if (application?.offerStep === step) locked.push(application);
  }
  return locked;
}

/** Completes the step of the agreement if the primary owner has signed it. */
export const completeSignedStep = (tx: Tx, tenant: Tenant, applicationId: string, by: By): Promise<void> =>
  advance(tx, tenant, applicationId, "COLLECT_LEGAL_AGREEMENTS", by);
