import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { ein, keptAddress, partnerAddress, partnerBusinessName, website } from "../../fields/fields.ts";
import { partnerPhone } from "../../fields/phone.ts";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { keptMetadata, metadata, metadataPatch } from "../metadata.ts";

/** The states of a business that the partner API guarantees. Internal steps are not exposed. */
export const businessStates = {
  onboarding: ["NOT_STARTED", "IN_PROGRESS", "INPUT_REQUIRED", "UNDER_REVIEW", "STOPPED"],
  offers: ["OFFERS_READY", "CLOSING", "SIGNED", "NO_OFFERS", "OFFERS_EXPIRED", "REFRESHING", "INCOMPLETE", "WITHDRAWN"],
  servicing: ["WELCOME", "ACTIVE"],
} as const;

export const missingCodes = [
  "ROLE",
  "PRODUCT_CHOICE",
  "OWNER_DETAILS",
  "BUSINESS_DETAILS",
  "BANK_LINK",
  "BANK_STATEMENTS",
  "BANK_DETAILS",
  "ACCOUNTING",
  "TAX_RETURNS",
  "DEBTS",
  "REFINANCE_CHOICE",
  "CO_OWNERS",
  "CONSENT",
  "OWNER_VERIFICATION",
  "CO_OWNER_VERIFICATION",
  "BUSINESS_VERIFICATION",
  "TAX_ID",
  "DOCUMENTS",
  "REPAYMENT_ACCOUNT",
  "PHONE",
  "OFFER_CHOICE",
  "SIGNATURES",
  "MARKUP",
  "DISBURSEMENT_ACCOUNT",
  "REVIEW",
] as const;

/** The pages that the embed can open. */
export const embedComponents = [
  "portal",
  "prequal_banner",
  "application",
  "offers",
  "summary",
  "invoice_session",
  "bill_session",
  "invoice_upload",
  "draw",
  "pay_now",
  "invoice_history",
  "payments",
  "statements",
  "agreements",
  "bank_accounts",
  "delegation",
  "notifications",
] as const;

export const missingItem = z.object({
  code: z.enum(missingCodes),
  from: z.enum(["PRIMARY_OWNER", "CO_OWNER", "ACCOUNTANT", "PLATFORM", "INLAY"]),
  userId: z.nullable(idOf("user")),
  message: z.string(),
  requestedAt: time,
  dueDate: z.nullable(z.iso.date()),
  providedBy: z.enum(["EMBED", "API", "NONE"]),
  component: z.nullable(z.enum(embedComponents)),
  operationId: z.nullable(z.string()),
});
export type MissingItem = z.infer<typeof missingItem>;

/** A product of the business. FUNDING: its money is on the way to the business. */
const productInStatus = z.object({
  id: idOf("issuedProduct"),
  productType: z.enum(productTypes),
  status: z.enum(["FUNDING", "CURRENT", "LATE", "DEFAULTED", "PAID_OFF", "REFINANCED", "CLOSED"]),
  /** What can still be drawn or financed. Null for a loan or an advance. */
  availableCents: z.nullable(z.int()),
  /** Null for an advance, and if nothing is to come. */
  nextPayment: z.nullable(z.object({ date: z.iso.date(), totalCents: z.int() })),
});
export type ProductInStatus = z.infer<typeof productInStatus>;

export const businessStatus = z.object({
  section: z.enum(["onboarding", "offers", "servicing"]),
  state: z.enum([...businessStates.onboarding, ...businessStates.offers, ...businessStates.servicing]),
  actionRequired: z.boolean(),
  actionMessage: z.nullable(z.string()),
  label: z.string(),
  offerUpToCents: z.nullable(z.int()),
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  missing: z.array(missingItem),
  products: z.array(productInStatus),
});
export type BusinessStatus = z.infer<typeof businessStatus>;

/** An action that the owner allows the platform to take on behalf of the business. */
const delegated = z.object({
  granted: z.boolean(),
  grantedAt: z.nullable(time),
  byUserId: z.nullable(idOf("user")),
});

export const partnerBusiness = z.object({
  ...objectFields("business", "business"),
  platformBusinessId: z.string(),
  name: z.nullable(z.string()),
  address: z.nullable(keptAddress),
  phoneNumber: z.nullable(z.string()),
  website: z.nullable(z.string()),
  einLast4: z.nullable(z.string()),
  isSoleProprietorship: z.nullable(z.boolean()),
  themeName: z.nullable(z.string()),
  status: businessStatus,
  selectedProducts: z.array(z.enum(productTypes)),
  delegation: z.object({
    draws: delegated,
    invoices: delegated,
    payoffs: delegated,
    payments: delegated,
    offers: delegated,
  }),
  /** The test clock of the business; null in production, where all businesses use real time. */
  clock: z.nullable(z.object({ now: time, frozen: z.boolean() })),
  absorbedIntoBusinessId: z.nullable(idOf("business")),
  metadata: keptMetadata,
});
export type PartnerBusiness = z.infer<typeof partnerBusiness>;

const themeName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

export const partnerBusinessCreate = z.strictObject({
  platformBusinessId: platformId,
  name: z.optional(partnerBusinessName),
  address: z.optional(partnerAddress),
  phoneNumber: z.optional(partnerPhone),
  website: z.optional(website),
  ein: z.optional(ein),
  isSoleProprietorship: z.optional(z.boolean()),
  themeName: z.optional(themeName),
  metadata: z.optional(metadata),
});
export type PartnerBusinessCreate = z.infer<typeof partnerBusinessCreate>;

/** A correction of the platform's data about a business. Missing fields stay unchanged, and null removes a value. */
export const partnerBusinessPatch = z.strictObject({
  name: z.optional(z.nullable(partnerBusinessName)),
  address: z.optional(z.nullable(partnerAddress)),
  phoneNumber: z.optional(z.nullable(partnerPhone)),
  website: z.optional(z.nullable(website)),
  ein: z.optional(z.nullable(ein)),
  isSoleProprietorship: z.optional(z.nullable(z.boolean())),
  themeName: z.optional(z.nullable(themeName)),
  metadata: z.optional(metadataPatch),
});
export type PartnerBusinessPatch = z.output<typeof partnerBusinessPatch>;
