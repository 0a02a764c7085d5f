import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal, settled } from "./demo.ts";
import { applicationsOf, expectTurned, queryOf, screenshots, waitForDecision } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock, confirmDenial } from "./setup.ts";
import { languagesInCi, wordsIn } from "./words.ts";

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string, role: "button" | "link"): Promise<void> {
  const target = portal(page).getByRole(role, { name, exact: true }).first();
  for (let count = 0; count < 20; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`no offers: the page says so by itself after staff have confirmed the denial, and has the notices, in ${language}`, async ({
    page,
  }) => {
    // The bureau has a low score and a judgment of this surname, so that the owner's own report is a reason.
    const wishes = { products: ["TERM_LOAN"], bankUser: "user_shrinking", lastName: "Subprime" };
    const { business, release } = await waitForDecision(page, language, wishes);
    release();
    await confirmDenial(business);
    await expectTurned(page, say("Sorry, you do not have any offers available right now"));
    await screenshots(page, `no-offers-${language}`);
    await tabTo(page, say("Learn more"), "button");
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(say("Notice of action taken and reasons"));
    await expect(heading(page)).toBeFocused();
    const notices = portal(page)
      .locator("section")
      .filter({ has: page.getByText("Inlay Funding LLC") });
    await expect(notices).toHaveCount(2);
    await expect(notices.first()).not.toContainText("560");
    await expect(notices.last()).toContainText("560");
    await expect(notices.last()).toContainText(say("Only you can see this"));
    await screenshots(page, `notice-${language}`);
    await notices.last().scrollIntoViewIfNeeded();
    await settled(page);
    await screenshot(page, `notice-private-${language}`);
    const download = page.waitForEvent("download");
    await notices
      .first()
      .getByRole("button", { name: say("Download as PDF") })
      .click();
    expect((await download).suggestedFilename()).toMatch(/^notice-[0-9a-f]{8}\.pdf$/);
    await tabTo(page, say("Back"), "button");
    await page.keyboard.press("Enter");
    await expect(heading(page)).toBeFocused();
    await tabTo(page, say("Close"), "button");
    expect(await applicationsOf(business)).toEqual(["NO_OFFERS"]);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Sorry, you do not have any offers available right now"));
  });

  test(`no offers: the page says what would help, takes an appeal, and lets the owner apply again after 90 days, in ${language}`, async ({
    page,
  }) => {
    const wishes = { products: ["TERM_LOAN"], bankUser: "user_shrinking" };
    const { business, release } = await waitForDecision(page, language, wishes);
    release();
    await confirmDenial(business);
    await expectTurned(page, say("Sorry, you do not have any offers available right now"));
    await expect(portal(page).getByText(say("What would change the answer"))).toBeVisible();
    await expect(portal(page).getByText(say("Cash flow"), { exact: true })).toBeVisible();
    await tabTo(page, say("Ask a person to look again"), "button");
    await page.keyboard.press("Enter");
    const text = portal(page).getByLabel(say("What should we look at again?"));
    await expect(text).toBeFocused();
    await tabTo(page, say("Send to a person"), "button");
    await page.keyboard.press("Enter");
    await expect(text).toBeFocused();
    await screenshots(page, `no-offers-appeal-error-${language}`);
    await text.fill("In July our oven was broken, so the sales of that month are too low.");
    await screenshots(page, `no-offers-appeal-${language}`);
    await tabTo(page, say("Send to a person"), "button");
    await page.keyboard.press("Enter");
    await expect(portal(page).getByText(say("We have your request"))).toBeVisible();
    await screenshots(page, `no-offers-appealed-${language}`);

    await advanceClock(page.request, business, 91);
    await openFinancing(page, queryOf(language));
    await expect(portal(page).getByText(say("You can apply again now."))).toBeVisible();
    await portal(page).getByText(say("What you wrote")).scrollIntoViewIfNeeded();
    await screenshots(page, `no-offers-again-${language}`);
    await portal(page)
      .getByRole("button", { name: say("Apply again") })
      .click();
    await expect(heading(page)).toHaveText(say("Your application"));
  });
}
