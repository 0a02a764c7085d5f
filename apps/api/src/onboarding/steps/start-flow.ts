import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import {
  type BeforeYouStartFacts,
  eligibilityAnswers,
  isEligible,
  type ShownPrequalification,
} from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { stateProductRow } from "@inlay/lending/disclosures/state-product-matrix.ts";
import { beforeYouStart } from "@inlay/lending/onboarding/before-you-start.ts";
import { isAdvance, onlyProduct, selectableProducts } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import { z } from "zod/mini";
import { shownPrequalification } from "../prequalification/shown-prequalification.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

export const startFlow: StepHandler<"START_FLOW"> = {
  load: async (context) => {
    const best = await shownPrequalification(context);
    const common = { beforeYouStart: await factsBeforeStart(context, best?.product ?? null) };
    if (best) {
      const prequalification = await asShown(context, best);
      await saveDisplay(context, best.id, prequalification);
      return { variant: "DISPLAY_PREQUALIFICATION", prequalification, ...common };
    }
    const { prequalEnabled, minimumFicoScoreRequiredOnPlatform } = context.settings;
    if (!prequalEnabled) return { variant: "NEITHER", ...common };
    const eligibilityAnswers = context.answers.eligibilityAnswers ?? null;
    return { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform, eligibilityAnswers, ...common };
  },

  complete: async (context, answer) => {
    const isScreened = context.settings.prequalEnabled && !(await shownPrequalification(context));
    const answered = Object.keys(answer).length > 0;
    if (isScreened) {
      const parsed = z.safeParse(eligibilityAnswers, answer);
      if (!parsed.success) throw validationRefusal(parsed.error.issues, answer, "BODY");
      return { isEligible: isEligible(parsed.data), eligibilityAnswers: parsed.data };
    }
    // The eligibility questions were not shown, so an answer to them is invalid.
    if (answered) throw new Refusal("VALIDATION_FAILED");
    return {};
  },
};

/** What the owner needs for the application, shown until the first step is completed. */
async function factsBeforeStart(
  context: StepContext,
  prequalified: ProductType | null,
): Promise<BeforeYouStartFacts | null> {
  const { settings, productSubset, progress } = context;
  if (progress.done.has("START_FLOW")) return null;
  const selectable = selectableProducts(settings.platformEnabledProducts, productSubset);
  const only = onlyProduct(selectable, prequalified, settings.countMcaInSelection);
  const choices = only ? [only] : selectable;
  return {
    ...beforeYouStart(progress.facts, choices),
    choices,
    isCreditChecked: settings.isCreditCheckEnabled,
    lender: lenderName(settings.referenceKanmonInCopy, settings.platformProgramName),
    licenseLine: settings.licenseLine,
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof shownPrequalification>>>;
type Terms = { [Field in keyof ShownPrequalification]?: ShownPrequalification[Field] };

const amountNames: Record<ProductType, "prequalLimitCents" | "prequalAmountCents" | "advanceAmountCents"> = {
  TERM_LOAN: "prequalAmountCents",
  LOC_TERM_LOAN: "prequalLimitCents",
  FAST_PAY: "prequalLimitCents",
  EXTEND_PAY_PURCHASE_ORDER: "prequalLimitCents",
  MCA: "advanceAmountCents",
  INTEGRATED_MCA: "advanceAmountCents",
};

async function asShown(
  { tx, caller }: StepContext,
  { product, prequalified_amount_cents, terms, show_price }: Found,
): Promise<ShownPrequalification> {
  const row = await tx.selectFrom("business").select("address").where("id", "=", caller.businessId).executeTakeFirst();
  const state = (row?.address as { state?: string } | null)?.state ?? null;
  const mayShowPrice = show_price && stateProductRow(state, product)?.mayShowPriceAlone === true;
  const price = isAdvance(product) && mayShowPrice ? (terms as Terms) : {};
  const amount = (name: (typeof amountNames)[ProductType]) =>
    amountNames[product] === name ? (prequalified_amount_cents ?? 0) : null;
  return {
    product,
    prequalLimitCents: amount("prequalLimitCents"),
    prequalAmountCents: amount("prequalAmountCents"),
    advanceAmountCents: amount("advanceAmountCents"),
    feeFactor: price.feeFactor ?? null,
    financeChargeInCents: price.financeChargeInCents ?? null,
    totalRepaymentInCents: price.totalRepaymentInCents ?? null,
    repaymentPercentage: price.repaymentPercentage ?? null,
    repaymentFrequency: price.repaymentFrequency ?? null,
  };
}

/** Saves what this person has been shown, and when they first saw it. */
async function saveDisplay(
  { tx, caller }: StepContext,
  prequalificationId: string,
  shown: ShownPrequalification,
): Promise<void> {
  const { platformId, businessId, userId } = caller;
  await tx
    .insertInto("prequalification_display")
    .values({
      platform_id: platformId,
      business_id: businessId,
      user_id: userId,
      prequalification_id: prequalificationId,
      shown: JSON.stringify(shown),
      shown_at: sql<Date>`app.business_now(${businessId}::uuid)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
