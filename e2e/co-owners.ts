import { type Browser, expect, type Page } from "@playwright/test";
import { rightCoOwner, rightCoOwnerPerson } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { newGuest, openAccount } from "./demo.ts";
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

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const next = (page: Page) => page.locator("#next-step");
export const field = (page: Page, name: string) => page.locator(`[id="${name}"]`);

/** Opens the link of a co-owner's invitation email in a separate browser context. */
export async function openInvitation(browser: Browser, { linkOf }: Pick<Consented, "linkOf">, email: string) {
  const link = await linkOf(email);
  const guest = await newGuest(browser);
  await guest.goto(link);
  return { guest, link };
}

/** Enters the address by hand, because suggestions are not tested here. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Can't find your address?" }).click();
  const { addressLineOne, city, zipcode } = rightCoOwnerPerson;
  for (const [name, text] of Object.entries({ addressLineOne, city, zipcode })) await field(page, name).fill(text);
  await field(page, "state").selectOption(rightCoOwnerPerson.state);
}

/** From the invitation to the last step. */
export async function goToConsent(guest: Page, phone = rightCoOwnerPerson.secondaryOwnerPhoneNumber): Promise<void> {
  await next(guest).click();
  await expect(heading(guest)).toHaveText(/^Complete your part for /);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Check your own details");
  await field(guest, "secondaryOwnerPhoneNumber").fill(phone);
  await fillAddress(guest);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
}
/** Accepts all terms. */
export async function agree(guest: Page): Promise<void> {
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
  for (const box of await guest.getByRole("checkbox").all()) await box.check({ force: true });
  await next(guest).click();
}
