import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import type { Applicant } from "./applicant.ts";
import { agree, consented, field, fillAddress, goToConsent, heading, next, openInvitation } from "./co-owners.ts";
import { closeOtherContexts, openFinancing, portal } from "./demo.ts";
import { expectWaitingPage, received } from "./journey.ts";
import { expectWaiting, rowsOf } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { confirmDenial } from "./setup.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

/** Submits the EIN that business verification requires, so that the primary owner has no more open requests. */
async function settleBusiness(applicant: Applicant): Promise<void> {
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  const { businessName, website: _, ...rest } = rightAnswers.COLLECT_BUSINESS_DETAILS;
  const name = `${businessName} ${randomUUID().slice(0, 8)}`;
  const answered = await applicant.ask("PUT", "/api/v1/completeStep", {
    completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
    subStep: "VERIFY_BUSINESS_INFORMATION",
    payload: { businessStepPayload: { ...rest, businessName: name, tin: "99-0000001" } },
  });
  expect(answered).toMatchObject({ status: 200, body: { currentStep: "WAITING_FOR_OFFERS" } });
}

test("co-owner: completes onboarding with the link from the invitation email, and the primary owner sees the accepted invitation", async ({
  page,
  browser,
}) => {
  const email = `luis-${randomUUID()}@harbor.test`;
  const ana = `ana-${randomUUID()}@harbor.test`;
  const business = await consented(page, { lastName: "Ortega", email }, { lastName: "Reyes", email: ana });
  const { guest, link } = await openInvitation(browser, business, email);
  await expect(heading(guest)).toHaveText("You were named as an owner");
  expect(guest.url()).not.toContain("invite");
  const about = guest.getByRole("region", { name: "What this is about" });
  for (const words of ["Business", "Who asks you", "Platform", "Financing by"])
    await expect(about.getByText(words, { exact: true })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Help" })).toBeVisible();
  await screenshot(guest, "co-owner-1-invitation");

  await next(guest).click();
  await expect(heading(guest)).toHaveText(/^Complete your part for /);
  await screenshot(guest, "co-owner-2-begin");
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Check your own details");
  await expect(field(guest, "secondaryOwnerLastName")).toHaveValue("Ortega");
  await expect(guest.getByText("Step 1 of 2")).toBeVisible();
  await screenshot(guest, "co-owner-3-details");
  await field(guest, "secondaryOwnerFirstName").fill("");
  await next(guest).click();
  await expect(guest.getByRole("link", { name: "First name is required" })).toBeVisible();
  await screenshot(guest, "co-owner-4-wrong");
  await field(guest, "secondaryOwnerFirstName").fill("Luis");
  await fillAddress(guest);
  await expect(guest.getByText("Saved", { exact: true })).toBeVisible();
  await guest.reload();
  await expect(field(guest, "secondaryOwnerFirstName")).toHaveValue("Luis");
  // The address entered in parts is shown as one line.
  await expect(field(guest, "addressLineOne")).toHaveValue(/^12 Main St, Salem/);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Last, review and accept terms");
  await screenshot(guest, "co-owner-5-consent");
  await guest.goBack();
  await expect(heading(guest)).toHaveText("Check your own details");
  await expect(field(guest, "secondaryOwnerFirstName")).toHaveValue("Luis");
  await next(guest).click();
  await agree(guest);
  await expect(heading(guest)).toHaveText("Thank you. Your part is done");
  await screenshot(guest, "co-owner-6-done");
  await guest.reload();
  await expect(heading(guest)).toHaveText("Thank you. Your part is done");
  await guest.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(guest)).toHaveText("Goodbye for now");
  await expect(guest.getByLabel("Email")).toHaveCount(0);

  await settleBusiness(business.applicant);
  await openFinancing(page);
  const primary = inPartnersPage(page);
  await primary.shows(received);
  await primary.press("Continue");
  await primary.press("Skip");
  await expect(portal(page).getByText("Has done their part", { exact: true })).toBeVisible();
  await screenshot(page, "co-owner-7-primary-owner");
  await portal(page)
    .getByRole("button", { name: /^Send again: / })
    .click();
  await expect(portal(page).getByText("The invitation was sent again.")).toBeAttached();

  const foreign = await (await browser.newContext()).newPage();
  await foreign.goto(link);
  await next(foreign).click();
  await expect(heading(foreign)).toHaveText("This invitation cannot be used");
  await screenshot(foreign, "co-owner-8-used");
  await foreign.getByRole("button", { name: "Go to sign-in" }).click();
  await expect(foreign.getByLabel("Email")).toBeVisible();
});

/** The parsed body of every API response that this page receives. */
function recordResponses(page: Page): () => Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) answers.push(response.json().catch(() => null));
  });
  return () => Promise.all(answers);
}

/** Every key and value of the response, at any depth. */
function partsOf(answer: unknown): (string | number)[] {
  if (Array.isArray(answer)) return answer.flatMap(partsOf);
  if (typeof answer === "string" || typeof answer === "number") return [answer];
  return answer && typeof answer === "object"
    ? Object.entries(answer).flatMap(([name, value]) => [name, ...partsOf(value)])
    : [];
}

