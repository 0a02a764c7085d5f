import { z } from "zod/mini";

// The shapes of the calls that read and answer steps, of the primary owner and of a co-owner.

export const stepName = z.object({ id: z.string().check(z.maxLength(100)) });

/** Text, checkboxes and rows of fields as typed. They are validated only when the step is submitted. */
const fieldName = z.string().check(z.maxLength(60));
const typedText = z.string().check(z.maxLength(200));
/** An amount in cents; null if nothing is typed. */
const typedAmount = z.nullable(z.number());
const typedRow = z.record(fieldName, z.union([typedText, typedAmount]));
const draftFields = z.record(
  fieldName,
  z.union([
    typedText,
    typedAmount,
    z.boolean(),
    z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
    z.array(typedRow).check(z.maxLength(20)),
  ]),
);
/** Fields typed into a step and not submitted yet. */
export type StepDraft = z.output<typeof draftFields>;
export const typedDraft = z.strictObject({ fields: draftFields });
export const draftSaved = z.object({ saved: z.literal(true) });
export const stepShown = z.object({ existingData: z.record(z.string(), z.unknown()), draft: z.nullable(draftFields) });

export const creditReportsStatus = z.object({ complete: z.boolean(), success: z.boolean() });
