import { expect, type Page, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { press, queryOf, screenshots } from "./offer-pages.ts";
import { businessOf } from "./rows.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock } from "./setup.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

/** Opens the partner's page of an owner who has applied. */
async function openWaiting(page: Page, language: Language) {
  const { email } = await openAccount(page, queryOf(language));
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS", { SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] } });
  await openFinancing(page, queryOf(language));
  return { applicant, email };
}

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`closed application: an owner withdraws it from the help, reads that it is withdrawn, and applies again, in ${language}`, async ({
    page,
  }) => {
    const { applicant } = await openWaiting(page, language);
    const button = (name: string) => portal(page).getByRole("button", { name: say(name), exact: true });
    await expect(heading(page)).toBeVisible();
    await (await reach(page, button("Help"))).press("Enter");
    await portal(page).getByText(say("Can I withdraw my application?")).click();
    await button("Withdraw application").press("Enter");
    const dialog = portal(page).getByRole("alertdialog");
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: say("Withdraw application"), exact: true }).press("Enter");
    await expect(dialog.getByText(say("Must select an option"))).toBeVisible();
    await screenshot(page, `withdraw-application-${language}`);
    await dialog.getByText(say("I no longer need it")).click();
    await dialog.getByRole("button", { name: say("Withdraw application"), exact: true }).press("Enter");

    await expect(heading(page)).toHaveText(say("Your loan application has been withdrawn"));
    await expect(button("Close")).toBeVisible();
    await screenshot(page, `application-withdrawn-${language}`);
    await (await reach(page, button("Apply again"))).press("Enter");
    await expect.poll(() => applicant.currentStep()).toBe("ONBOARDING.COLLECT_CONSENT");
    await expect(heading(page)).not.toHaveText(say("Your loan application has been withdrawn"));
    await screenshot(page, `applied-again-${language}`);
    // What was stated the first time is there again; what is ticked is not.
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Last, review and accept terms"));
    await expect(portal(page).locator("#amountRequestedCents")).toHaveValue("$40,000.00");
    await expect(portal(page).locator("#useOfFundsOther")).toHaveValue("A second oven");
    await expect(portal(page).locator("#businessPurposeOnly")).not.toBeChecked();
  });

  test(`closed application: one that stays incomplete is closed after the last day of the notice, and its owner applies again, in ${language}`, async ({
    page,
  }) => {
    const { applicant, email } = await openWaiting(page, language);
    // Business verification does not find the business, and nobody answers.
    await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    await advanceClock(page.request, await businessOf(email), 45);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Your loan application is closed"));
    await screenshots(page, `application-incomplete-${language}`);
    await press(page, say("Apply again"));
    await expect.poll(() => applicant.currentStep()).toBe("ONBOARDING.COLLECT_CONSENT");
  });
}
