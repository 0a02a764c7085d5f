import { expect, type Page, test } from "@playwright/test";
import { leave, passIdentityCheck, sign, startOfIdentity, walkToAgreement, walkToIdentity } from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { closers, requestInput } from "./funding.ts";
import { applicationsOf, openOffers, press } from "./offer-pages.ts";
import { acceptedLoan } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

// What a person does who leaves a vendor's frame, or whom it fails.

/** The interactions that the server accepted. */
function recordInteractions(page: Page): string[] {
  const reported: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/servicing/interaction") && response.ok())
      reported.push(response.request().postDataJSON().eventType);
  });
  return reported;
}

/** A vendor's frame is as wide as its page where there is room for it, and 844 px high. */
async function expectFrame(page: Page, widthPx: number): Promise<void> {
  const measure = () =>
    portal(page)
      .locator("iframe")
      .evaluate((frame) => {
        const place = frame.parentElement;
        const { clientWidth } = document.documentElement;
        return { width: place?.offsetWidth, height: place?.offsetHeight, screen: clientWidth };
      });
  await expect.poll(async () => (await measure()).height).toBe(844);
  const { width, screen } = await measure();
  expect(width).toBe(screen < 780 ? screen : widthPx);
}

test("identity verification: canceled, it returns to the start screen; failed, it says so and how to reach support, also later", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const reported = recordInteractions(page);
  await openOffers(page, "en", { products: ["TERM_LOAN"], lastName: "Imposter" });
  await walkToIdentity(page);
  const root = portal(page);
  const identity = root.frameLocator("iframe");
  await press(page, "Verify");
  await expect(identity.getByRole("button", { name: "I agree, begin" })).toBeVisible();
  await expectFrame(page, 390);
  await identity.getByRole("button", { name: "I agree, begin" }).press("Enter");
  await expect(identity.getByRole("heading", { name: "Which document do you have at hand?" })).toBeVisible();
  await leave(identity.getByRole("button", { name: "Leave" }));
  await identity.locator(".foot").getByRole("button", { name: "Leave" }).press("Enter");
  await expect(root.locator("iframe")).toHaveCount(0);
  await expect(heading(page)).toHaveText(startOfIdentity);
  await expect(heading(page)).toBeFocused();

  // The same check is opened again, and the pictures do not show the person.
  await press(page, "Verify");
  await passIdentityCheck(identity);
  await expect(heading(page)).toHaveText("Identity verification failed");
  await expect(heading(page)).toBeFocused();
  await expect(root.getByText("Please contact support.")).toBeVisible();
  await screenshot(page, "closing-identity-failed");
  await expect.poll(() => reported).toContain("IDENTITY_VERIFICATION_FAILED");
  await openFinancing(page);
  await expect(heading(page)).toHaveText("Identity verification failed");
});

test("legal documents: polled every 2.5 s and ten times, then the page says so; signed in a frame of 780 x 844 after other tries; what staff still need is given from the page of the accepted offer", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const reported = recordInteractions(page);
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"], lastName: "Núñez" });
  await walkToAgreement(page);
  const root = portal(page);

  const asked: number[] = [];
  await page.route("**/api/v1/offers/*/agreement", async (route) => {
    asked.push(Date.now());
    await route.fulfill({ json: { status: "PREPARING", link: null } });
  });
  await press(page, "Sign the agreement");
  await expect(root.getByText("We are preparing your document…")).toBeVisible();
  await expect(root.getByText("Exceeded max poll count on front end")).toBeVisible();
  await screenshot(page, "closing-polls-exceeded");
  expect(asked).toHaveLength(10);
  const pauses = asked.slice(1).map((at, n) => at - (asked[n] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(2_400);
  await expect.poll(() => reported).toContain("LEGAL_DOCUMENTS_POLL_EXHAUSTED");

  await page.unroute("**/api/v1/offers/*/agreement");
  await press(page, "Try again");
  const document = root.frameLocator("iframe");
  await expect(document.locator("#next")).toBeVisible();
  await expectFrame(page, 780);
  await leave(document.locator("#decline"));
  await expect(root.getByText("Error occurred when signing the loan legal document")).toBeVisible();
  await expect.poll(() => reported).toContain("LEGAL_DOCUMENT_SIGNING_FAILED");
  await expect(async () => {
    await press(page, "Try again");
    await expect(document.locator("#next")).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await sign(document);

  // A busy vendor may answer too late for the signature to be read at once. The person tries again.
  const again = root.getByRole("button", { name: "Try again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(heading(page)).toHaveText(/^Congratulations! /, { timeout: 15_000 });
  }).toPass();
  await expect.poll(() => applicationsOf(business)).toEqual(["CLOSE_LOAN"]);
  const { applicationId } = await acceptedLoan(business);
  await requestInput(await closers(), business, applicationId, "ADDITIONAL_DOCUMENTS_UPLOAD");
  // The page shows the request without a reload.
  await expect(root.getByText("More information needed")).toBeVisible();
  await screenshot(page, "closing-input-needed");
  await press(page, "Give the information");
  await expect(heading(page)).toHaveText("Upload your documents");
  await expect(heading(page)).toBeFocused();
  const screen = inPartnersPage(page);
  await screen.upload("Lease.pdf");
  await screen.press("Continue");
  await expect(heading(page)).toHaveText(/^Congratulations! /);
  await expect(root.getByText("More information needed")).toHaveCount(0);
});
