import { Refusal } from "@inlay/contracts/errors.ts";
import { eligibilityAnswers, type ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { validationRefusal } from "@inlay/contracts/validation.ts";
import { isAdvance, mayShowAdvancePrice } from "@inlay/lending/onboarding/product-choice.ts";
import { z } from "zod/mini";
import type { StepContext, StepHandler } from "../step-handler.ts";
import { shownPrequalification } from "./prequalification.ts";

export const startFlow: StepHandler<"START_FLOW"> = {
  load: async (context) => {
    const best = await shownPrequalification(context);
    if (best) return { variant: "DISPLAY_PREQUALIFICATION", prequalification: await asShown(context, best) };
    const { prequalEnabled, minimumFicoScoreRequiredOnPlatform } = context.settings;
    return prequalEnabled
      ? { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform }
      : { variant: "NEITHER" };
  },

  complete: async (context, answer) => {
    const { variant } = await startFlow.load(context);
    const answered = Object.keys(answer).length > 0;
    if (variant === "ELIGIBILITY_SCREENER") {
      const parsed = z.safeParse(eligibilityAnswers, answer);
      if (!parsed.success) throw validationRefusal(parsed.error.issues, answer, "BODY");
      return { isEligible: Object.values(parsed.data).every((yes) => yes) };
    }
    // Nobody was asked, so there is nothing to answer.
    if (answered) throw new Refusal("VALIDATION_FAILED");
    return {};
  },
};

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
