import type { Page } from "@playwright/test";
import { rightCoOwner } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { openAccount } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { newName } from "./journey.ts";
import { businessOf, type Tenant } from "./rows.ts";

export type Consented = {
  applicant: Applicant;
  tenant: Tenant;
  /** The link of the invitation that a co-owner was sent. */
  linkOf: (email: string) => Promise<string>;
};

/** A business whose primary owner has named co-owners and consented. */
export async function consented(page: Page, ...named: { lastName: string; email: string }[]): Promise<Consented> {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
  });
  const links: Record<string, () => Promise<string>> = {};
  for (const details of named) {
    // A unique name, because the bureau remembers earlier requests about a person.
    const owner = { ...rightCoOwner, firstName: newName(), ownershipPercentage: 25, ...details };
    await applicant.ask("POST", "/api/v2/workflow/secondary-owners", owner);
    links[details.email] = await waitForLink(page.request, details.email);
  }
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  const linkOf = async (address: string) => (await links[address]?.()) ?? "";
  return { applicant, tenant: await businessOf(email), linkOf };
}
