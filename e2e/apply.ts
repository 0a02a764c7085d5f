import type { Page } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount } from "./demo.ts";
import { businessOf, type Tenant } from "./rows.ts";

export type Wishes = { products: string[]; bankUser?: string; lastName?: string };

/** An owner answers every step by requests, up to the page after consent. The page itself is not opened yet. */
export async function applyFor(
  page: Page,
  query: string,
  { products, bankUser = "user_good", lastName = "Marín" }: Wishes,
): Promise<Tenant> {
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  const selected = {
    SELECT_PRODUCTS: { selectedProducts: products },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerLastName: lastName,
      primaryBusinessOwnerEmail: email,
    },
  };
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID", selected);
  await applicant.linkBank(bankUser);
  await applicant.answerUntil("WAITING_FOR_OFFERS", {
    ...selected,
    COLLECT_PLAID: {},
    COLLECT_RAILZ: {
      entityType: "CORPORATE_TAX",
      tin: "99-0000001",
      taxReturnFiles: [await applicant.upload("tax-returns"), await applicant.upload("tax-returns")],
    },
    COLLECT_EXISTING_DEBT: { debts: [] },
    COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { ownershipPercentage: 100 },
  });
  return await businessOf(email);
}
