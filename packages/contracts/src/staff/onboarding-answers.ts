import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { locale } from "../business.ts";
import { keptAddress } from "../fields/fields.ts";
import { taxEntityTypes } from "../fields/tax.ts";
import { uuid } from "../ids.ts";
import { usesOfFunds } from "../onboarding/owner-statement.ts";
import type { BuiltStep } from "../onboarding/steps.ts";

const text = z.nullable(z.string());
const documentIds = z.array(uuid);
const entityType = z.nullable(z.enum(taxEntityTypes));
const debt = z.object({
  id: uuid,
  description: z.string(),
  monthlyPaymentInCents: z.int(),
  outstandingBalanceCents: z.int(),
  interestRate: z.number(),
  monthsRemaining: z.int(),
});

/** The answer to each step as staff see it. People, banks, accounts and documents are named by their ids; the overview has them once. */
export const onboardingAnswers = {
  START_FLOW: z.object({ isEligible: z.nullable(z.boolean()) }),
  SELECT_PRODUCTS: z.object({ selectedProducts: z.array(z.enum(productTypes)) }),
  COLLECT_PERSONAL_DETAILS: z.object({ ownerId: z.nullable(uuid) }),
  COLLECT_BUSINESS_DETAILS: z.object({
    businessName: text,
    phoneNumber: text,
    website: text,
    address: z.nullable(keptAddress),
  }),
  COLLECT_PLAID: z.object({ optToProvideBankStatements: z.boolean(), bankItemIds: z.array(uuid) }),
  COLLECT_BANK_STATEMENTS: z.object({ documentIds }),
  COLLECT_BANK_INFO: z.object({ bankAccountId: z.nullable(uuid) }),
  COLLECT_RAILZ: z.object({
    entityType,
    isAccountingConnected: z.boolean(),
    accountant: z.nullable(z.object({ firstName: z.string(), lastName: z.string(), email: z.string() })),
    documentIds,
  }),
  COLLECT_BUSINESS_TAX: z.object({ entityType, documentIds }),
  COLLECT_EXISTING_DEBT: z.object({ debts: z.array(debt) }),
  COLLECT_REFINANCE_OPTIONS: z.object({ refinancedDebtIds: z.array(uuid) }),
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: z.object({ ownerIds: z.array(uuid) }),
  COLLECT_CONSENT: z.object({
    consents: z.array(
      z.object({
        id: uuid,
        userId: uuid,
        role: z.string(),
        kind: z.string(),
        textVersion: z.string(),
        language: locale,
        givenAt: z.iso.datetime(),
      }),
    ),
    /** What the primary owner stated with the newest consent. Null: consent was given before it was asked for. */
    statement: z.nullable(
      z.object({
        id: uuid,
        givenBy: uuid,
        givenAt: z.iso.datetime(),
        language: locale,
        amountRequestedCents: z.int(),
        useOfFunds: z.enum(usesOfFunds),
        useOfFundsOther: text,
        grossAnnualRevenueCents: z.int(),
        stateManagedFrom: z.string(),
        businessOwnersAreUsResidents: z.boolean(),
        ownershipPercentage: z.nullable(z.number()),
      }),
    ),
  }),
} satisfies Record<BuiltStep, z.core.$ZodType>;

type Answers = typeof onboardingAnswers;
export type OnboardingAnswers = { [S in BuiltStep]?: z.output<Answers[S]> };
export type OnboardingAnswer<S extends BuiltStep> = z.output<Answers[S]>;
