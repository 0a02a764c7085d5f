import { expect, type Page, test } from "@playwright/test";
import { heading, portal, settled } from "./demo.ts";
import { show } from "./shown.ts";

/** Stops the page's clock, so that only `runFor` lets time pass. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

test("timing: the error banner closes after 5 seconds", async ({ page }) => {
  await page.clock.install();
  await page.route("**/api/v1/businesses/document-upload-urls", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "refused by the test" } }),
  );
  await show(page, { step: "COLLECT_BANK_STATEMENTS", data: { files: [] } });
  await expect(heading(page)).toHaveText("Try uploading bank statements instead");
  await settled(page);
  await stopClock(page);
  const file = { name: "may.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") };
  await portal(page).locator('input[type="file"]').setInputFiles(file);
  const banner = portal(page).getByRole("alert").filter({ hasText: "Oops! Looks like something went wrong." });
  await expect(banner).toBeVisible();
  const place = await banner.evaluate((element) => {
    const { top, left, right } = element.getBoundingClientRect();
    return { top, center: (left + right) / 2 - window.innerWidth / 2 };
  });
  expect(place.top, "the banner is at the top").toBeLessThan(40);
  expect(Math.abs(place.center), "the banner is in the center").toBeLessThan(1);
  await page.clock.runFor(4_999);
  await expect(banner).toBeVisible();
  await page.clock.runFor(1);
  await expect(banner).toHaveCount(0);
});

test("timing: address suggestions are requested 200 ms after the last letter", async ({ page }) => {
  const unknown = { businessName: null, phoneNumber: null, website: null, address: null, homeAddress: null };
  await page.clock.install();
  const requested: string[] = [];
  await page.route("**/api/v1/address-suggestions", (route) => {
    requested.push((route.request().postDataJSON() as { input: string }).input);
    return route.fulfill({ json: { isAvailable: true, suggestions: [] } });
  });
  await show(page, {
    step: "ONBOARDING.COLLECT_BUSINESS_DETAILS",
    data: { ...unknown, verified: false, notOffered: [] },
  });
  await settled(page);
  const field = portal(page).getByRole("combobox", { name: "Business address" });
  await expect(field).toBeVisible();
  await stopClock(page);
  await field.pressSequentially("12 Har");
  await page.clock.runFor(199);
  await field.pressSequentially("b");
  await page.clock.runFor(199);
  expect(requested).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => requested).toEqual(["12 Harb"]);
});

test("timing: the waiting page says “Thank you!” beside a spinner until the reports are complete", async ({ page }) => {
  let isComplete = false;
  await page.route("**/api/v1/businesses/credit-reports-status", (route) =>
    route.fulfill({ json: { complete: isComplete, success: isComplete } }),
  );
  const now = new Date().toISOString();
  const about = { reference: "7K3M-Q9XD", email: "rosa@harbor.test", receivedAt: now, promisedBy: now };
  const waiting = { ...about, isLate: false, creditReportPolls: 1 };
  await show(page, { step: "WAITING_FOR_OFFERS", data: waiting, workflow: { onboardingSurveyEnabled: false } });
  await expect(heading(page)).toHaveText("Thank you!");
  await expect(portal(page).getByRole("status").filter({ hasText: "We are still confirming" })).toBeVisible();
  await expect(portal(page).getByRole("button", { name: "Close" })).toHaveCount(0);
  isComplete = true;
  await expect(heading(page)).toHaveText("We will be in touch soon. Thanks!");
  await expect(portal(page).getByRole("button", { name: "Close" })).toBeVisible();
});

test("timing: a status says what is loaded until the page is shown", async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await show(page, { step: "COLLECT_BANK_STATEMENTS", data: { files: [] } });
  await page.route("**/api/v1/business", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.reload();
  await expect(portal(page).getByRole("status")).toHaveText(/Loading/);
  await expect(heading(page)).toHaveCount(0);
  released.resolve();
  await expect(heading(page)).toBeVisible();
});
