import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import {
  type BeforeYouStartFacts,
  eligibilityAnswers,
  type ShownPrequalification,
} from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { beforeYouStart } from "@inlay/lending/onboarding/before-you-start.ts";
import {
  isAdvance,
  mayShowAdvancePrice,
  onlyProduct,
  selectableProducts,
} from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { shownPrequalification } from "../prequalification/shown-prequalification.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

export const startFlow: StepHandler<"START_FLOW"> = {
  load: async (context) => {
    const best = await shownPrequalification(context);
    const common = { beforeYouStart: await factsBeforeStart(context, best?.product ?? null) };
    if (best) return { variant: "DISPLAY_PREQUALIFICATION", prequalification: await asShown(context, best), ...common };
    const { prequalEnabled, minimumFicoScoreRequiredOnPlatform } = context.settings;
    return prequalEnabled
      ? { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform, ...common }
      : { variant: "NEITHER", ...common };
  },

  complete: async (context, answer) => {
    const isScreened = context.settings.prequalEnabled && !(await shownPrequalification(context));
    const answered = Object.keys(answer).length > 0;
    if (isScreened) {
      const parsed = z.safeParse(eligibilityAnswers, answer);
      if (!parsed.success) throw validationRefusal(parsed.error.issues, answer, "BODY");
      return { isEligible: Object.values(parsed.data).every((yes) => yes) };
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
type Price = NonNullable<ShownPrequalification["price"]>;

async function asShown(
  { tx, caller }: StepContext,
  { product, prequalified_amount_cents, terms }: Found,
): Promise<ShownPrequalification> {
  const row = await tx.selectFrom("business").select("address").where("id", "=", caller.businessId).executeTakeFirst();
  const state = (row?.address as { state?: string } | null)?.state ?? null;
  const advance = terms as {
    financeChargeInCents: number;
    totalRepaymentInCents: number;
    repaymentPercentage: string;
    repaymentFrequency?: Price["repaymentFrequency"];
  };
  return {
    product,
    amountCents: prequalified_amount_cents ?? 0,
    price:
      isAdvance(product) && mayShowAdvancePrice(state)
        ? {
            feeCents: advance.financeChargeInCents,
            totalRepaymentCents: advance.totalRepaymentInCents,
            repaymentPercentage: advance.repaymentPercentage,
            repaymentFrequency: advance.repaymentFrequency ?? null,
          }
        : null,
  };
}
