import { repaymentFrequencies } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { centsFrom } from "@inlay/lending/money/shapes.ts";
import { prequalificationReasons } from "@inlay/lending/underwriting/prequalify.ts";
import { z } from "zod/mini";
import type { RuleMarks } from "../../errors/validation.ts";
import { requiredText } from "../../fields/fields.ts";
import { usStates } from "../../fields/us-states.ts";
import { idOf, platformId } from "../../ids.ts";
import { objectFields } from "../common.ts";
import { problem } from "../problem.ts";
import { partnerProductTypes } from "../product-type.ts";
import { namesOneBusiness, obey } from "../rules.ts";

/** ANON: for somebody who is no business of the platform's yet. No business is created, and nothing about a person is accepted. */
export const prequalTypes = ["STANDARD", "ANON"] as const;

const decimal = z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,6})?$/));

/** Null where `showPrice` is false. */
const price = {
  repaymentPercentage: z.nullable(decimal),
  feeFactor: z.nullable(decimal),
  estimatedAverageMonthlySalesInCents: z.nullable(z.int()),
  estimatedAverageMonthlySalesMonths: z.nullable(z.int()),
  totalRepaymentInCents: z.nullable(z.int()),
  estimatedMonthlyPaymentInCents: z.nullable(z.int()),
  estimatedPaymentPerPeriodInCents: z.nullable(z.int()),
  financeChargeInCents: z.nullable(z.int()),
  estimatedApr: z.nullable(decimal),
};

/** The terms by product. Those of an advance are estimates from past sales. */
const prequalifiedTerms = z.discriminatedUnion("productType", [
  z.object({ productType: z.literal("TERM_LOAN"), prequalAmountCents: z.int() }),
  z.object({
    productType: z.enum(["LINE_OF_CREDIT", "INVOICE_FINANCING", "PAYABLES_FINANCING"]),
    prequalLimitCents: z.int(),
  }),
  z.object({
    productType: z.literal("CASH_ADVANCE"),
    advanceAmountCents: z.int(),
    ...price,
    repaymentFrequency: z.nullable(z.enum(repaymentFrequencies)),
    /** In months. */
    estimatedTerm: z.nullable(decimal),
  }),
  z.object({
    productType: z.literal("INTEGRATED_CASH_ADVANCE"),
    advanceAmountCents: z.int(),
    ...price,
    estimatedTermDays: z.nullable(z.int()),
  }),
]);

export const prequalification = z.object({
  ...objectFields("prequalification", "prequalification"),
  /** Null for ANON. */
  businessId: z.nullable(idOf("business")),
  platformBusinessId: z.string(),
  productType: z.enum(partnerProductTypes),
  prequalType: z.enum(prequalTypes),
  isPrequalified: z.boolean(),
  prequalifiedAmountCents: z.nullable(z.int()),
  prequalDate: z.iso.date(),
  /** The last day on which it is valid. */
  expiresDate: z.iso.date(),
  /** Why the business is not prequalified. Do not show it to the business. */
  reasons: z.array(z.enum(prequalificationReasons)),
  terms: z.nullable(prequalifiedTerms),
  /** Whether you may show the business a price. If not, show the amount only. */
  showPrice: z.boolean(),
  analyticsEnabled: z.boolean(),
});
export type PartnerPrequalification = z.infer<typeof prequalification>;

/** Ten billion dollars a month. Larger figures are errors. */
const mostCents = 1_000_000_000_000;
const amount = centsFrom(0, mostCents);
const months = z.int().check(z.minimum(0), z.maximum(1200));

/** What you know of the business. Everything is optional; averages are of the last six full months. */
const signals = z.strictObject({
  monthsOnPlatform: z.optional(months),
  monthsInBusiness: z.optional(months),
  averageMonthlySalesCents: z.optional(amount),
  averageMonthlyCardSalesCents: z.optional(amount),
  averageMonthlyInvoicesCents: z.optional(amount),
  averageMonthlyBillsCents: z.optional(amount),
  averageBalanceCents: z.optional(centsFrom(-mostCents, mostCents)),
  state: z.optional(z.enum(usStates, "state must be the two-letter code of a US state or territory.")),
  naicsCode: z.optional(z.string().check(z.regex(/^\d{2,6}$/, "naicsCode must have two to six digits."))),
  vertical: z.optional(requiredText("vertical must not be empty.")),
});

/** An email address, or a phone number, SSN or EIN with its separators. Digits alone may be the platform's own id. */
const writtenLikePerson =
  /[^\s@]@[^\s@]|(?<!\w)(?:(?:\+1[ .-]?\(?\d{3}\)?[ .-]?|\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]?\d{4}|\d{3}[- ]\d{2}[- ]\d{4}|\d{2}-\d{7})(?!\w)/;

type Named = {
  prequalType: string;
  businessId?: string | undefined;
  platformBusinessId?: string | undefined;
  signals: { vertical?: string | undefined };
};
const isNameless = (text: string | undefined) => text === undefined || !writtenLikePerson.test(text);
const namesPerson = { fieldCode: "NOT_ALLOWED" } as const satisfies RuleMarks;

const anonymousRules = {
  hasNoBusiness: {
    ...namesPerson,
    message: "An ANON prequalification has no business. Send platformBusinessId instead.",
    pointer: "/businessId",
    check: ({ prequalType, businessId }: Named) => prequalType !== "ANON" || businessId === undefined,
  },
  idNamesNobody: {
    ...namesPerson,
    message: "platformBusinessId must not name a person in an ANON prequalification.",
    pointer: "/platformBusinessId",
    check: ({ prequalType, platformBusinessId }: Named) => prequalType !== "ANON" || isNameless(platformBusinessId),
  },
  verticalNamesNobody: {
    ...namesPerson,
    message: "vertical must not name a person in an ANON prequalification.",
    pointer: "/signals/vertical",
    check: ({ prequalType, signals: { vertical } }: Named) => prequalType !== "ANON" || isNameless(vertical),
  },
} as const;

export const prequalificationCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    productType: z.enum(partnerProductTypes),
    prequalType: z.enum(prequalTypes),
    signals: z._default(signals, {}),
    /** Whether reports count it. */
    analyticsEnabled: z._default(z.boolean(), true),
  })
  .check(...obey(namesOneBusiness), ...obey(anonymousRules));
export type PrequalificationCreate = z.output<typeof prequalificationCreate>;

export const mostPrequalifications = 500;

export const prequalificationResult = z.object({
  index: z.int(),
  ok: z.boolean(),
  prequalification: z.nullable(prequalification),
  problem: z.nullable(problem),
});
export type PrequalificationResult = z.infer<typeof prequalificationResult>;