test("co-owner: with one of two done, the primary owner sees who is still open, and no owner sees another's credit data", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const luis = `luis-${randomUUID()}@harbor.test`;
  const ana = `ana-${randomUUID()}@harbor.test`;
  // Luis has an excellent credit report with a score of 802; Rosa, the primary owner, a good one with 735.
  const business = await consented(page, { lastName: "Stellar", email: luis }, { lastName: "Reyes", email: ana });
  const { guest: luisPage } = await openInvitation(browser, business, luis);
  const luisReceives = recordResponses(luisPage);
  await goToConsent(luisPage);
  await agree(luisPage);
  await expect(heading(luisPage)).toHaveText("Thank you. Your part is done");
  const { guest: anaPage } = await openInvitation(browser, business, ana);
  const anaReceives = recordResponses(anaPage);
  // Ana stops at the consent step without agreeing.
  await goToConsent(anaPage);

  const rosaReceives = recordResponses(page);
  await settleBusiness(business.applicant);
  await openFinancing(page);
  // Ana has not finished, so there is no date yet.
  const primary = inPartnersPage(page);
  await primary.shows(received);
  await expect(portal(page).getByText("after the last owner has done their part.")).toBeVisible();
  await screenshot(page, "co-owners-received");
  await primary.press("Continue");
  await primary.press("Skip");
  const said = (email: string) => portal(page).getByRole("listitem").filter({ hasText: email });
  await expect(said(luis)).toContainText("Has done their part");
  await expect(said(ana)).toContainText("Has begun");
  await expect(portal(page).getByText("Offers can come only when everyone has done their part.")).toBeVisible();
  await screenshot(page, "co-owners-waited-for");

  const rows = await expectWaiting(page.request, business.tenant, ["FAST_PAY"]);
  expect(rows.reports.filter(({ source }) => source === "SECONDARY_OWNER_CREDIT")).toMatchObject([
    { attempt: 1, outcome: "REPORT" },
  ]);
  expect(rows.owners.filter(({ isPrimary }) => !isPrimary)).toMatchObject([
    { email: luis, step: "WAITING_FOR_OFFERS" },
    { email: ana, step: "COLLECT_CONSENT" },
  ]);
  expect(rows.invitations).toMatchObject([
    { email: luis, state: "USED" },
    { email: ana, state: "USED" },
  ]);
  // Each person's consents are their own.
  const wordsOf = (email: string) => rows.consents.filter((consent) => consent.email === email);
  expect(
    wordsOf(luis)
      .map(({ kind, role }) => `${role} ${kind}`)
      .toSorted(),
  ).toEqual([...["SECONDARY_OWNER E_SIGN", "SECONDARY_OWNER SOFT_PULL", "SECONDARY_OWNER TERMS_AND_PRIVACY"]]);
  expect(wordsOf(ana)).toEqual([]);

  const [rosaReceived = [], luisReceived = [], anaReceived = []] = await Promise.all(
    [rosaReceives, luisReceives, anaReceives].map(async (receives) => (await receives()).flatMap(partsOf)),
  );
  for (const figure of [802, 735, "ficoScore", "derogatoryAccountsCount", "balanceCents", "REPORT"])
    for (const received of [rosaReceived, luisReceived, anaReceived]) expect(received).not.toContain(figure);
  // The primary owner's responses name the open co-owner; the co-owners' responses do not contain each other's data.
  expect(rosaReceived).toEqual(expect.arrayContaining([luis, ana]));
  expect(luisReceived).toContain(luis);
  expect(luisReceived).not.toContain(ana);
  expect(anaReceived).not.toContain(luis);
});

