import { randomUUID } from "node:crypto";
import {
  type Browser,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { wordsIn } from "./words.ts";

const inEnglish = (english: string) => english;
const listTitle = "Your application";
const frameTitle = "Larkspur Capital financing";
export const portal = (page: Page): FrameLocator => page.frameLocator(`iframe[title="${frameTitle}"]`);
export const heading = (page: Page) => portal(page).getByRole("heading", { level: 1 });

/** Somebody new opens an account at Larkspur and financing in it. */
export async function openAccount(
  page: Page,
  query = "",
  email = `rosa-${randomUUID()}@tidewater.example`,
): Promise<{ email: string; name: string }> {
  const name = `Tidewater Bikes ${randomUUID().slice(0, 8)}`;
  await page.request.post(`${demoUrl}/sign-up`, { form: { name, firstName: "Rosa", lastName: "Marín", email } });
  await comeBack(page, query);
  return { email, name };
}

/** Somebody whom the partner's page knows looks at financing, and goes on where their application stands. */
export async function comeBack(page: Page, query = ""): Promise<void> {
  await page.goto(`${demoUrl}/financing${query}`);
  await expect(heading(page)).toBeVisible();
  const title = await heading(page).textContent();
  for (const say of [inEnglish, wordsIn("es")]) if (title === say(listTitle)) await resume(page, say);
  await settled(page);
}

/** Waits until the frame is as tall as what it shows, and stays so: a click at something that still moves goes astray. */
export async function settled(page: Page): Promise<void> {
  const measure = () =>
    portal(page)
      .locator("html")
      .evaluate((html) => ({ overflowPx: html.scrollHeight - window.innerHeight, heightPx: window.innerHeight }));
  let before = -1;
  const isStill = async () => {
    const { overflowPx, heightPx } = await measure();
    const isSame = heightPx === before;
    before = heightPx;
    return overflowPx === 0 && isSame;
  };
  await expect.poll(isStill, { intervals: [100] }).toBe(true);
  // Where a click lands is decided by what was drawn last, in the page around and in the frame.
  await page.evaluate(drawnTwice);
  await portal(page).locator("html").evaluate(drawnTwice);
}

/** Brings something into view before it is pressed: what is pressed right after the page has scrolled may still be drawn elsewhere. */
export async function reach(page: Page, target: Locator): Promise<Locator> {
  await target.scrollIntoViewIfNeeded();
  await settled(page);
  return target;
}

const drawnTwice = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

async function passBy(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await (await reach(page, portal(page).locator("#next-step"))).click();
  await expect(heading(page)).not.toHaveText(title);
  await settled(page);
}
/** Reads what stands before the first question, and goes on. */
export const begin = (page: Page, say = inEnglish) => passBy(page, say("Before you start"));
/** Somebody who has begun comes back: before the step stands what is done and what is left. */
export const resume = (page: Page, say = inEnglish) => passBy(page, say(listTitle));

/** After a test: whoever sat at a browser of their own goes home. An open page would ask our server for as long as the others run. */
export async function sendHome({ browser, context }: { browser: Browser; context: BrowserContext }): Promise<void> {
  for (const other of browser.contexts()) if (other !== context) await other.close();
}
