import { Refusal } from "@inlay/contracts/errors.ts";
import type { LoanApplicationState } from "@inlay/lending/applications/loan-application.ts";
import { shownApplication } from "@inlay/lending/applications/where-it-stands.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Tx } from "../db/scope.ts";

async function readApplications(tx: Tx, businessId: string) {
  const rows = await tx
    .selectFrom("loan_application")
    .select(["id", "round", "product", "status", "offer_step", "received_at"])
    .where("business_id", "=", businessId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    round: row.round,
    product: row.product as ProductType,
    status: row.status as LoanApplicationState,
    offerStep: row.offer_step as OfferStep,
    receivedAt: row.received_at,
  }));
}

/** The application that the owner is shown. */
export const shownApplicationOf = async (tx: Tx, businessId: string) =>
  shownApplication(await readApplications(tx, businessId));

/** The declined application that the owner is shown. Refused if another one is shown, or none. */
export async function declinedApplication(tx: Tx, businessId: string) {
  const applications = await readApplications(tx, businessId);
  const shown = shownApplication(applications);
  if (shown?.offerStep !== "NO_OFFERS_EXTENDED") throw new Refusal("NO_DECLINED_APPLICATION");
  return { shown, applied: applications.map(({ product }) => product) };
}
