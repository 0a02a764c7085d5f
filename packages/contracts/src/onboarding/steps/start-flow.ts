import { repaymentFrequencies } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { thingsToHave } from "@inlay/lending/onboarding/before-you-start.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { step } from "../step.ts";

const answer = (message: string) => z.boolean(message);

/** The three questions of the eligibility screener. Three times yes is eligible; the person continues in either case. */
export const eligibilityAnswers = z.strictObject({
  creditScoreGreaterThan: answer("Credit Score Range is required"),
  businessesGreaterThan: answer("Minimum Business Age is required"),
  averageBusinessesCashBalanceGreaterThan: answer("Businesses Cash Balance is required"),
});
export type EligibilityAnswers = z.infer<typeof eligibilityAnswers>;

export const isEligible = (answers: EligibilityAnswers): boolean => Object.values(answers).every((yes) => yes);

/**
 * The part of a prequalification that may be shown. The price of an advance is shown only where the law does not treat a quoted
 * price as an offer; elsewhere only the amount is shown.
 */
export const shownPrequalification = z.object({
  product: z.enum(productTypes),
  /** The amount, under the name that it has for this product: a line or a limit, a loan, an advance. */
  prequalLimitCents: z.nullable(z.int()),
  prequalAmountCents: z.nullable(z.int()),
  advanceAmountCents: z.nullable(z.int()),
  /** The price. All of it is null where it is not shown; only a merchant cash advance has a frequency. */
  feeFactor: z.nullable(z.string()),
  financeChargeInCents: z.nullable(z.int()),
  totalRepaymentInCents: z.nullable(z.int()),
  repaymentPercentage: z.nullable(z.string()),
  repaymentFrequency: z.nullable(z.enum(repaymentFrequencies)),
});
export type ShownPrequalification = z.infer<typeof shownPrequalification>;

/** The amount of a prequalification, whatever its name. */
export const prequalifiedCents = (shown: ShownPrequalification): number =>
  shown.prequalLimitCents ?? shown.prequalAmountCents ?? shown.advanceAmountCents ?? 0;

/** The facts shown before the first question. */
const beforeYouStart = z.object({
  minutes: z.object({ least: z.int(), most: z.int() }),
  /** The products to choose from. An item that all of them need is needed in any case. */
  choices: z.array(z.enum(productTypes)),
  toHave: z.array(z.object({ thing: z.enum(thingsToHave), neededFor: z.array(z.enum(productTypes)) })),
  isCreditChecked: z.boolean(),
  lender: z.string(),
  licenseLine: z.string(),
});
export type BeforeYouStartFacts = z.infer<typeof beforeYouStart>;

/** Shown once: null after the step is completed, also when the person returns to it. */
const introduction = { beforeYouStart: z.nullable(beforeYouStart) };

export const startFlow = step({
  screen: z.discriminatedUnion("variant", [
    z.object({
      variant: z.literal("DISPLAY_PREQUALIFICATION"),
      prequalification: shownPrequalification,
      ...introduction,
    }),
    z.object({
      variant: z.literal("ELIGIBILITY_SCREENER"),
      minimumFicoScoreRequiredOnPlatform: z.int(),
      /** The answers given before; null before the first. */
      eligibilityAnswers: z.nullable(eligibilityAnswers),
      ...introduction,
    }),
    z.object({ variant: z.literal("NEITHER"), ...introduction }),
  ]),
  // The server requires all three answers if it showed the screener, and none otherwise.
  completion: z.partial(eligibilityAnswers),
});
