import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, settled } from "./demo.ts";
import { answersOnLongestPath, expectWaitingPage, longestPath } from "./journey.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

const dark = "?colorScheme=dark";

test("dark scheme: every step is legible, from the first to the waiting page", async ({ page }) => {
  test.setTimeout(300_000);
  await openAccount(page, dark);
  await screenshot(page, "dark-role");
  const applicant = await applicantOf(page);
  for (const [number, [step, question]] of Object.entries(longestPath).entries()) {
    await applicant.answerUntil(step, { ...answersOnLongestPath });
    if (step === "ONBOARDING.COLLECT_RAILZ") {
      await page.goto(`${demoUrl}/financing${dark}`);
      await expect(heading(page)).toHaveText("Your application");
      await settled(page);
      await screenshot(page, "dark-step-list");
    }
    await openFinancing(page, dark);
    await expect(heading(page)).toHaveText(question);
    await expect(portal(page).locator("html")).toHaveAttribute("data-color-scheme", "dark");
    await screenshot(
      page,
      `dark-${String(number + 1).padStart(2, "0")}-${step.replace("ONBOARDING.", "").toLowerCase()}`,
    );
  }
  const screen = inPartnersPage(page);
  await screen.press("Agree and continue");
  await expect(portal(page).getByRole("region", { name: "Please check these answers" })).toBeVisible();
  await settled(page);
  await screenshot(page, "dark-consent-wrong");
  await screen.press("Help");
  await expect(portal(page).getByRole("dialog")).toBeVisible();
  await settled(page);
  await screenshot(page, "dark-help");
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  await openFinancing(page, dark);
  await expectWaitingPage(screen);
  await settled(page);
  await screenshot(page, "dark-waiting");
});

test("dark scheme: the employee's page is legible", async ({ page }) => {
  await openAccount(page, dark);
  const screen = inPartnersPage(page);
  await screen.choose("Employee");
  await screen.press("Continue");
  await screen.press("Continue as an employee");
  await screen.press("Email the owner");
  await screen.says("Email is required");
  await screenshot(page, "dark-blocked");
});
