import { expect, type Locator, type Page, test } from "@playwright/test";
import { applyFor } from "./apply.ts";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

/** Checks the page on a narrow phone as well. */
async function screenshots(page: Page, name: string): Promise<void> {
  await settled(page);
  await screenshot(page, name);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await settled(page);
  await screenshot(page, `${name}-320`);
  if (before) await page.setViewportSize(before);
  await settled(page);
}

const press = async (page: Page, name: string | RegExp) =>
  (await reach(page, portal(page).getByRole("button", { name }).last())).click();

/** The figure of a row, in cents. */
const centsOf = async (row: Locator) =>
  Number(/\$([\d,]+\.\d\d)/.exec((await row.textContent()) ?? "")?.[1]?.replace(/[,.]/g, "") ?? Number.NaN);

/** No page of an advance calls it a loan. */
const otherWords = /\b(loan|interest|borrow|préstamo|interés)\b/i;

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);
  const query = (dark = "") => `?locale=${language}${dark}`;

  test(`cash advance: its owner sets the amount, sees what happens when sales fall, and chooses it, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    // An owner who asks for an advance only is asked for the EIN after consent.
    const business = await applyFor(page, query(), { products: ["TERM_LOAN", "MCA"] });
    const openAdvance = async () => {
      await expect(heading(page)).toHaveText(say("You're approved!"));
      await press(page, say("Compare offers"));
      const card = portal(page)
        .locator("label")
        .filter({ hasText: say("Merchant Cash Advance") });
      await (await reach(page, card)).click();
      await press(page, new RegExp(say("Merchant Cash Advance")));
      await expect(heading(page)).toHaveText(say("An advance that moves with your sales"));
    };
    // The first visit confirms the application and asks for an opinion. The second one waits for the decision.
    await openFinancing(page, query());
    await openFinancing(page, query());
    await openAdvance();
    const main = portal(page).locator("main");
    await expect(main.getByText(/^(Est\. APR|APR est\.) \d/).first()).toBeVisible();
    const goOn = portal(page).getByRole("button", { name: say("Continue with offer") });
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `advance-${language}`);

    // The slider is moved by keyboard in steps of 1,000 dollars, and the share of sales follows the tier of the amount.
    const slider = portal(page).getByRole("slider", { name: say("Deposit amount") });
    const amount = portal(page).getByRole("textbox", { name: say("Deposit amount") });
    const largest = await amount.inputValue();
    const share = main.locator("dl > div").filter({ hasText: new RegExp(`^${say("Share of your sales")}`) });
    const largestShare = await share.locator("dd").textContent();
    await slider.focus();
    await page.keyboard.press("Home");
    await expect(amount).toHaveValue("$1,000");
    await expect(share.locator("dd")).not.toHaveText(largestShare ?? "");
    await page.keyboard.press("ArrowRight");
    await expect(amount).toHaveValue("$2,000");
    await page.keyboard.press("End");
    await expect(amount).toHaveValue(largest);
    await page.keyboard.press("ArrowLeft");
    await expect(amount).not.toHaveValue(largest);
    const chosen = await amount.inputValue();
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");

    // Lower sales: the payment falls, the total stays.
    const cost = portal(page).getByRole("region", { name: say("What it costs you") });
    const levels = cost.getByRole("listitem");
    await expect(levels).toHaveCount(3);
    const payments = await Promise.all(
      [0, 1, 2].map((at) => centsOf(levels.nth(at).locator("span.font-semibold").first())),
    );
    expect(payments).toEqual(payments.toSorted((a, b) => b - a));
    expect(new Set(payments).size).toBe(3);

    // A figure opens its derivation and takes the focus back.
    const figure = portal(page).getByRole("button", { name: /^\d+\.\d\d%, / });
    await (await reach(page, figure)).click();
    await expect(portal(page).getByRole("dialog")).toContainText(say("Yearly rate (APR)"));
    await settled(page);
    await screenshot(page, `advance-explain-${language}`);
    await page.keyboard.press("Escape");
    await expect(figure).toBeFocused();

    await expect(main).not.toContainText(otherWords);
    await press(page, say("Learn more"));
    await expect(heading(page)).toHaveText(say("What your advance costs"));
    await expect(heading(page)).toBeFocused();
    await expect(main).not.toContainText(otherWords);
    await screenshots(page, `advance-learn-more-${language}`);
    await press(page, say("Back to my offer"));
    await expect(amount).toHaveValue(chosen);

    await press(page, say("How does my offer compare"));
    await portal(page).getByLabel(say("How many payments")).fill("100");
    await portal(page).getByLabel(say("You would pay back in total")).fill("900000");
    await expect(portal(page).getByRole("status").filter({ hasText: "$" })).toBeVisible();
    await expect(main).not.toContainText(otherWords);
    await screenshots(page, `advance-compare-${language}`);
    await press(page, say("Back to my offer"));

    await (await reach(page, goOn)).click();
    await expect(heading(page)).toHaveText(say("What happens next"));
    await expect(portal(page).getByText(chosen)).toBeVisible();
    await screenshots(page, `advance-chosen-${language}`);

    await openFinancing(page, query("&colorScheme=dark"));
    await press(page, say("Back"));
    await openAdvance();
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `advance-dark-${language}`);

    await advanceClock(page.request, business, 31);
    await openFinancing(page, query());
    await expect(heading(page)).toHaveText(say("Your offers expired but we can refresh them for you"));
    await portal(page).getByText(say("Display expired offer")).click();
    const expired = portal(page)
      .locator("section")
      .filter({ hasText: say("Fee as low as") });
    const lowest = expired.locator("dl > div").first();
    await expect(lowest).toContainText("$1,000.00");
    expect(await centsOf(lowest.locator("dd"))).toBeLessThan(100_000);
    await expect(expired).not.toContainText(otherWords);
    await expired.scrollIntoViewIfNeeded();
    await screenshots(page, `advance-expired-${language}`);
  });
}
