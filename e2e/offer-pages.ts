import { expect, type Page } from "@playwright/test";
import { applyFor, type Wishes } from "./apply.ts";
import { heading, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import { rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { type Language, wordsIn } from "./words.ts";

export const queryOf = (language: Language, more = ""): string => `?locale=${language}${more}`;

/** Saves a screenshot, and checks the page on a narrow phone as well. */
export async function screenshots(page: Page, name: string): Promise<void> {
  await settled(page);
  await screenshot(page, name);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await settled(page);
  await screenshot(page, `${name}-320`);
  if (before) await page.setViewportSize(before);
  await settled(page);
}

export const press = async (page: Page, name: string | RegExp): Promise<void> =>
  (await reach(page, portal(page).getByRole("button", { name }).last())).click();

/** The step after the choice of an offer: the phone number, or the tax number if it is not on file. */
export async function expectChosen(page: Page, say: (english: string) => string): Promise<void> {
  const steps = ["Let's verify your personal number", "How does the business file its taxes?"].map(say);
  await expect.poll(async () => steps.includes((await heading(page).textContent()) ?? "")).toBe(true);
}

export const applicationsOf = async (business: Tenant): Promise<string[]> =>
  (await rowsOf(business)).applications.map(({ status }) => status);

/** An owner has applied and opens the portal when everything is decided. */
export async function openOffers(page: Page, language: Language, wishes: Wishes): Promise<Tenant> {
  const business = await applyFor(page, queryOf(language), wishes);
  await expectOffered(business);
  await openFinancing(page, queryOf(language));
  await expect(heading(page)).toHaveText(wordsIn(language)("You're approved!"));
  return business;
}

/** Waits until there are offers for every application of a business. */
export async function expectOffered(business: Tenant): Promise<void> {
  const isOpen = async () => (await applicationsOf(business)).every((status) => status === "WAITING_FOR_ACCEPTANCE");
  await expect.poll(isOpen, { timeout: 180_000 }).toBe(true);
}

/**
 * An owner applies and waits on the page after consent. A decision is held back from the page until `release` is called, and the page's
 * next request for it fails when `loseConnection` is called.
 */
export async function waitForDecision(page: Page, language: Language, wishes: Wishes) {
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
export async function expectTurned(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toBeFocused();
  await expect(portal(page).locator("html")).toHaveAttribute("data-mark", "same page");
  await settled(page);
}
