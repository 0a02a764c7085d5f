import { publicApplicationStatuses } from "@inlay/lending/applications/public-status.ts";
import { z } from "zod/mini";
import { idOf } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { partnerProductTypes } from "../product-type.ts";

const decimal = z.string().check(z.regex(/^\d{1,6}(\.\d{1,6})?$/));

/** What you may add to a price, and the price with what you added. */
const markupPlan = z.object({
  planId: z.string(),
  baseFeePercentage: decimal,
  feeMarkupPercentage: decimal,
  /** Base fee and mark-up together. */
  feePercentage: decimal,
  aprPercentage: decimal,
  /** The highest APR that the law permits with a mark-up. Null: there is no cap. */
  maxAprPercentage: z.nullable(decimal),
});

/** What the owners do before the product is made, as far as it is about their signatures. */
export const checklistCodes = ["DISCLOSURE_SIGNED", "AGREEMENT_SIGNED"] as const;

/** An application for one product, from the owner's consent on. */
export const partnerApplication = z.object({
  ...objectFields("application", "application"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  productType: z.enum(partnerProductTypes),
  status: z.enum(publicApplicationStatuses),
  submittedAt: time,
  /** When all data was present. */
  completedAt: z.nullable(time),
  /** The day by which the owner is told the decision. Null until all data is present. */
  decideByDate: z.nullable(z.iso.date()),
  offerIds: z.array(idOf("offer")),
  selectedOfferId: z.nullable(idOf("offer")),
  /** Empty until an offer is selected. A disclosure that the state's law only has delivered counts as signed. */
  checklist: z.array(z.object({ code: z.enum(checklistCodes), done: z.boolean() })),
  /** Null where your program has no mark-up, and before there are offers. */
  markup: z.nullable(
    z.object({
      /** Until then the mark-up can be submitted. Null: the offers are shown. */
      dueAt: z.nullable(time),
      plans: z.array(markupPlan),
    }),
  ),
});
export type PartnerApplication = z.infer<typeof partnerApplication>;

const isPercentage = (text: string): boolean => Number(text) <= 100;

export const partnerMarkup = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        planId: z.string().check(z.minLength(1), z.maxLength(100)),
        feeMarkupPercentage: z
          .string()
          .check(
            z.regex(/^\d{1,3}(\.\d{1,4})?$/, 'feeMarkupPercentage must be a decimal such as "0.5".'),
            z.refine(isPercentage, "feeMarkupPercentage must be between 0 and 100."),
          ),
      }),
    )
    .check(z.minLength(1, "plans must be a non-empty array."), z.maxLength(20)),
});
