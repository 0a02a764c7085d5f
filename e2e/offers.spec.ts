import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applyFor, type Wishes } from "./apply.ts";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import { rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock, confirmDenial } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

const queryOf = (language: Language) => (language === "es" ? "?locale=es" : "");

/**
 * An owner applies and waits on the page after consent. A decision is held back from the page until `release` is called, and the page's
 * next request for it fails when `loseConnection` is called.
 */
async function waitForDecision(page: Page, language: Language, wishes: Wishes) {
  const business = await applyFor(page, queryOf(language), wishes);
  let isHeld = true;
  let failed: PromiseWithResolvers<void> | null = null;
  await page.route("**/api/v1/workflow/offers", async (route) => {
    if (failed) {
      await route.abort("internetdisconnected");
      failed.resolve();
    } else if (isHeld) await route.fulfill({ json: { currentStep: "OFFERS_PENDING" } });
    else await route.continue();
  });
  await openFinancing(page, queryOf(language));
  await expectWaitingPage(inPartnersPage(page), wordsIn(language));
  // A reload would lose the mark.
  await portal(page)
    .locator("html")
    .evaluate((html) => {
      html.dataset["mark"] = "same page";
    });
  return {
    business,
    loseConnection: async () => {
      failed = Promise.withResolvers();
      await failed.promise;
      failed = null;
    },
    release: () => {
      isHeld = false;
    },
  };
}

/** The page has turned by itself: the heading has the focus, and the document is the same. */
async function expectTurned(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toBeFocused();
  await expect(portal(page).locator("html")).toHaveAttribute("data-mark", "same page");
  await settled(page);
}

/** Checks the page on a narrow phone as well. */
async function screenshots(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await settled(page);
  await screenshot(page, `${name}-320`);
  if (before) await page.setViewportSize(before);
  await settled(page);
}

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string, role: "button" | "link"): Promise<void> {
  const target = portal(page).getByRole(role, { name, exact: true }).first();
  for (let count = 0; count < 20; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

const press = async (page: Page, name: string | RegExp) =>
  (await reach(page, portal(page).getByRole("button", { name }).last())).click();

const applicationsOf = async (business: Tenant) => (await rowsOf(business)).applications.map(({ status }) => status);

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
    await settled(page);
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
    await settled(page);
    await screenshots(page, `offers-compare-${language}`);
    await press(page, say("Back to my offer"));

    // The other products have the same rows in the same order, and an advance is called no loan.
    await press(page, say("Compare offers"));
    const cards = portal(page).getByRole("radio");
    await expect(cards).toHaveCount(3);
    await settled(page);
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
    await settled(page);
    await screenshots(page, `offers-advance-${language}`);
    await press(page, say("Back"));
    await expect(cards).toHaveCount(3);
    await press(page, say("Back"));
    await expect(slider).toHaveAttribute("aria-valuetext", amount);

    await (await reach(page, goOn)).click();
    await expect(heading(page)).toHaveText(say("What happens next"));
    // The page scrolls to its top, and the parent page is told that the step has changed.
    await expect(heading(page)).toBeInViewport();
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Step [2-6] of 6 · /);
    await expect(portal(page).getByText(amount)).toBeVisible();
    await settled(page);
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

  test(`offers: they expire after 30 days and can be refreshed, in ${language}`, async ({ page }) => {
    const { business, release } = await waitForDecision(page, language, { products: ["TERM_LOAN"] });
    release();
    await expectTurned(page, say("You're approved!"));
    await advanceClock(page.request, business, 31);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Your offers expired but we can refresh them for you"));
    await screenshots(page, `offers-expired-${language}`);
    const details = portal(page).getByText(say("Display expired offer"));
    await details.focus();
    await page.keyboard.press("Enter");
    await expect(portal(page).getByText(say("Expired"), { exact: true })).toBeVisible();
    await settled(page);
    await screenshots(page, `offers-expired-shown-${language}`);
    await press(page, say("Refresh offers"));
    await expect(heading(page)).toHaveText(say("We will be in touch soon. Thanks!"), { timeout: 15_000 });
    await settled(page);
    await screenshots(page, `offers-refresh-pending-${language}`);
    await press(page, say("Close"));
    await expect(page).toHaveURL(`${demoUrl}/`);
  });

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
    await settled(page);
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