test("co-owner: whose report was a reason reads a private notice after signing in by the invitation, and the primary owner sees neither name nor score in theirs", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const luis = `luis-${randomUUID()}@harbor.test`;
  // The bureau has a score of 560 and a judgment of this surname. The report about Rosa, the primary owner, is good.
  const business = await consented(page, { lastName: "Subprime", email: luis });
  const { guest } = await openInvitation(browser, business, luis);
  await goToConsent(guest);
  await agree(guest);
  await expect(heading(guest)).toHaveText("Thank you. Your part is done");
  await settleBusiness(business.applicant);
  await confirmDenial(business.tenant);
  const statusOf = async () => (await rowsOf(business.tenant)).applications[0]?.status;
  await expect.poll(statusOf).toBe("NO_OFFERS");

  const rosaReceives = recordResponses(page);
  await openFinancing(page);
  const primary = inPartnersPage(page);
  await primary.shows("Sorry, you do not have any offers available right now");
  await primary.press("Learn more");
  await primary.says("Credit history of a co-owner or guarantor");
  await expect(portal(page).getByText("Only you can see this")).toHaveCount(0);
  await screenshot(page, "co-owner-16-notice-of-business");
  const rosaReceived = (await rosaReceives()).flatMap(partsOf).join("\n");
  for (const words of ["560", "Subprime", "judgment"]) expect(rosaReceived).not.toContain(words);

  const offered = guest.getByRole("heading", { name: "There is a notice for you" });
  await expect(async () => {
    await guest.reload();
    await expect(offered).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await screenshot(guest, "co-owner-17-notice-waits");
  await guest.getByRole("button", { name: "Read the notice" }).press("Enter");
  await expect(offered).toBeFocused();
  const notice = guest.locator("section").filter({ has: guest.getByText("Only you can see this") });
  for (const words of ["560", "Subprime", "Collection action or judgment", "Experian"])
    await expect(notice.last()).toContainText(words);
  await screenshot(guest, "co-owner-18-private-notice");
  await guest.getByRole("heading", { name: "Your credit score" }).scrollIntoViewIfNeeded();
  await screenshot(guest, "co-owner-19-own-score");
  const { body } = await business.applicant.ask("GET", "/api/v1/notices");
  expect(body).toMatchObject({ notices: [{ isPrivate: false }] });
});

test("co-owner: with a frozen credit report, and then none, is asked for the missing information", async ({
  page,
  browser,
}) => {
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
  await expect(heading(guest)).toHaveText("Your credit report is locked");
  await screenshot(guest, "co-owner-9-locked");
  await next(guest).click();
  await expect(heading(guest)).toHaveText("Thank you. Your part is done");

  const { guest: other } = await openInvitation(browser, business, unknown);
  await goToConsent(other);
  await agree(other);
  await expect(heading(other)).toHaveText("Confirm your details and provide your SSN");
  await screenshot(other, "co-owner-10-identity");
  await next(other).click();
  await expect(other.getByRole("link", { name: "SSN is required" })).toBeVisible();
  await field(other, "ssn").fill("900-00-0001");
  await next(other).click();
  await expect(heading(other)).toHaveText("Thank you. Your part is done");
});

test("co-owner: a bounced invitation email is shown to the primary owner", async ({ page }) => {
  const { applicant } = await consented(page, { lastName: "Ortega", email: `refused-${randomUUID()}@harbor.test` });
  const askedFor = async () => {
    const { body } = await applicant.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT");
    return JSON.stringify(body);
  };
  await expect.poll(askedFor).toContain("RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  const { body } = await applicant.ask("GET", "/api/v1/workflow/secondary-owners/invitations");
  expect(body).toMatchObject({ invitations: [{ status: "BOUNCED" }] });
});

test("co-owner: a person who is not an owner declines, and the primary owner removes them from the list", async ({
  page,
  browser,
}) => {
  const email = `luis-${randomUUID()}@harbor.test`;
  const later = `ana-${randomUUID()}@harbor.test`;
  const business = await consented(page, { lastName: "Ortega", email }, { lastName: "Reyes", email: later });
  await settleBusiness(business.applicant);
  const { guest, link } = await openInvitation(browser, business, email);
  await guest.getByRole("button", { name: "I do not own 20% or more" }).click();
  await expect(guest.getByRole("heading", { name: "Shall we tell the owner who named you?" })).toBeFocused();
  await screenshot(guest, "co-owner-11-decline");
  await guest.getByRole("button", { name: "Yes, I am not an owner" }).click();
  await expect(heading(guest)).toHaveText("Thank you for telling us");
  await screenshot(guest, "co-owner-12-declined");
  await guest.goto(link);
  await next(guest).click();
  await expect(heading(guest)).toHaveText("This invitation cannot be used");

  // The second person learns which business it is only after accepting the invitation.
  const { guest: other } = await openInvitation(browser, business, later);
  await next(other).click();
  await expect(heading(other)).toHaveText(/^Complete your part for /);
  await other.getByRole("button", { name: "I do not own 20% or more" }).click();
  await screenshot(other, "co-owner-14-decline-later");
  await other.getByRole("button", { name: "Español" }).click();
  await expect(other.getByRole("button", { name: "Sí, no soy dueño" })).toBeVisible();
  await screenshot(other, "co-owner-15-decline-later-es");
  await other.getByRole("button", { name: "English" }).click();
  await other.getByRole("button", { name: "Yes, I am not an owner" }).click();
  await expect(heading(other)).toHaveText("Thank you for telling us");

  const { applicant, tenant } = business;
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  await openFinancing(page);
  const screen = inPartnersPage(page);
  await screen.shows("Please check the other owners");
  await screen.says(/Ortega told us that they do not own 20% or more/);
  await screen.says(/Reyes told us that they do not own 20% or more/);
  await screenshot(page, "co-owner-13-declined-primary-owner");
  for (const left of [1, 0]) {
    await screen.root
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await expect(screen.root.getByRole("button", { name: /^Remove/ })).toHaveCount(left);
    await expect(screen.root.getByText("told us that they do not own 20% or more")).toHaveCount(left);
  }
  await screen.says("No other owners so far");
  await screen.press("Done");
  await expectWaitingPage(screen);
  const rows = await expectWaiting(page.request, tenant, ["FAST_PAY"]);
  expect(rows.owners).toMatchObject([{ isPrimary: true }]);
});
