import { randomUUID } from "node:crypto";
import {
  type Browser,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  test,
} from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { isPageOf } from "./step-up.ts";
import { wordsIn } from "./words.ts";

const inEnglish = (english: string) => english;
const listTitle = "Your application";
const frameTitle = "Larkspur Capital financing";
const frameSelector = `iframe[title="${frameTitle}"]`;
export const portal = (page: Page): FrameLocator => page.frameLocator(frameSelector);
export const heading = (page: Page) => portal(page).getByRole("heading", { level: 1 });

/** A new customer opens an account at Larkspur, the demo partner, and opens financing in it. */
export async function openAccount(
  page: Page,
  query = "",
  email = `rosa-${randomUUID()}@tidewater.example`,
): Promise<{ email: string; name: string }> {
  const name = `Tidewater Bikes ${randomUUID().slice(0, 8)}`;
  isPageOf(page, email);
  await page.request.post(`${demoUrl}/sign-up`, { form: { name, firstName: "Rosa", lastName: "Marín", email } });
  await openFinancing(page, query);
  return { email, name };
}

/** A known customer opens financing on the partner's page and continues at the current step. */
export async function openFinancing(page: Page, query = ""): Promise<void> {
  await page.goto(`${demoUrl}/financing${query}`);
  await expect(heading(page)).toBeVisible();
  const title = await heading(page).textContent();
  for (const say of [inEnglish, wordsIn("es")]) if (title === say(listTitle)) await resume(page, say);
  await settled(page);
}

/** Waits until the frame's height equals its content's and is stable, and the mouse meets it there: a click on a moving element misses it. */
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
  // A click hits what was painted last, in the parent page and in the frame.
  await page.evaluate(drawnTwice);
  await portal(page).locator("html").evaluate(drawnTwice);
  await expect.poll(() => isMetByMouse(page), { intervals: [50] }).toBe(true);
}

/**
 * Whether the mouse at the far corner of the frame's visible part arrives in the frame at that very point. The browser finds the frame under
 * the mouse by what its processes last drew together, which on a busy machine may be older than what either of them shows.
 */
async function isMetByMouse(page: Page): Promise<boolean> {
  const box = await page.locator(frameSelector).boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return false;
  const corner = {
    x: Math.floor(Math.min(box.x + box.width, size.width)) - 2,
    y: Math.floor(Math.min(box.y + box.height, size.height)) - 2,
  };
  // Nothing of the frame is in view.
  if (corner.x <= box.x || corner.y <= box.y) return true;
  const html = portal(page).locator("html");
  const at = { x: corner.x - box.x, y: corner.y - box.y };
  const isOfVendor = await html.evaluate((_, { x, y }) => {
    const note = ({ clientX, clientY }: MouseEvent) => Object.assign(window, { mouseAt: { x: clientX, y: clientY } });
    Object.assign(window, { mouseAt: null });
    addEventListener("mousemove", note, { once: true, capture: true });
    return document.elementFromPoint(x, y)?.tagName === "IFRAME";
  }, at);
  // A vendor's frame within the portal has the mouse to itself.
  if (isOfVendor) return true;
  // The mouse may stand there already, and then would not move.
  await page.mouse.move(corner.x - 1, corner.y);
  await page.mouse.move(corner.x, corner.y);
  const met = await html.evaluate(() => (window as { mouseAt?: { x: number; y: number } | null }).mouseAt ?? null);
  return met !== null && Math.abs(met.x - at.x) <= 1.5 && Math.abs(met.y - at.y) <= 1.5;
}

/** Whether the partner's page shows the portal. */
export const isOpen = async (page: Page): Promise<boolean> => (await page.locator(frameSelector).count()) > 0;

/** Scrolls an element into view before a click, because right after scrolling it may still be painted elsewhere. */
export async function reach(page: Page, target: Locator): Promise<Locator> {
  await target.scrollIntoViewIfNeeded();
  await settled(page);
  return target;
}

/** A browser may draw no frame of a page in which nothing changes, so the wait is limited. */
const drawnTwice = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, 2_000);
  });

async function continuePast(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await (await reach(page, portal(page).locator("#next-step"))).click();
  await expect(heading(page)).not.toHaveText(title);
  await settled(page);
}
/** Passes the page before the first question. */
export const begin = (page: Page, say = inEnglish) => continuePast(page, say("Before you start"));
/** Passes the list of done and open steps, which a returning person sees before the current step. */
export const resume = (page: Page, say = inEnglish) => continuePast(page, say(listTitle));

/** The page of another person, in a browser context of their own. */
export async function newGuest(browser: Browser): Promise<Page> {
  const { viewport } = test.info().project.use;
  return (await browser.newContext({ ...(viewport && { viewport }) })).newPage();
}

/** Closes the other browser contexts after a test. An open page would poll the server for as long as the other tests run. */
export async function closeOtherContexts({
  browser,
  context,
}: {
  browser: Browser;
  context: BrowserContext;
}): Promise<void> {
  for (const other of browser.contexts()) if (other !== context) await other.close();
}
