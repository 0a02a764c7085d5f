import { expect, type Page, test } from "@playwright/test";
import { heading, portal, settled } from "./demo.ts";
import { press } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { fromMenu } from "./servicing-page-list.ts";
import { loanPages, otherPages } from "./servicing-samples.ts";
import { showServicing } from "./shown-servicing.ts";

// What servicing says when something fails, what it reports, and how its menu moves, with supplied answers.

const same = (english: string) => english;

function reportsOf(page: Page): string[] {
  const reported: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/servicing/interaction"))
      reported.push((request.postDataJSON() as { eventType: string }).eventType);
  });
  return reported;
}

const failed = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );

for (const [entry, title, path, text, event] of [
  [
    "Agreements",
    "Agreements",
    "**/loan-application-documents/download*",
    "An error occurred when downloading the agreement(s). We're looking into the issue and apologize for the inconvenience.",
    "AGREEMENTS_DOWNLOAD_FAILED",
  ],
  [
    "Loan statements",
    "Statements",
    "**/statements/download*",
    "An error occurred when downloading the statement(s). We're looking into the issue and apologize for the inconvenience.",
    "STATEMENTS_DOWNLOAD_FAILED",
  ],
] as const)
  test(`servicing troubles: ${entry} that cannot be downloaded: '${text}', shown 5 seconds and reported`, async ({
    page,
  }) => {
    await page.clock.install();
    await showServicing(page, otherPages.full);
    const reported = reportsOf(page);
    await fromMenu(entry)(page, same);
    await expect(heading(page)).toHaveText(title);
    await failed(page, path);
    const box = portal(page).getByRole("checkbox").first();
    await box.check();
    await settled(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    // While the clock of the page stands, a click with the mouse would wait for it.
    await portal(page)
      .getByRole("button", { name: /^Download [1-9]/ })
      .dispatchEvent("click");
    const banner = portal(page).getByRole("alert").filter({ hasText: text });
    await expect(banner).toBeVisible();
    await page.clock.runFor(4_999);
    await expect(banner).toBeVisible();
    await page.clock.runFor(1);
    await expect(banner).toHaveCount(0);
    await expect.poll(() => reported).toContain(event);
    // What was ticked is kept, so that the person can try again.
    await expect(box).toBeChecked();
  });

test("servicing troubles: pay now that fails: 'There was a problem processing your payment. Our team has been notified and will be investigating further.'", async ({
  page,
}) => {
  await showServicing(page, loanPages.late);
  const reported = reportsOf(page);
  await failed(page, "**/pay-now");
  await press(page, /^Pay \$.* now$/);
  await expect(heading(page)).toHaveText("Pay now");
  await press(page, /^Pay \$.* on /);
  const text =
    "There was a problem processing your payment. Our team has been notified and will be investigating further.";
  await expect(portal(page).getByRole("alert").filter({ hasText: text })).toBeVisible();
  await screenshot(page, "servicing-pay-now-failed");
  await expect.poll(() => reported).toContain("PAY_NOW_CLICKED");
});

test("servicing troubles: a payoff that cannot be scheduled says so, keeps the review open and is reported", async ({
  page,
}) => {
  await showServicing(page, loanPages.current);
  const reported = reportsOf(page);
  await failed(page, "**/early-payoff");
  await fromMenu("Pay off loan")(page, same);
  await press(page, "Review payoff");
  await expect(heading(page)).toHaveText("Review and confirm");
  await press(page, /^Pay off \$.* on /);
  await expect(portal(page).getByRole("alert")).toBeVisible();
  await expect(heading(page)).toHaveText("Review and confirm");
  await expect.poll(() => reported).toContain("EARLY_PAYOFF_FAILED");
});

test("servicing troubles: 'Events are logged when the servicing menu opens'", async ({ page }) => {
  await showServicing(page, loanPages.current);
  const reported = reportsOf(page);
  await press(page, "Menu");
  await expect(portal(page).getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expect.poll(() => reported).toEqual(["SERVICING_MENU_OPENED"]);
});

for (const [reducedMotion, duration] of [
  ["no-preference", "0.2s"],
  ["reduce", "0s"],
] as const)
  test(`servicing troubles: 'The menu slides in over 200 ms', and not at all under reduced motion (${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await showServicing(page, loanPages.current);
    await press(page, "Menu");
    const panel = portal(page).getByRole("dialog", { name: "Menu" }).locator("xpath=..");
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe(duration);
  });
