import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { comeBack, heading, openAccount, portal, settled } from "./demo.ts";
import { waitAtTheEnd } from "./journey.ts";
import { look } from "./look.ts";
import { inPartnersPage } from "./screen.ts";

const dark = "?colorScheme=dark";

/** The longest way, and the question of each of its steps. */
const steps = [
  ["ONBOARDING.START_FLOW", "Before you start"],
  ["ONBOARDING.SELECT_PRODUCTS", "What type of financing do you need?"],
  ["ONBOARDING.COLLECT_PERSONAL_DETAILS", "First, tell us who owns this business"],
  ["ONBOARDING.COLLECT_BUSINESS_DETAILS", "Now, tell us more about the business"],
  ["ONBOARDING.COLLECT_PLAID", "Connect your bank account"],
  ["COLLECT_BANK_STATEMENTS", "Try uploading bank statements instead"],
  ["COLLECT_BANK_INFO", "Confirm your statement details"],
  ["ONBOARDING.COLLECT_RAILZ", "How does the business file its taxes?"],
  ["ONBOARDING.COLLECT_EXISTING_DEBT", "Does the business have other debt?"],
  ["ONBOARDING.COLLECT_REFINANCE_OPTIONS", "Would you like to refinance any of these debts?"],
  ["ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "Does the business have other owners?"],
  ["ONBOARDING.COLLECT_CONSENT", "Last, review and accept terms"],
] as const;

test("every step can be read in the dark, from the first to the wait", async ({ page }) => {
  test.setTimeout(300_000);
  await openAccount(page, dark);
  await look(page, "dark-role");
  const applicant = await applicantOf(page);
  for (const [number, [step, question]] of steps.entries()) {
    await applicant.answerUntil(step, {
      SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
      COLLECT_PLAID: { optToProvideBankStatements: true },
    });
    if (step === "ONBOARDING.COLLECT_RAILZ") {
      await page.goto(`${demoUrl}/financing${dark}`);
      await expect(heading(page)).toHaveText("Your application");
      await settled(page);
      await look(page, "dark-step-list");
    }
    await comeBack(page, dark);
    await expect(heading(page)).toHaveText(question);
    await expect(portal(page).locator("html")).toHaveAttribute("data-color-scheme", "dark");
    await look(page, `dark-${String(number + 1).padStart(2, "0")}-${step.replace("ONBOARDING.", "").toLowerCase()}`);
  }
  const screen = inPartnersPage(page);
  await screen.press("Agree and continue");
  await expect(portal(page).getByRole("region", { name: "Please check these answers" })).toBeVisible();
  await settled(page);
  await look(page, "dark-consent-wrong");
  await screen.press("Help");
  await expect(portal(page).getByRole("dialog")).toBeVisible();
  await settled(page);
  await look(page, "dark-help");
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  await comeBack(page, dark);
  await waitAtTheEnd(screen);
  await settled(page);
  await look(page, "dark-waiting");
});

test("an employee reads in the dark whom to ask", async ({ page }) => {
  await openAccount(page, dark);
  const screen = inPartnersPage(page);
  await screen.choose("Employee");
  await screen.press("Continue");
  await screen.press("Email the owner");
  await screen.says("Email is required");
  await look(page, "dark-blocked");
});
