import { expect, test } from "@playwright/test";
import { stopEmails } from "../packages/contracts/src/calls/notifications.ts";
import { portalUrl } from "./addresses.ts";
import { heading, openFinancing, portal, settled } from "./demo.ts";
import { press, queryOf } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { loanPages } from "./servicing-samples.ts";
import { showServicing } from "./shown-servicing.ts";
import { languagesInCi, wordsIn } from "./words.ts";

// Which emails a person gets, chosen on the page and by the link in an email. The products are supplied; the choice is the server's.

const incomplete = { en: /^This link is not complete/, es: /^Este enlace no está completo/ };

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`emails: a person turns a topic off on the page, and it stays off (${language})`, async ({ page }) => {
    test.setTimeout(300_000);
    await showServicing(page, loanPages.current, queryOf(language));
    const root = portal(page);
    const openEmails = async () => {
      await press(page, say("Menu"));
      await root
        .getByRole("dialog")
        .getByRole("button", { name: say("Emails"), exact: true })
        .click();
      await expect(heading(page)).toHaveText(say("Emails"));
    };
    const box = root.getByRole("checkbox", { name: say("Payments made") });
    await openEmails();
    await expect(box).toBeChecked();
    await expect(root.getByRole("checkbox")).toHaveCount(4);
    await box.click();
    await expect(root.getByText(say("Your choice is saved."))).toBeVisible();
    await expect(box).not.toBeChecked();
    await settled(page);
    await screenshot(page, `notices-1-emails-${language}`);
    await openFinancing(page, queryOf(language));
    await openEmails();
    await expect(box).not.toBeChecked();
  });

  test(`emails: the page of a link stops only what its button is pressed for (${language})`, async ({ page }) => {
    test.setTimeout(300_000);
    const query = new URLSearchParams({
      stopEmails: "REPAYMENT_REMINDER PAYMENT_MADE PAYMENT_PROBLEM",
      locale: language,
    });
    await page.goto(`${portalUrl}/?${query}#unknown`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("Stop these emails?"));
    const stop = (topic: string) => page.getByRole("button", { name: new RegExp(`${say(topic)}$`) });
    await expect(stop("Missed payments")).toHaveCount(0);
    await stop("Payments made").click();
    await expect(page.getByText(incomplete[language])).toBeVisible();
    await screenshot(page, `notices-2-unknown-link-${language}`);
    const asked: unknown[] = [];
    await page.route(`**${stopEmails.path}`, (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { stopped: ["PAYMENT_MADE"] } });
    });
    await stop("Payments made").click();
    await expect(page.getByText(say("Stopped"), { exact: true })).toHaveCount(1);
    expect(asked).toEqual([{ token: "unknown", topic: "PAYMENT_MADE" }]);
    await expect(stop("Payment reminders")).toBeVisible();
    await screenshot(page, `notices-3-stopped-${language}`);
  });
}
