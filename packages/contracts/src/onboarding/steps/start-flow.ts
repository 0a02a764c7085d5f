import { thingsToHave } from "@inlay/lending/onboarding/before-you-start.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { step } from "../step.ts";

const answer = (message: string) => z.boolean(message);

/** The three questions of the screener. All yes is eligible; either way the person goes on. */
export const eligibilityAnswers = z.strictObject({
  creditScoreGreaterThan: answer("Credit Score Range is required"),
  businessesGreaterThan: answer("Minimum Business Age is required"),
  averageBusinessesCashBalanceGreaterThan: answer("Businesses Cash Balance is required"),
});
export type EligibilityAnswers = z.infer<typeof eligibilityAnswers>;

/**
 * What the business is prequalified for, as far as it may be shown. The price of an advance is told only where a quoted price is
 * not yet an offer in the eyes of the law; elsewhere the amount stands alone.
 */
export const shownPrequalification = z.object({
  product: z.enum(productTypes),
  amountCents: z.int(),
  price: z.nullable(
    z.object({
      feeCents: z.int(),
      totalRepaymentCents: z.int(),
      repaymentPercentage: z.string(),
      repaymentFrequency: z.nullable(z.enum(["DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"])),
    }),
  ),
});
export type ShownPrequalification = z.infer<typeof shownPrequalification>;

/** What a person is told before the first question. */
const beforeYouStart = z.object({
  minutes: z.object({ least: z.int(), most: z.int() }),
  /** What the person can choose from; a thing that is needed for each of them is needed in any case. */
  choices: z.array(z.enum(productTypes)),
  toHave: z.array(z.object({ thing: z.enum(thingsToHave), neededFor: z.array(z.enum(productTypes)) })),
  isCreditChecked: z.boolean(),
  lender: z.string(),
  licenseLine: z.string(),
});
export type BeforeYouStartFacts = z.infer<typeof beforeYouStart>;

/** Told once: null as soon as the step is done, for whoever looks back at it. */
const told = { beforeYouStart: z.nullable(beforeYouStart) };

export const startFlow = step({
  screen: z.discriminatedUnion("variant", [
    z.object({ variant: z.literal("DISPLAY_PREQUALIFICATION"), prequalification: shownPrequalification, ...told }),
    z.object({ variant: z.literal("ELIGIBILITY_SCREENER"), minimumFicoScoreRequiredOnPlatform: z.int(), ...told }),
    z.object({ variant: z.literal("NEITHER"), ...told }),
  ]),
  // All three where the screener was shown and none elsewhere: the server knows which it was.
  completion: z.partial(eligibilityAnswers),
});
