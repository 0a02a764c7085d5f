import { expect, type Page, test } from "@playwright/test";
import {
  leave,
  passIdentityCheck,
  selectAccount,
  startOfIdentity,
  walkToAgreement,
  walkToIdentity,
} from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { waitForWords } from "./inbox.ts";
import { openOffers, press, screenshots } from "./offer-pages.ts";
import { rowsOf, signingsAndReservations, type Tenant } from "./rows.ts";
import { advanceClock, type Member, signInStaffMember } from "./setup.ts";

// What can keep an owner from signing.

const underReview = "We are looking at your identity check";
const identityFrame = (page: Page) => portal(page).frameLocator("iframe");

async function allowAnotherTry(member: Member, { businessId }: Tenant): Promise<void> {
  const { body } = await member("GET", "/tasks?kind=IDENTITY_UNVERIFIED&limit=100");
  const tasks = body["tasks"] as { id: string; businessId: string }[];
  const task = tasks.find((one) => one.businessId === businessId);
  const path = `/tasks/${task?.id}/identity-inquiry/allow-retry`;
  expect(await member("POST", path, { reason: "The pictures were too dark." })).toMatchObject({ status: 200 });
}

test("identity: an owner leaves the check, fails it, is allowed another one, and waits for a person to look at it", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"] });
  const email = (await rowsOf(business)).owners.find(({ isPrimary }) => isPrimary)?.email ?? "";
  await walkToIdentity(page);

  // A check that is left goes on when it is opened again.
  await press(page, "Verify");
  await expect(identityFrame(page).getByRole("button", { name: "I agree, begin" })).toBeVisible();
  await leave(identityFrame(page).locator("#close"));
  await identityFrame(page).locator("button.main").waitFor();
  await leave(identityFrame(page).locator("button.main"));
  await expect(heading(page)).toHaveText(startOfIdentity);
  await expect(portal(page).locator("iframe")).toHaveCount(0);
  await screenshots(page, "identity-1-left");
  await press(page, "Verify");
  await passIdentityCheck(identityFrame(page), false, "It fails");
  await expect(heading(page)).toHaveText("Identity verification failed");
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "identity-2-failed");

  // It cannot be begun again by the owner alone.
  await openFinancing(page);
  await expect(heading(page)).toHaveText("Identity verification failed");
  await expect(portal(page).getByRole("button", { name: "Verify" })).toHaveCount(0);
  const invitation = await waitForWords(page.request, email, /You can verify your identity again/);
  await allowAnotherTry(await signInStaffMember("UNDERWRITER"), business);
  await invitation();

  await openFinancing(page);
  await expect(heading(page)).toHaveText(startOfIdentity);
  await press(page, "Verify");
  await passIdentityCheck(identityFrame(page), false, "Somebody must look at it");
  await expect(heading(page)).toHaveText(underReview);
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "identity-3-under-review");
  // A finished check is not opened again.
  await openFinancing(page);
  await expect(heading(page)).toHaveText(underReview);
  await advanceClock(page.request, business, 3);
  // The page turns by itself.
  await expect(heading(page)).toHaveText(selectAccount);
  expect((await rowsOf(business)).auditBreak).toBeNull();
});

test("expiry: an offer that expires while it is signed leaves nothing to sign and nothing reserved", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"] });
  await walkToAgreement(page);
  await press(page, "Sign the agreement");
  const document = portal(page).frameLocator("iframe");
  await expect(document.locator("#next")).toBeVisible();
  expect((await signingsAndReservations(business)).reserved).toEqual([true]);

  await advanceClock(page.request, business, 31);
  await expect
    .poll(() => signingsAndReservations(business))
    .toEqual({
      signings: [{ kind: "AGREEMENT", status: "VOIDED" }],
      reserved: [false],
    });
  await expect(heading(page)).toHaveText("Your offers expired but we can refresh them for you");
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "expired-while-signing");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
