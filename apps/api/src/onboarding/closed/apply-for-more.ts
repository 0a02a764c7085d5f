import { Refusal } from "@inlay/contracts/errors.ts";
import type { ApplyForMore } from "@inlay/contracts/onboarding/apply-for-more.ts";
import type { Standing } from "@inlay/lending/applications/where-it-stands.ts";
import { whyNotApplyForMore } from "@inlay/lending/applications/why-not-apply-for-more.ts";
import { reapplyFrom } from "@inlay/lending/applications/why-not-reapply.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { selectableProducts } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Origin } from "../../flow/public.ts";
import { lastDenial } from "../../underwriting/public.ts";
import { currentProgress, type Progress } from "../progress.ts";
import type { OnboardingRequest } from "../step-handler.ts";
import { onboardingSteps } from "../steps/flow.ts";
import { holdOnboarding } from "../subject.ts";
import { restart } from "./apply-again.ts";

/** Which products a business with a product may apply for, and why it may not apply now. */
export async function readApplyForMore(request: OnboardingRequest): Promise<ApplyForMore> {
  const { tx, settings, caller, productSubset } = request;
  const progress = await currentProgress(tx, settings, caller.businessId);
  return {
    ...(await whyNotNow(request, progress)),
    products: selectableProducts(settings.platformEnabledProducts, productSubset),
  };
}

/**
 * Begins an application for another product: the choice of the product is answered, the consent is asked for again, and every other answer is
 * kept. Steps that only this product needs are open.
 */
export async function applyForMore(request: OnboardingRequest & Origin, product: ProductType): Promise<void> {
  const { tx, settings, caller, productSubset, requestId } = request;
  await holdOnboarding(request);
  if (!selectableProducts(settings.platformEnabledProducts, productSubset).includes(product))
    throw new Refusal("PRODUCT_NOT_ENABLED");
  const progress = await currentProgress(tx, settings, caller.businessId);
  const { whyNot } = await whyNotNow(request, progress);
  if (whyNot) throw new Refusal(whyNot);
  if (!(await restart(tx, caller, progress.application?.offerStep ?? null, requestId)))
    throw new Refusal("APPLICATION_OPEN");
  const selectedProducts = [product];
  if (progress.plan.includes("SELECT_PRODUCTS"))
    await onboardingSteps.complete(request, { step: "SELECT_PRODUCTS", data: { selectedProducts } });
  else await saveChoice(request, progress, selectedProducts);
}

async function whyNotNow(
  { tx, caller: { businessId } }: OnboardingRequest,
  { hasIssuedProducts, done }: Progress,
): Promise<Pick<ApplyForMore, "whyNot" | "canApplyOn">> {
  const applications = (await tx
    .selectFrom("loan_application")
    .select(["status", "offer_step as offerStep"])
    .where("business_id", "=", businessId)
    .execute()) as Standing[];
  const denial = await lastDenial(tx, businessId);
  const today = easternTime(await businessNow(tx, businessId)).date;
  const isApplying = !done.has("COLLECT_CONSENT");
  const whyNot = whyNotApplyForMore({ hasIssuedProducts, isApplying, applications, denial, today });
  return { whyNot, canApplyOn: denial && whyNot === "REAPPLY_TOO_SOON" ? reapplyFrom(denial.declinedOn) : null };
}

/** A platform that hides the choice of products has no step that saves it. */
const saveChoice = (
  { tx, caller }: OnboardingRequest,
  { answers }: Progress,
  selectedProducts: ProductType[],
): Promise<unknown> =>
  tx
    .updateTable("onboarding")
    .set({ answers: JSON.stringify({ ...answers, selectedProducts }) })
    .where("business_id", "=", caller.businessId)
    .execute();
