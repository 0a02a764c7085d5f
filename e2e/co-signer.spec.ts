import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { applyFor } from "./apply.ts";
import { leave, passIdentityCheck, sign, signAgreement, startOfIdentity, walkToAgreement } from "./closing-pages.ts";
import { agree, goToConsent, heading as guestHeading, next, openInvitation } from "./co-owners.ts";
import { closeOtherContexts, heading, openFinancing, portal } from "./demo.ts";
import { closers, confirmSignerChange } from "./funding.ts";
import { waitForLink, waitForWords } from "./inbox.ts";
import { expectOffered, press, screenshots } from "./offer-pages.ts";
import { coOwnerOf, rowsOf, signingsAndReservations, type Tenant } from "./rows.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock } from "./setup.ts";
import { confirmItIsMe, isPageOf } from "./step-up.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

const done = "Thank you. Your part is done";
const agreementOf = (guest: Page) => guest.frameLocator('iframe[title="Agreement"]');

/** An owner has signed and waits for a co-owner, whose page is open. */
async function signedByOwner(page: Page, browser: Browser): Promise<{ business: Tenant; guest: Page }> {
  const email = `luis-${randomUUID()}@harbor.test`;
  const linkOf = await waitForLink(page.request, email);
  const business = await applyFor(page, "", { products: ["TERM_LOAN"], coOwnerEmail: email });
  const { guest } = await openInvitation(browser, { linkOf }, email);
  isPageOf(guest, email);
  await goToConsent(guest);
  await agree(guest);
  await expect(guestHeading(guest)).toHaveText(done);

  await expectOffered(business);
  await openFinancing(page);
  await walkToAgreement(page);
  await signAgreement(page);
  await expect(heading(page)).toHaveText("Waiting for additional signatures");
  await expect(portal(page).getByText("1 of 2 have signed")).toBeVisible();
  return { business, guest };
}

/** The page of the co-owner turns by itself to their identity, and then to the agreement. */
async function walkToSignature(guest: Page): Promise<void> {
  await expect(guestHeading(guest)).toHaveText(startOfIdentity);
  await screenshot(guest, "closing-11-co-owner-identity");
  await next(guest).click();
  await passIdentityCheck(guest.frameLocator('iframe[title="Identity check"]'));
  await expect(guestHeading(guest)).toHaveText("Sign your agreement");
  await screenshot(guest, "closing-12-co-owner-agreement");
  await next(guest).click();
  await confirmItIsMe(guest, guest);
}

test("closing: an owner waits for a co-owner, who verifies their identity and signs", async ({ page, browser }) => {
  test.setTimeout(600_000);
  const { guest } = await signedByOwner(page, browser);
  await screenshots(page, "closing-10-waiting");
  await walkToSignature(guest);
  await sign(agreementOf(guest));
  await expect(guestHeading(guest)).toHaveText(done);
  await screenshot(guest, "closing-13-co-owner-done");
  // The page of the owner turns by itself, too.
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
});

test("closing: a co-owner declines, the owner is told and signs again, and then the co-owner signs", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const { business, guest } = await signedByOwner(page, browser);
  const primary = (await rowsOf(business)).owners.find(({ isPrimary }) => isPrimary)?.email ?? "";
  const told = await waitForWords(page.request, primary, /declined the agreement of/);
  await walkToSignature(guest);
  await expect(agreementOf(guest).locator("#next")).toBeVisible();
  await leave(agreementOf(guest).locator("#decline"));
  await told();
  await screenshot(guest, "declined-1-co-owner");

  await expect(heading(page)).toHaveText("Sign your loan agreement");
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "declined-2-owner");
  await signAgreement(page);
  await expect(heading(page)).toHaveText("Waiting for additional signatures");
  await expect(guestHeading(guest)).toHaveText("Sign your agreement");
  await screenshot(guest, "declined-3-co-owner-asked-again");
  await next(guest).click();
  await sign(agreementOf(guest));
  await expect(guestHeading(guest)).toHaveText(done);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  expect((await signingsAndReservations(business)).signings.map(({ status }) => status)).toEqual([
    "DECLINED",
    "COMPLETED",
  ]);
});

test("closing: an owner removes a co-owner who has not signed for two weeks, staff confirm it, and the owner signs alone", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const staff = await closers();
  const { business, guest } = await signedByOwner(page, browser);
  await advanceClock(page.request, business, 14);
  await portal(page)
    .getByRole("button", { name: /^Decide what happens with / })
    .click();
  await expect(heading(page)).toHaveText(/ has not signed$/);
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "decided-1-choices");
  await portal(page).getByText("Somebody else signs").click();
  await screenshots(page, "decided-2-replace");
  await portal(page)
    .getByText(/^Remove /)
    .click();
  await portal(page).getByLabel("How much of the business they own, 0 if nothing").fill("0");
  await screenshots(page, "decided-3-remove");
  await press(page, "Confirm");
  await expect(heading(page)).toHaveText("We are checking the change of owners");
  await screenshots(page, "decided-4-checked");
  await expect(guestHeading(guest)).not.toHaveText(startOfIdentity);
  await screenshot(guest, "decided-5-co-owner");

  await confirmSignerChange(staff, business, await coOwnerOf(business));
  await expect(heading(page)).toHaveText("Sign your loan agreement");
  await signAgreement(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  const { signings } = await signingsAndReservations(business);
  expect(signings.map(({ status }) => status)).toEqual(["VOIDED", "COMPLETED"]);
});
