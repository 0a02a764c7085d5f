import { expect, test } from "@playwright/test";
import { heading, openFinancing, portal, settled } from "./demo.ts";
import { screenshot } from "./screenshot.ts";
import { type Answers, servicingPages } from "./servicing-page-list.ts";
import { loanPages } from "./servicing-samples.ts";
import { showServicing } from "./shown-servicing.ts";

// Every page of servicing in the dark, and while it is loading.

const same = (english: string) => english;
const dark = "?colorScheme=dark";

for (const [about, list] of Object.entries(servicingPages))
  test(`servicing pages of a ${about}: each is legible in the dark`, async ({ page }) => {
    test.setTimeout(600_000);
    const answers: Answers = { ...loanPages.current };
    for (const [at, shown] of list.entries()) {
      Object.assign(answers, shown.answers);
      if (at === 0) await showServicing(page, answers, dark);
      else await openFinancing(page, dark);
      await shown.go?.(page, same);
      await expect(heading(page)).toHaveText(shown.title.replace("{day}", "Apr 10"));
      await settled(page);
      await screenshot(page, `dark-servicing-${about.replace(" ", "-")}-${shown.name}`);
    }
  });

test("servicing pages: one that is loading shows the shape of what comes", async ({ page }) => {
  await showServicing(page, loanPages.current);
  let isHeld = true;
  await page.route("**/term-loan", async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 100));
    await route.fallback();
  });
  await page.reload();
  const loading = portal(page).locator("[data-loading]");
  await expect(loading).toBeVisible();
  await settled(page);
  await screenshot(page, "servicing-loading");
  isHeld = false;
  await expect(heading(page)).toHaveText("Term Loan");
});
