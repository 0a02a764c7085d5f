import { onboardingSteps } from "@inlay/lending/onboarding/steps.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { reasonsForApplying } from "../onboarding/survey.ts";
import { cents, count, type EventDefinitions, fieldNames, id, time } from "./event.ts";

const step = z.strictObject({ step: z.enum(onboardingSteps) });
const empty = z.strictObject({});
const prequalified = z.strictObject({
  prequalificationId: id,
  productType: z.enum(productTypes),
  isPrequalified: z.boolean(),
  amountCents: z.nullable(cents),
});

/** The business itself, its clock, and the way of its primary owner through onboarding. */
export const businessEvents = {
  "business.created": {
    when: "a partner created a business, or a person enrolled one",
    object: "business",
    version: 1,
    visibility: "partner",
    webhook: "business.created",
    body: z.strictObject({ source: z.enum(["PARTNER_API", "OPEN_ENROLLMENT"]) }),
  },
  "business.updated": {
    when: "fields of a business changed",
    object: "business",
    version: 1,
    visibility: "partner",
    webhook: "business.updated",
    body: z.strictObject({ changed: fieldNames }),
  },
  "clock.advance_started": {
    when: "a partner started to advance the clock of a sandbox business",
    object: "clock",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ from: time, to: time }),
  },
  "clock.advanced": {
    when: "the clock of a sandbox business reached its target",
    object: "clock",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ from: z.nullable(time), to: time }),
  },
  "consent.given": {
    when: "a person gave the consents of an application",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id, consentIds: z.array(id) }),
  },
  "onboarding.reopened": {
    when: "staff reopened a stopped onboarding",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: empty,
  },
  "onboarding.step_completed": {
    when: "the primary owner completed a step",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: step,
  },
  "onboarding.step_edited": {
    when: "the primary owner changed the answer to a completed step",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: step,
  },
  "onboarding.stopped": {
    when: "onboarding stopped until staff have reviewed the business",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: empty,
  },
  "onboarding.survey_answered": {
    when: "the primary owner answered why the business applies",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    // The answer in the person's own words stays out.
    body: z.strictObject({ reason: z.nullable(z.enum(reasonsForApplying)), version: count }),
  },
  "owner_statement.given": {
    when: "the primary owner stated what an application is for, together with the consent",
    object: "owner_statement",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ ownerStatementId: id, userId: id }),
  },
  "prequalification.completed": {
    when: "a business was prequalified for a product, or found not to be",
    object: "prequalification",
    version: 1,
    visibility: "partner",
    webhook: "prequalification.completed",
    body: prequalified,
  },
  "prequalification.expired": {
    when: "the last day of a prequalification passed",
    object: "prequalification",
    version: 1,
    visibility: "partner",
    webhook: "prequalification.expired",
    body: prequalified,
  },
  "private_number.revealed": {
    when: "a staff member was shown an owner's SSN, the EIN or the number of an account",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    // The holder of the number: an owner, the business or an account.
    body: z.strictObject({ holderId: id, field: z.enum(["SSN", "EIN", "ACCOUNT_NUMBER"]) }),
  },
} as const satisfies EventDefinitions;
