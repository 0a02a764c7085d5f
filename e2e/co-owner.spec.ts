import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  rightAnswers,
  rightCoOwner,
  rightCoOwnerPerson,
  wrongCoOwnerPersons,
} from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { comeBack, openAccount, portal } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { look } from "./look.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const next = (page: Page) => page.locator("#next-step");
const field = (page: Page, name: string) => page.locator(`[id="${name}"]`);

type Consented = { applicant: Applicant; linkOf: Record<string, () => Promise<string>> };

/** A business whose primary owner has named somebody and consented. */
async function consented(page: Page, ...named: { lastName: string; email: string }[]): Promise<Consented> {
  await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
  });
  const linkOf: Consented["linkOf"] = {};
  for (const details of named) {
    await applicant.ask("POST", "/api/v1/workflow/secondary-owners", { ...rightCoOwner, ...details });
    linkOf[details.email] = await waitForLink(page.request, details.email);
  }
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  return { applicant, linkOf };
}

/** The registers ask for the business's number; with it there is nothing left to ask of the primary owner. */
async function settleBusiness(applicant: Applicant): Promise<void> {
  await expect.poll(() => applicant.currentStep(), { timeout: 30_000 }).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  const { businessName, website: _, ...rest } = rightAnswers.COLLECT_BUSINESS_DETAILS;
  const name = `${businessName} ${randomUUID().slice(0, 8)}`;
  const answered = await applicant.ask("PUT", "/api/v1/completeStep", {
    ...{ completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "VERIFY_BUSINESS_INFORMATION" },
    payload: { businessStepPayload: { ...rest, businessName: name, tin: "99-0000001" } },
  });
  expect(answered).toMatchObject({ status: 200, body: { currentStep: "WAITING_FOR_OFFERS" } });
}

/** Somebody else, at a browser of their own, with the link of their letter. */
async function openInvitation(browser: Browser, { linkOf }: Consented, email: string) {
  const link = (await linkOf[email]?.()) ?? "";
  const { viewport } = test.info().project.use;
  const guest = await (await browser.newContext({ ...(viewport && { viewport }) })).newPage();
  await guest.goto(link);
  return { guest, link };
}

/** By hand, because nobody's suggestion is needed here. */
async function fillAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Can't find your address?" }).click();
  const { addressLineOne, city, zipcode } = rightCoOwnerPerson;
  for (const [name, text] of Object.entries({ addressLineOne, city, zipcode })) await field(page, name).fill(text);
  await field(page, "state").selectOption(rightCoOwnerPerson.state);
  await field(page, "country").selectOption("United States");
}

async function goToConsent(guest: Page, phone = rightCoOwnerPerson.secondaryOwnerPhoneNumber): Promise<void> {
  await next(guest).click();
  await expect(heading(guest)).toHaveText(/^Complete your part for /);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Check your own details");
  await field(guest, "secondaryOwnerPhoneNumber").fill(phone);
  await fillAddress(guest);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
}
async function agree(guest: Page): Promise<void> {
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
  for (const box of await guest.getByRole("checkbox").all()) await box.check({ force: true });
  await next(guest).click();
}

