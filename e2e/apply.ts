import type { Page } from "@playwright/test";
import { rightAnswers, rightCoOwner } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { openAccount } from "./demo.ts";
import { newName } from "./journey.ts";
import { businessOf, type Tenant } from "./rows.ts";

export type Wishes = {
  products: string[];
  bankUser?: string;
  lastName?: string;
  amountRequestedCents?: number;
  /** The state that the business is managed from, whose law applies. */
  state?: string;
  /** The email of an owner of a quarter, who is invited. */
  coOwnerEmail?: string;
  /** Debts to other lenders, which the owner asks to have refinanced. */
  debts?: typeof rightAnswers.COLLECT_EXISTING_DEBT.debts;
  /** What is known about the business before its owner applies. */
  prepare?: (business: Tenant) => Promise<void>;
};

/** An owner answers every step by requests, up to the page after consent. The page itself is not opened yet. */
export async function applyFor(page: Page, query: string, wishes: Wishes): Promise<Tenant> {
  const { email } = await openAccount(page, query);
  const business = await businessOf(email);
  await wishes.prepare?.(business);
  await answerAll(await applicantOf(page), email, wishes);
  return business;
}

/** Answers every step. */
export async function answerAll(applicant: Applicant, email: string, wishes: Wishes): Promise<void> {
  const { products, bankUser = "user_good", lastName = "Marín", amountRequestedCents = 4_000_000, debts = [] } = wishes;
  const { state: stateManagedFrom = rightAnswers.COLLECT_CONSENT.stateManagedFrom, coOwnerEmail } = wishes;
  const taxReturns = { entityType: "CORPORATE_TAX", tin: "99-0000001" };
  const answers: Record<string, object> = {
    SELECT_PRODUCTS: { selectedProducts: products },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerLastName: lastName,
      primaryBusinessOwnerEmail: email,
    },
    COLLECT_EXISTING_DEBT: { debts },
    COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { ownershipPercentage: coOwnerEmail ? 75 : 100 },
    COLLECT_CONSENT: { ...rightAnswers.COLLECT_CONSENT, amountRequestedCents, stateManagedFrom },
  };
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID", answers);
  await applicant.linkBank(bankUser);
  const taxReturnFiles = [await applicant.upload("tax-returns"), await applicant.upload("tax-returns")];
  answers["COLLECT_PLAID"] = {};
  answers["COLLECT_RAILZ"] = { ...taxReturns, taxReturnFiles };
  answers["COLLECT_BUSINESS_TAX"] = answers["COLLECT_RAILZ"];
  if (debts.length > 0) {
    const step = "ONBOARDING.COLLECT_REFINANCE_OPTIONS";
    await applicant.answerUntil(step, answers);
    const { body } = await applicant.ask("GET", `/api/v1/step/${step}`);
    const { debts: saved } = body["existingData"] as { debts: { id: string }[] };
    const refinanceOptions = saved.map(({ id }) => ({ existingDebtId: id, refinanceRequested: true }));
    answers["COLLECT_REFINANCE_OPTIONS"] = { refinanceOptions };
  }
  if (coOwnerEmail) {
    await applicant.answerUntil("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", answers);
    const owner = { ...rightCoOwner, firstName: newName(), ownershipPercentage: 25, email: coOwnerEmail };
    await applicant.ask("POST", "/api/v2/workflow/secondary-owners", owner);
  }
  await applicant.answerUntil("WAITING_FOR_OFFERS", answers);
}
