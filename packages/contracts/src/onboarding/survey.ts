import { z } from "zod/mini";

export const reasonsForApplying = [
  "TO_GROW_YOUR_BUSINESS",
  "TO_MAINTAIN_BUSINESS_FINANCIAL_HEALTH",
  "TO_PURCHASE_NEW_EQUIPMENT_OR_INVENTORY",
] as const;
export type ReasonForApplying = (typeof reasonsForApplying)[number];

/** The current version of the survey. */
export const surveyVersion = 2;

export const onboardingSurvey = z
  .strictObject({
    reasonForApplying: z.nullish(z.enum(reasonsForApplying)),
    reasonForApplyingOther: z.nullish(z.string().check(z.trim(), z.maxLength(1000))),
    version: z._default(z.int().check(z.minimum(1), z.maximum(99)), surveyVersion),
  })
  .check(
    z.refine(({ reasonForApplying, reasonForApplyingOther }) => Boolean(reasonForApplying || reasonForApplyingOther), {
      error: "Please provide an answer by selecting an option or entering a response",
      path: ["reasonForApplying"],
    }),
  );
