import { expect, type Page, test } from "@playwright/test";
import { bankWindow, passConsent, shareAccounts } from "./bank-window.ts";
import { openAccount, portal, reach } from "./demo.ts";
import { agree, begin, expectWaitingPage } from "./journey.ts";
import { inPartnersPage } from "./screen.ts";

/** What the path costs a person, and how long each screen took to appear. */
type Counted = { clicks: number; typed: number; changes: { title: string; ms: number }[] };

/** Counts in every document of the page: clicks, typed characters, and the time from a click to the next heading. */
async function countActions(page: Page): Promise<Counted> {
  const counted: Counted = { clicks: 0, typed: 0, changes: [] };
  await page.exposeFunction("countClick", () => void counted.clicks++);
  await page.exposeFunction("countTyped", () => void counted.typed++);
  await page.exposeFunction("countScreen", (title: string, ms: number) => void counted.changes.push({ title, ms }));
  await page.addInitScript(() => {
    type Counting = Record<"countClick" | "countTyped", () => void> & {
      countScreen: (title: string, ms: number) => void;
    };
    const { countClick, countTyped, countScreen } = window as unknown as Counting;
    let clickedAt = 0;
    addEventListener(
      "click",
      ({ isTrusted, detail }) => {
        // A label's click on its field, and Enter on a button, are no clicks of a person.
        if (!isTrusted || detail === 0) return;
        clickedAt = performance.now();
        countClick();
      },
      true,
    );
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key.length === 1) countTyped();
      },
      true,
    );
    let before = "";
    new MutationObserver(() => {
      const title = document.querySelector("h1")?.textContent ?? "";
      if (!title || title === before) return;
      before = title;
      const since = clickedAt;
      requestAnimationFrame(() => countScreen(title, since === 0 ? 0 : performance.now() - since));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return counted;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("shortest path: an owner applies for one product, and its clicks, characters, screens and times are counted", async ({
  page,
}) => {
  const counted = await countActions(page);
  await openAccount(page, "?products=FAST_PAY");
  const screen = inPartnersPage(page);
  const type = async (id: string, text: string) => {
    await screen.field(id).click();
    await page.keyboard.type(text);
  };
  await begin(screen);

  await screen.shows("First, tell us who owns this business");
  await type("phoneNumber", "5035550134");
  await (await reach(page, screen.field("addressLineOne"))).click();
  await page.keyboard.type("16 orch");
  await portal(page).getByRole("option", { name: "16 Orchard Ln, Hood River, OR, USA" }).click();
  await screen.press("Continue");
  await screen.shows("Now, tell us more about the business");
  await type("phoneNumber", "5035550135");
  await type("website", "harbor.test");
  await screen.tick("The business address is my home address");
  await screen.press("Continue");

  await screen.shows("Connect your bank account");
  await screen.press("Connect your bank");
  await screen.confirmItIsMe();
  const bank = bankWindow(page);
  await passConsent(bank);
  await bank.getByRole("button", { name: "First Calm Bank" }).click();
  await bank.locator("input").nth(0).pressSequentially("user_good");
  await bank.locator("input").nth(1).pressSequentially("pass_good");
  await bank.locator("input").nth(1).press("Enter");
  await shareAccounts(bank);
  await screen.says("Do you want to link another account?");
  await screen.press("Continue");
  await screen.shows("Authorize ACH payments");
  await screen.press("Continue");

  await screen.shows("Does the business have other owners?");
  const seen = counted.changes.length;
  const actions = { clicks: counted.clicks, typed: counted.typed };
  for (let times = 0; times < 3; times++) {
    await screen.press("Back");
    await screen.shows("Connect your bank account");
    await screen.press("Back");
    await screen.shows("Now, tell us more about the business");
    await screen.press("Continue");
    await screen.shows("Connect your bank account");
    await screen.press("Continue");
    await screen.shows("Authorize ACH payments");
    await screen.press("Continue");
    await screen.shows("Does the business have other owners?");
  }
  const revisited = counted.changes.splice(seen);
  Object.assign(counted, actions);
  await type("ownershipPercentage", "100");
  await screen.press("Done");
  await screen.shows("Last, review and accept terms");
  await type("amountRequestedCents", "40000");
  await type("grossAnnualRevenueCents", "625000");
  await agree(screen);
  await expectWaitingPage(screen);

  const first = counted.changes.filter(({ ms }) => ms > 0);
  const figures = {
    clicks: counted.clicks,
    typed: counted.typed,
    screens: counted.changes.length,
    firstVisitP50: Math.round(median(first.map(({ ms }) => ms))),
    revisitedP50: Math.round(median(revisited.map(({ ms }) => ms))),
  };
  console.log(JSON.stringify({ figures, first, revisited }));
  expect(figures.clicks).toBeLessThanOrEqual(53);
});
