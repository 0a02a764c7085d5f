import { expect, type Page, test } from "@playwright/test";
import { portalUrl } from "./addresses.ts";
import { bankWindow, passConsent, reviewedUser, shareAccounts } from "./bank-window.ts";
import { openAccount, portal, reach } from "./demo.ts";
import { agree, begin, expectWaitingPage } from "./journey.ts";
import { inPartnersPage } from "./screen.ts";
import { newCode, stepUpDialog } from "./step-up.ts";

/** What the path costs a person. `ms` is the time from the click that led to a screen of the portal; null if none did. */
type Counted = { clicks: number; typed: number; changes: { title: string; ms: number | null }[] };

/** Counts in every document of the page, the bank's window included: clicks, typed characters and screens. */
async function countActions(page: Page): Promise<Counted> {
  const counted: Counted = { clicks: 0, typed: 0, changes: [] };
  await page.exposeFunction("countClick", () => void counted.clicks++);
  await page.exposeFunction("countTyped", () => void counted.typed++);
  await page.exposeFunction(
    "countScreen",
    (title: string, ms: number | null) => void counted.changes.push({ title, ms }),
  );
  await page.addInitScript((portalOrigin) => {
    type Counting = Record<"countClick" | "countTyped", () => void> & {
      countScreen: (title: string, ms: number | null) => void;
    };
    const { countClick, countTyped, countScreen } = window as unknown as Counting;
    let clickedAt: number | null = null;
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
      const since = window.origin === portalOrigin ? clickedAt : null;
      // Only the first screen after a click belongs to it.
      clickedAt = null;
      requestAnimationFrame(() => countScreen(title, since === null ? null : performance.now() - since));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, new URL(portalUrl).origin);
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
  const stepUp = stepUpDialog(screen.root);
  await expect(stepUp.getByRole("textbox")).toBeFocused();
  await page.keyboard.type(await newCode(page));
  await page.keyboard.press("Enter");
  await expect(stepUp).toBeHidden();
  const bank = bankWindow(page);
  await passConsent(bank);
  await bank.getByRole("button", { name: "First Calm Bank" }).click();
  await bank.locator("input").nth(0).pressSequentially(reviewedUser);
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
  for (let times = 0; times < 5; times++) {
    await screen.press("Back");
    await screen.shows("Connect your bank account");
    await screen.press("Back");
    await screen.shows("Now, tell us more about the business");
    // The answers after it stay, so the path goes on where it was left.
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
  // No step before asked for the EIN, and the registers do not find the business without it.
  await screen.shows("Confirm business and provide your EIN");
  await type("tin", "990000001");
  await screen.press("Continue");
  await expectWaitingPage(screen);

  const timesOf = (changes: Counted["changes"]) => changes.flatMap(({ ms }) => (ms === null ? [] : [Math.round(ms)]));
  const figures = {
    clicks: counted.clicks,
    typed: counted.typed,
    screens: counted.changes.length,
    firstVisitP50: median(timesOf(counted.changes)),
    revisitedP50: median(timesOf(revisited)),
  };
  console.log(JSON.stringify({ figures, first: counted.changes, revisited }));
  expect(figures.clicks).toBeLessThanOrEqual(40);
  expect(figures.typed).toBeLessThanOrEqual(90);
});
