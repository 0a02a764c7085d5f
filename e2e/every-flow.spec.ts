import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { publicId } from "../packages/contracts/src/ids.ts";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { answers, askedInputs, requestEveryInput } from "./additional-input-answers.ts";
import { portalUrl as apiUrl, demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { type Consented, consented } from "./co-owners.ts";
import { closeOtherContexts, newGuest, openAccount, openFinancing } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { agree, expectWaitingPage, fillAddress } from "./journey.ts";
import { watchScreens } from "./layout.ts";
import { businessOf } from "./rows.ts";
import { inPartnersPage, onOurPage, type Screen } from "./screen.ts";
import { createSecretKey, signIn } from "./setup.ts";
import { wordsIn } from "./words.ts";

// The layout rules of every-screen.spec.ts, on the paths of everybody but an owner who applies.

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

for (const { place, open, screenOf } of [
  { place: "our own page", open: signIn, screenOf: onOurPage },
  { place: "the partner's page", open: (page: Page) => openFinancing(page), screenOf: inPartnersPage },
]) {
  test(`every flow: each additional input follows the layout rules, on ${place}`, async ({ page }) => {
    const { email } = await openAccount(page);
    await (await applicantOf(page)).answerUntil("WAITING_FOR_OFFERS");
    await requestEveryInput((await businessOf(email)).businessId);
    const screen = await watchScreens(page, screenOf, `input-${place.split(" ")[0]}`);
    await open(page, email);
    for (const subStep of askedInputs) {
      const { title, give } = answers[subStep];
      await screen.shows(title);
      await give(screen, wordsIn("en"));
    }
    await expectWaitingPage(screen);
  });
}

/** A co-owner's path from the first page after the invitation to the request that the credit report leads to. */
async function doTheirPart(screen: Screen): Promise<void> {
  await screen.shows(/^Complete your part for /);
  await screen.press("Continue");
  await screen.shows("Check your own details");
  await screen.fill({ secondaryOwnerPhoneNumber: "5035550136" });
  await fillAddress(screen);
  await screen.press("Continue");
  await agree(screen);
}

test("every flow: a co-owner's path follows the layout rules, on our own page", async ({ page, browser }) => {
  const [luis, ana] = [`luis-${randomUUID()}@harbor.test`, `ana-${randomUUID()}@harbor.test`];
  const { linkOf } = await consented(page, { lastName: "Nofile", email: luis }, { lastName: "Reyes", email: ana });
  const guest = await newGuest(browser);
  const screen = await watchScreens(guest, onOurPage, "co-owner-our");
  await guest.goto(await linkOf(luis));
  await screen.shows("You were named as an owner");
  await screen.press("Begin");
  await doTheirPart(screen);
  await screen.shows("Confirm your details and provide your SSN");
  await screen.fill({ ssn: "900-00-0001" });
  await screen.press("Continue");
  await screen.shows("Thank you. Your part is done");
  await screen.press("Close");
  await screen.shows("Goodbye for now");

  await guest.goto(await linkOf(ana));
  await screen.shows("You were named as an owner");
  await screen.press("I do not own 20% or more");
  await screen.press("Yes, I am not an owner");
  await screen.shows("Thank you for telling us");
  await guest.goto(await linkOf(ana));
  await screen.shows("You were named as an owner");
  await screen.press("Begin");
  await screen.shows("This invitation cannot be used");
});

/** The partner's page of a co-owner who has accepted the invitation, with a connect token for their user. */
async function openAsCoOwner(page: Page, { tenant, linkOf }: Consented, email: string): Promise<void> {
  const invitation = new URL(await linkOf(email)).searchParams.get("invite") ?? "";
  const accepted = await page.request.post(`${apiUrl}/api/invitation-tokens/v1/secondary-owners/exchange`, {
    headers: { invitetoken: invitation },
  });
  expect(accepted.status(), await accepted.text()).toBe(200);
  const authorization = `Bearer ${await createSecretKey(tenant.platformId)}`;
  const users = `${apiUrl}/api/platform/v1/users`;
  const listed = await page.request.get(`${users}?businessId=${publicId("business", tenant.businessId)}`, {
    headers: { authorization },
  });
  const { data } = (await listed.json()) as { data: { id: string; email: string }[] };
  const user = data.find((one) => one.email === email);
  await page.route(`${demoUrl}/financing-session`, async (route) => {
    const made = await page.request.post(`${users}/${user?.id}/connect-tokens`, {
      headers: { authorization, "idempotency-key": randomUUID() },
      data: {},
    });
    await route.fulfill({ body: ((await made.json()) as { connectToken: string }).connectToken });
  });
  await openFinancing(page);
}

test("every flow: a co-owner's path follows the layout rules, on the partner's page", async ({ page }) => {
  const email = `luis-${randomUUID()}@harbor.test`;
  const business = await consented(page, { lastName: "Thawing", email });
  const screen = await watchScreens(page, inPartnersPage, "co-owner-the");
  await openAsCoOwner(page, business, email);
  await doTheirPart(screen);
  await screen.shows("Your credit report is locked");
  await screen.press("Continue");
  await screen.shows("Thank you. Your part is done");
});

test("every flow: an accountant's path follows the layout rules", async ({ page, browser }) => {
  await openAccount(page);
  const applicant = await applicantOf(page);
  const email = `nora-${randomUUID()}@quist.test`;
  const link = await waitForLink(page.request, email);
  await applicant.answerUntil("ONBOARDING.COLLECT_EXISTING_DEBT", {
    SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
    COLLECT_RAILZ: { ...rightAnswers.COLLECT_RAILZ, accountantEmail: email },
  });
  const guest = await newGuest(browser);
  const screen = await watchScreens(guest, onOurPage, "accountant");
  const url = await link();
  await guest.goto(url);
  await screen.shows("Help your client");
  await screen.press("Continue");
  await screen.shows(/^Share the financials of Harbor Bakery/);
  await screen.choose("Connect accounting software");
  await screen.press("Continue");
  await screen.shows(/^Connect the accounting software of Harbor Bakery/);
  await screen.press("Back");
  await screen.shows(/^Share the financials of Harbor Bakery/);
  await screen.choose("Upload tax returns");
  await screen.press("Continue");
  await screen.shows(/^Upload the tax returns of Harbor Bakery/);
  await screen.upload("Return 2025.pdf");
  await screen.press("Done");
  await screen.shows("Thank you");

  await guest.goto(url);
  await screen.shows("Help your client");
  await screen.press("Continue");
  await screen.shows("This link no longer works");
});
