import { expect, test } from "@playwright/test";
import { heading, portal, reach, settled } from "./demo.ts";
import { openOffers, press } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { languagesInCi, wordsIn } from "./words.ts";

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`cash-flow fit: the owner sees what an offer would have left of the balances, in ${language}`, async ({
    page,
  }) => {
    await openOffers(page, language, { products: ["TERM_LOAN", "MCA"] });
    let answer: "FAIL" | "TOO_FEW" | "REAL" = "FAIL";
    await page.route("**/api/v1/offers/*/cash-flow-fit*", async (route) => {
      if (answer === "FAIL") await route.fulfill({ status: 500, json: { code: "INTERNAL", requestId: "req_1" } });
      else if (answer === "TOO_FEW")
        await route.fulfill({ json: { outcome: "TOO_FEW_DAYS", knownDays: 41, neededDays: 90 } });
      else await route.continue();
    });

    await press(page, say("Will it fit my cash flow?"));
    await expect(heading(page)).toHaveText(say("Would this loan have fit your cash flow?"));
    await expect(heading(page)).toBeFocused();
    await expect(portal(page).getByText(say("We could not load your balances"))).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-failed-${language}`);
    answer = "TOO_FEW";
    await press(page, say("Try again"));
    await expect(portal(page).getByText(say("We know too few of your balances"))).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-too-few-${language}`);
    await press(page, say("Back to my offer"));

    answer = "REAL";
    const slider = portal(page).getByRole("slider", { name: say("Loan amount") });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const amount = (await slider.getAttribute("aria-valuetext")) ?? "";
    await press(page, say("Will it fit my cash flow?"));
    await expect(portal(page).getByText(say("Least you would have had"))).toBeVisible();
    await expect(portal(page).getByText(`${amount}.00`).first()).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-${language}`);
    await (await reach(page, portal(page).getByText(say("Show as a table")))).click();
    await expect(portal(page).getByRole("row")).not.toHaveCount(0);
    expect(await portal(page).getByRole("row").count()).toBeGreaterThan(50);
    const before = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    await settled(page);
    await screenshot(page, `cash-flow-fit-table-320-${language}`);
    if (before) await page.setViewportSize(before);
    await press(page, say("Back to my offer"));
    await expect(slider).toHaveAttribute("aria-valuetext", amount);
  });
}
