import { expect, type Locator, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectChosen, openOffers, press, queryOf, screenshots } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock, reportSales } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

/** The figure of a row, in cents. */
const centsOf = async (row: Locator) =>
  Number(/\$([\d,]+\.\d\d)/.exec((await row.textContent()) ?? "")?.[1]?.replace(/[,.]/g, "") ?? Number.NaN);

/** No page of an advance calls it a loan. */
const otherWords = /\b(loans?|interest|borrow|préstamos?|interés)\b/i;

/** The integrated advance is on the sales on the partner's platform, and starts at a smaller amount. */
const advances = [
  { product: "Merchant Cash Advance", name: "advance", least: "$1,000", second: "$2,000" },
  { product: "Integrated Merchant Cash Advance", name: "integrated-advance", least: "$500", second: "$1,500" },
] as const;
type SomeAdvance = (typeof advances)[number];

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);
  const main = (page: Page) => portal(page).locator("main");
  const goOn = (page: Page) => portal(page).getByRole("button", { name: say("Continue with offer") });

  async function openAdvance(page: Page, { product }: SomeAdvance): Promise<void> {
    await expect(heading(page)).toHaveText(say("You're approved!"));
    await press(page, say("Compare offers"));
    const card = portal(page).getByText(say(product), { exact: true });
    await (await reach(page, card)).click();
    await press(page, say("Continue with {selectedName}").replace("{selectedName}", say(product)));
    await expect(heading(page)).toHaveText(say("An advance that moves with your sales"));
  }

  /** Sets the amount of the advance that is shown, reads its other pages, and chooses it. */
  async function setAndChoose(page: Page, { name, least, second }: SomeAdvance): Promise<void> {
    await expect(
      main(page)
        .getByText(/^(Est\. APR|APR est\.) \d/)
        .first(),
    ).toBeVisible();
    await expect(goOn(page)).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `${name}-${language}`);

    // The slider is moved by keyboard, and the share of sales follows the tier of the amount.
    const slider = portal(page).getByRole("slider", { name: say("Deposit amount") });
    const amount = portal(page).getByRole("textbox", { name: say("Deposit amount") });
    const largest = await amount.inputValue();
    const share = main(page)
      .locator("dl > div")
      .filter({ hasText: new RegExp(`^${say("Share of your sales")}`) });
    const largestShare = await share.locator("dd").textContent();
    await slider.focus();
    await page.keyboard.press("Home");
    await expect(amount).toHaveValue(least);
    await expect(share.locator("dd")).not.toHaveText(largestShare ?? "");
    await page.keyboard.press("ArrowRight");
    await expect(amount).toHaveValue(second);
    await page.keyboard.press("End");
    await expect(amount).toHaveValue(largest);
    await page.keyboard.press("ArrowLeft");
    await expect(amount).not.toHaveValue(largest);
    const chosen = await amount.inputValue();
    await expect(goOn(page)).not.toHaveAttribute("aria-disabled", "true");

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
    await screenshot(page, `${name}-explain-${language}`);
    await page.keyboard.press("Escape");
    await expect(figure).toBeFocused();

    await expect(main(page)).not.toContainText(otherWords);
    await press(page, say("Learn more"));
    await expect(heading(page)).toHaveText(say("What your advance costs"));
    await expect(heading(page)).toBeFocused();
    await expect(main(page)).not.toContainText(otherWords);
    await screenshots(page, `${name}-learn-more-${language}`);
    await press(page, say("Back to my offer"));
    await expect(amount).toHaveValue(chosen);

    await press(page, say("How does my offer compare"));
    await portal(page).getByLabel(say("How many payments")).fill("100");
    await portal(page).getByLabel(say("You would pay back in total")).fill("45000");
    await expect(portal(page).getByRole("status").filter({ hasText: "$" })).toBeVisible();
    await expect(main(page)).not.toContainText(otherWords);
    await screenshots(page, `${name}-compare-${language}`);
    await press(page, say("Back to my offer"));

    await (await reach(page, goOn(page))).click();
    await expectChosen(page, say);
    await expect(portal(page).getByText(chosen)).toBeVisible();
    await expect(main(page)).not.toContainText(otherWords);
    await screenshots(page, `${name}-chosen-${language}`);
  }

  test(`cash advances: their owner sets the amount of each, sees what happens when sales fall, and chooses it, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    // An owner who asks for advances only is asked for the EIN after consent.
    const business = await openOffers(page, language, {
      products: ["TERM_LOAN", "MCA", "INTEGRATED_MCA"],
      prepare: (tenant) => reportSales(tenant, 4_000_000),
    });
    for (const advance of advances) {
      await openAdvance(page, advance);
      await setAndChoose(page, advance);
      await openFinancing(page, queryOf(language));
      await press(page, say("Back"));
    }
    await openFinancing(page, queryOf(language, "&colorScheme=dark"));
    await openAdvance(page, advances[0]);
    await expect(goOn(page)).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `advance-dark-${language}`);

    await advanceClock(page.request, business, 31);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Your offers expired but we can refresh them for you"));
    await portal(page).getByText(say("Display expired offer")).click();
    const expired = portal(page)
      .locator("section")
      .filter({ hasText: say("Fee as low as") });
    await expect(expired).toHaveCount(advances.length);
    for (const one of await expired.all()) {
      const lowest = one.locator("dl > div").first();
      await expect(lowest).toContainText("$1,000.00");
      expect(await centsOf(lowest.locator("dd"))).toBeLessThan(100_000);
      await expect(one).not.toContainText(otherWords);
    }
    await expired.first().scrollIntoViewIfNeeded();
    await screenshots(page, `advances-expired-${language}`);
  });
}
