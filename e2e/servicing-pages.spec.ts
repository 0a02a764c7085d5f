import { expect, test } from "@playwright/test";
import { heading, openFinancing, portal, settled } from "./demo.ts";
import { queryOf } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { type Answers, servicingPages } from "./servicing-page-list.ts";
import { advancePages, invoicePages, linePages, loanPages } from "./servicing-samples.ts";
import { showServicing } from "./shown-servicing.ts";
import { languagesInCi, wordsIn } from "./words.ts";

// Every page of servicing with supplied answers: no accessibility violations, and the rules of the layout.

for (const [about, list] of Object.entries(servicingPages))
  for (const language of languagesInCi)
    test(`servicing pages of a ${about}: each is laid out by the rules (${language})`, async ({ page }) => {
      test.setTimeout(600_000);
      const say = wordsIn(language);
      const answers: Answers = { ...loanPages.current };
      for (const [at, shown] of list.entries()) {
        Object.assign(answers, shown.answers);
        if (at === 0) await showServicing(page, answers, queryOf(language));
        else await openFinancing(page, queryOf(language));
        await shown.go?.(page, say);
        const title = say(shown.title).replace("{day}", language === "en" ? "Apr 10" : "10 abr");
        await expect(heading(page)).toHaveText(title);
        await settled(page);
        await screenshot(page, `servicing-${about.replaceAll(" ", "-")}-${shown.name}-${language}`);
      }
    });

const broken = {
  "term loan": loanPages.broken,
  "cash advance": advancePages.broken,
  "line of credit": linePages.broken,
  "invoice line": invoicePages.broken,
};
test("servicing pages: one that cannot be loaded can be tried again", async ({ page }) => {
  const answers: Answers = { ...loanPages.current };
  await showServicing(page, answers);
  for (const [about, supplied] of Object.entries(broken)) {
    Object.assign(answers, supplied);
    await page.reload();
    await expect(heading(page)).toHaveText("Something went wrong");
    await expect(portal(page).getByText("Nothing is lost and nothing was charged.")).toBeVisible();
    await expect(portal(page).getByRole("button", { name: "Try again" })).toBeVisible();
    await screenshot(page, `servicing-${about.replaceAll(" ", "-")}-broken`);
  }
});
