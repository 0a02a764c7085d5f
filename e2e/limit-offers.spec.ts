import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectChosen, openOffers, press, queryOf, screenshots } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

/** The limits whose price is that of an example: a draw, an invoice or a bill. The first one has the highest priority. */
const limits = [
  {
    product: "Invoice Financing",
    name: "invoice",
    slider: "An invoice of",
    learnMore: "What each plan costs",
    typed: { "All fees in total": "900", "Days until it is settled": "45" },
  },
  {
    product: "Accounts Payable Financing",
    name: "bill",
    slider: "A bill of",
    learnMore: "What each plan costs",
    typed: { "All fees in total": "900", "Days until it is settled": "45" },
  },
  {
    product: "Line of Credit",
    name: "line",
    slider: "You draw",
    learnMore: "What your line of credit costs",
    typed: { "How many payments": "6", "You would pay back in total": "20000" },
  },
];
type Limit = (typeof limits)[number];

const hasPlans = ({ name }: Limit) => name !== "line";

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  /** Tries an example of the offer that is shown, reads its other pages, and chooses it. */
  async function tryAndChoose(page: Page, limit: Limit): Promise<void> {
    const { name, slider, learnMore, typed } = limit;
    const goOn = portal(page).getByRole("button", { name: say("Continue with offer") });
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await screenshots(page, `${name}-${language}`);

    // The example is moved by keyboard. Its figures are the server's before the offer can be chosen.
    const amount = portal(page).getByRole("textbox", { name: say(slider) });
    const before = await amount.inputValue();
    await portal(page)
      .getByRole("slider", { name: say(slider) })
      .focus();
    await page.keyboard.press("ArrowLeft");
    await expect(amount).not.toHaveValue(before);
    const tried = await amount.inputValue();
    await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    await expect(portal(page).getByText(`${tried}.00`).first()).toBeVisible();

    // Another plan changes the example, and every plan has its APR.
    if (hasPlans(limit)) {
      const plans = portal(page).getByRole("radio");
      const lastDay = portal(page)
        .getByText(/^(Day|Día) \d+$/)
        .first();
      const day = (await lastDay.textContent()) ?? "";
      await plans.first().focus();
      await page.keyboard.press("ArrowDown");
      await expect(plans.nth(1)).toBeChecked();
      await expect(lastDay).not.toHaveText(day);
      for (const plan of await portal(page).getByRole("radiogroup").locator("label").all())
        await expect(plan).toContainText(/APR \d+\.\d\d/);
      await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
    }
    const figure = portal(page)
      .getByRole("button", { name: /^\d+\.\d\d%, / })
      .last();
    await (await reach(page, figure)).click();
    await expect(portal(page).getByRole("dialog")).toContainText(say("Yearly rate (APR)"));
    await settled(page);
    await screenshot(page, `${name}-explain-${language}`);
    await page.keyboard.press("Escape");
    await expect(figure).toBeFocused();

    await press(page, say("Learn more"));
    await expect(heading(page)).toHaveText(say(learnMore));
    await expect(heading(page)).toBeFocused();
    await screenshots(page, `${name}-learn-more-${language}`);
    await press(page, say("Back to my offer"));
    await expect(amount).toHaveValue(tried);

    // Nothing is claimed about another offer until its figures are typed.
    await press(page, say("How does my offer compare"));
    await expect(heading(page)).toBeFocused();
    const other = portal(page).getByRole("region", { name: say("The other offer") });
    await expect(other).toHaveCount(1);
    for (const [field, value] of Object.entries(typed)) await portal(page).getByLabel(say(field)).fill(value);
    await expect(portal(page).getByRole("status").filter({ hasText: "$" })).toBeVisible();
    await expect(other).toHaveCount(2);
    await screenshots(page, `${name}-compare-${language}`);
    await press(page, say("Back to my offer"));
    await expect(amount).toHaveValue(tried);

    await (await reach(page, goOn)).click();
    await expectChosen(page, say);
    await screenshots(page, `${name}-chosen-${language}`);
  }

  test(`limits: their owner tries an example of each, compares it, chooses it and goes back, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    const products = ["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER", "LOC_TERM_LOAN"];
    const business = await openOffers(page, language, { products });
    for (const [at, limit] of limits.entries()) {
      await expect(heading(page)).toHaveText(say("You're approved!"));
      if (at > 0) {
        await press(page, say("Compare offers"));
        const card = portal(page)
          .locator("label")
          .filter({ hasText: say(limit.product) });
        await (await reach(page, card)).click();
        if (at === 1) await screenshots(page, `limits-choose-${language}`);
        await press(page, say("Continue with {selectedName}").replace("{selectedName}", say(limit.product)));
      }
      await tryAndChoose(page, limit);
      await openFinancing(page, queryOf(language));
      await press(page, say("Back"));
    }
    await openFinancing(page, queryOf(language, "&colorScheme=dark"));
    await expect(heading(page)).toHaveText(say("You're approved!"));
    await screenshots(page, `limits-dark-${language}`);

    await advanceClock(page.request, business, 31);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Your offers expired but we can refresh them for you"));
    await portal(page).getByText(say("Display expired offer")).click();
    await expect(portal(page).getByText(say("Expired"), { exact: true })).toHaveCount(limits.length);
    await screenshots(page, `limits-expired-${language}`);
  });
}
