import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import {
  applicationsOf,
  expectChosen,
  expectTurned,
  press,
  queryOf,
  screenshots,
  waitForDecision,
} from "./offer-pages.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { type Language, wordsIn } from "./words.ts";

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`offers: they appear on the waiting page by themselves, even after a lost connection, and one is chosen at an amount, in ${language}`, async ({
    page,
  }) => {
    const products = ["TERM_LOAN", "LOC_TERM_LOAN", "MCA"];
    const { business, loseConnection, release } = await waitForDecision(page, language, { products });
    await loseConnection();
    await expectWaitingPage(inPartnersPage(page), say);
    release();
    await expectTurned(page, say("You're approved!"));
    // The parent page is told the step, which the demo partner shows in the title of its tab.
    await expect(page).toHaveTitle(/^Step 1 of 6 · /);
    // The group with the highest priority is shown, with its price.
    await expect(portal(page).getByText(say("Total cost of this loan"))).toBeVisible();
    await expect(
      portal(page)
        .getByText(/^APR \d/)
        .first(),
    ).toBeVisible();
    const goOn = portal(page).getByRole("button", { name: say("Continue with offer") });
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `offers-term-loan-${language}`);

    // The amount is set by keyboard, and cannot be accepted before the server has computed its figures.
    const slider = portal(page).getByRole("slider", { name: say("Loan amount") });
    const largest = await slider.getAttribute("aria-valuetext");
    let answer = () => {};
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/v1/offers/*/quote", async (route) => {
      await isHeld;
      await route.continue();
    });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slider).not.toHaveAttribute("aria-valuetext", largest ?? "");
    const amount = (await slider.getAttribute("aria-valuetext")) ?? "";
    await expect(portal(page).getByRole("textbox", { name: say("Loan amount") })).toHaveValue(amount);
    await expect(goOn).toHaveAttribute("aria-disabled", "true");
    answer();
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await expect(portal(page).getByText(`${amount}.00`).first()).toBeVisible();

    // A figure opens its derivation and takes the focus back.
    const figure = portal(page).getByRole("button", { name: /^\d+\.\d\d%, / });
    await (await reach(page, figure)).click();
    await expect(portal(page).getByRole("dialog")).toContainText(say("Yearly rate (APR)"));
    await settled(page);
    await screenshot(page, `offers-explain-${language}`);
    await page.keyboard.press("Escape");
    await expect(figure).toBeFocused();

    await press(page, say("Learn more"));
    await expect(heading(page)).toHaveText(say("What your loan costs"));
    await expect(heading(page)).toBeInViewport();
    await expect(heading(page)).toBeFocused();
    await screenshots(page, `offers-learn-more-${language}`);
    await press(page, say("Back to my offer"));
    await expect(slider).toHaveAttribute("aria-valuetext", amount);

    await press(page, say("How does my offer compare"));
    await expect(heading(page)).toHaveText(say("How does my offer compare"));
    await portal(page).getByLabel(say("How many payments")).fill("126");
    await portal(page).getByLabel(say("You would pay back in total")).fill("95000");
    await expect(
      portal(page)
        .getByRole("region", { name: say("The other offer") })
        .getByText(/APR/)
        .first(),
    ).toBeVisible();
    await screenshots(page, `offers-compare-${language}`);
    await press(page, say("Back to my offer"));

    // The other products have the same rows in the same order, and an advance is called no loan.
    await press(page, say("Compare offers"));
    const cards = portal(page).getByRole("radio");
    await expect(cards).toHaveCount(3);
    await screenshots(page, `offers-choose-${language}`);
    const rows = await portal(page)
      .getByRole("radiogroup")
      .locator("dl")
      .evaluateAll((lists) => lists.map((list) => [...list.querySelectorAll("dt")].map((row) => row.textContent)));
    expect(new Set(rows.map(String)).size).toBe(1);
    const advance = portal(page)
      .locator("label")
      .filter({ hasText: say("Merchant Cash Advance") });
    await expect(advance).not.toContainText(/\bloan\b|interest|préstamo|interés/i);
    await (await reach(page, advance)).click();
    await press(page, new RegExp(say("Merchant Cash Advance")));
    await screenshots(page, `offers-advance-${language}`);
    await press(page, say("Back"));
    await expect(cards).toHaveCount(3);
    await press(page, say("Back"));
    await expect(slider).toHaveAttribute("aria-valuetext", amount);

    await (await reach(page, goOn)).click();
    await expectChosen(page, say);
    // The page scrolls to its top, and the parent page is told that the step has changed.
    await expect(heading(page)).toBeInViewport();
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Step [2-6] of 6 · /);
    await expect(portal(page).getByText(amount)).toBeVisible();
    await screenshots(page, `offers-chosen-${language}`);
    await openFinancing(page, queryOf(language));
    await press(page, say("Back"));
    await expect(heading(page)).toHaveText(say("You're approved!"));
    await expect(slider).toHaveAttribute("aria-valuetext", /\$/);
    expect(await applicationsOf(business)).toEqual(products.map(() => "WAITING_FOR_ACCEPTANCE"));
    // Back from the first page ends the visit, of which the partner is told.
    await press(page, say("Back"));
    await expect(page).toHaveURL(`${demoUrl}/`);
  });
}
