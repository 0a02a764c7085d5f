import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";
import { locales } from "./locales.ts";
import { offerStep, servicingStep, workflowStep } from "./onboarding/workflow.ts";

export const businessRole = z.enum(businessRoles);

export const locale = z.enum(locales);

/** One business that the signed-in person belongs to. */
export const businessUser = z.object({
  userId: uuid,
  businessName: z.nullable(z.string()),
  currentStep: workflowStep,
  currentOfferStep: z.nullable(offerStep),
  currentServicingStep: z.nullable(servicingStep),
  highestOfferAmountCents: z.nullable(z.int()),
});
export type BusinessUser = z.infer<typeof businessUser>;

/** The business as the signed-in person sees it. */
export const business = z.object({
  id: uuid,
  businessName: z.nullable(z.string()),
  /** The roles of the signed-in person. */
  roles: z.array(businessRole),
  rolesOccupiedForBusiness: z.array(businessRole),
  userBusinessOwnershipRole: z.nullable(businessRole),
  /** The language that the person chose; null before they choose one. */
  locale: z.nullable(locale),
  customInitializationName: z.nullable(z.string()),
  /** The index of this business in allBusinessUsers. The list is in order of creation, so an index never changes. */
  businessUserIndex: z.int().check(z.minimum(0)),
  allBusinessUsers: z.array(businessUser),
  platformDisbursementAccountExpected: z.boolean(),
  canUsePlatformCreatedDisbursementAccountForServicing: z.boolean(),
  canUploadInvoiceForInvoiceFinancing: z.boolean(),
  canUploadInvoiceForAccountsPayableFinancing: z.boolean(),
});
export type Business = z.infer<typeof business>;