test("a co-owner does their part by the link in their letter, and the primary owner sees that they came", async ({
  page,
  browser,
}) => {
  const email = `luis-${randomUUID()}@harbor.test`;
  const ana = `ana-${randomUUID()}@harbor.test`;
  const business = await consented(page, { lastName: "Ortega", email }, { lastName: "Reyes", email: ana });
  const { guest, link } = await openInvitation(browser, business, email);
  await expect(heading(guest)).toHaveText("You were named as an owner");
  expect(guest.url()).not.toContain("invite");
  await look(guest, "co-owner-1-invitation");

  await next(guest).click();
  await expect(heading(guest)).toHaveText(/^Complete your part for /);
  await look(guest, "co-owner-2-begin");
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Check your own details");
  await expect(field(guest, "secondaryOwnerLastName")).toHaveValue("Ortega");
  await expect(guest.getByText("Step 1 of 3")).toBeVisible();
  await look(guest, "co-owner-3-details");
  await field(guest, "secondaryOwnerFirstName").fill("");
  await next(guest).click();
  await expect(guest.getByRole("link", { name: "First name is required" })).toBeVisible();
  await look(guest, "co-owner-4-wrong");
  await field(guest, "secondaryOwnerFirstName").fill("Luis");
  await fillAddress(guest);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
  await look(guest, "co-owner-5-consent");
  await guest.goBack();
  await expect(heading(guest)).toHaveText("Check your own details");
  await expect(field(guest, "secondaryOwnerFirstName")).toHaveValue("Luis");
  await next(guest).click();
  await agree(guest);
  await expect(heading(guest)).toHaveText("Thank you. Your part is done", { timeout: 40_000 });
  await look(guest, "co-owner-6-done");
  await guest.reload();
  await expect(heading(guest)).toHaveText("Thank you. Your part is done", { timeout: 40_000 });

  await settleBusiness(business.applicant);
  await comeBack(page);
  const skip = portal(page).getByRole("button", { name: "Skip", exact: true });
  await skip.click({ timeout: 40_000 });
  await expect(portal(page).getByText("Has done their part", { exact: true })).toBeVisible();
  await look(page, "co-owner-7-primary-owner");
  await portal(page)
    .getByRole("button", { name: /^Send again: / })
    .click();
  await expect(portal(page).getByText("The invitation was sent again.")).toBeAttached();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await next(stranger).click();
  await expect(heading(stranger)).toHaveText("This invitation cannot be used");
  await look(stranger, "co-owner-8-used");
  await stranger.getByRole("button", { name: "Go to sign-in" }).click();
  await expect(stranger.getByLabel("Email")).toBeVisible();
});

test("a co-owner whose file is frozen, and then unknown, is asked for what is missing", async ({ page, browser }) => {
  const frozen = `frozen-${randomUUID()}@harbor.test`;
  const unknown = `nofile-${randomUUID()}@harbor.test`;
  const business = await consented(
    page,
    { lastName: "Thawing", email: frozen },
    { lastName: "Nofile", email: unknown },
  );
  const { guest } = await openInvitation(browser, business, frozen);
  await goToConsent(guest);
  await agree(guest);
  await expect(heading(guest)).toHaveText("Your credit report is locked", { timeout: 40_000 });
  await look(guest, "co-owner-9-locked");
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Thank you. Your part is done", { timeout: 40_000 });

  const { guest: other } = await openInvitation(browser, business, unknown);
  await goToConsent(other);
  await agree(other);
  await expect(heading(other)).toHaveText("Confirm your details and provide your SSN", { timeout: 40_000 });
  await look(other, "co-owner-10-identity");
  await next(other).click();
  await expect(other.getByRole("link", { name: "SSN is required" })).toBeVisible();
  await field(other, "ssn").fill("900-00-0001");
  await next(other).click();
  await expect(heading(other)).toHaveText("Thank you. Your part is done", { timeout: 40_000 });
});

test("a co-owner's screen says the same sentences as the server", async ({ page, browser }) => {
  const email = `luis-${randomUUID()}@harbor.test`;
  const { guest } = await openInvitation(browser, await consented(page, { lastName: "Ortega", email }), email);
  await next(guest).click();
  await expect(heading(guest)).toHaveText(/^Complete your part for /);
  await next(guest).click();
  await fillAddress(guest);
  for (const { field: name, value, sentence } of wrongCoOwnerPersons) {
    if (
      typeof value !== "string" ||
      !["secondaryOwner", "addressLineOne", "city", "zipcode"].some((one) => name.startsWith(one))
    )
      continue;
    const right = String(Reflect.get(rightCoOwnerPerson, name) ?? "");
    await field(guest, name).fill(value);
    await next(guest).click();
    await expect(guest.getByText(sentence).first(), sentence).toBeVisible();
    await field(guest, name).fill(right);
  }
});

test("a letter that comes back is told to the primary owner", async ({ page }) => {
  const { applicant } = await consented(page, { lastName: "Ortega", email: `refused-${randomUUID()}@harbor.test` });
  const askedFor = async () => {
    const { body } = await applicant.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT");
    return JSON.stringify(body);
  };
  await expect.poll(askedFor, { timeout: 40_000 }).toContain("RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  const { body } = await applicant.ask("GET", "/api/v1/workflow/secondary-owners/invitations");
  expect(body).toMatchObject({ invitations: [{ status: "BOUNCED" }] });
});
