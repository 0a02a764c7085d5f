import { expect, type FrameLocator, type Locator, type Page, test } from "@playwright/test";
import type { OnShown, Screen } from "./screen.ts";

const narrowest = 320;
/** A page whose content moves less than this has no visible shift. */
const largestShift = 0.01;
/** Where action bars stay at the foot of the window, as in tokens.css. */
const phoneBelow = 640;

/** Screens that are held to all rules, and saved as `picture` with a number, whenever a person is expected to see one. */
export async function watchScreens(
  page: Page,
  screenOf: (page: Page, onShown: OnShown) => Screen,
  picture: string,
): Promise<Screen> {
  let number = 0;
  await noteScreens(page);
  return screenOf(page, async ({ root, heading }, isMoved) => {
    const name = (await heading.textContent()) ?? "";
    number++;
    const file = `${test.info().project.name}-every-${picture}-${String(number).padStart(2, "0")}`;
    await page.screenshot({ path: `.local/screens/${file}.png` });
    await expectStart({ page, root, heading }, name, isMoved);
    await expectFits(page, root, name);
  });
}

type LayoutOf = { page: Page; root: Page | FrameLocator; heading: Locator };

/**
 * The rules for a screen when it is shown: its height stays and nothing shifts, and the heading is in view and has the focus after a move.
 */
async function expectStart({ page, root, heading }: LayoutOf, name: string, isMoved: boolean): Promise<void> {
  const { heights, shift } = await root.locator("#root").evaluate(watchLayout);
  expect(heights, `${name}: the height stays`).toHaveLength(1);
  expect(shift, `${name}: the content does not shift`).toBeLessThanOrEqual(largestShift);
  if (isMoved) await expect(heading, `${name}: the heading has the focus`).toBeFocused();
  await expectInView(heading, sizeOf(page).height, `${name}: the heading is in view`);
}

/** The rules for a screen at any time: one primary action at most, in view on a phone, and no overflow on the narrowest phone. */
export async function expectFits(page: Page, root: Page | FrameLocator, name: string): Promise<void> {
  const size = sizeOf(page);
  const primary = root.locator("main button.bg-primary").filter({ visible: true });
  const primaries = await primary.count();
  expect(primaries, `${name}: one primary action at most`).toBeLessThanOrEqual(1);
  // A frame is as tall as its content, and the primary action stands at its end.
  const isFramed = root !== page;
  if (primaries === 1 && size.width < phoneBelow && !isFramed)
    await expectInView(primary, size.height, `${name}: the primary action is in view`);

  // A wide window would show the same at this width.
  if (size.width >= phoneBelow) return;
  await page.setViewportSize({ width: narrowest, height: size.height });
  for (const frame of page.frames()) {
    const overflow = () => frame.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `${name}: no overflow at ${narrowest} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

function sizeOf(page: Page) {
  const size = page.viewportSize();
  if (!size) throw new Error("The window has no fixed size.");
  return size;
}

/**
 * Notes in each document of the page when the last screen was drawn. Only what moves after that is a shift: the footer of a page moves
 * when another screen takes the place of a longer one, and a list grows when a person adds to it.
 */
async function noteScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let before: string | null = null;
    const look = () => {
      const title = document.querySelector("h1")?.textContent ?? null;
      // The frame after the one that draws the screen.
      if (title !== before) requestAnimationFrame(() => Object.assign(window, { screenDrawnAt: performance.now() }));
      before = title;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function expectInView(target: Locator, windowHeight: number, message: string): Promise<void> {
  const isInView = async () => {
    const box = await target.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= windowHeight;
  };
  await expect.poll(isInView, message).toBe(true);
}

/** The heights of the content in the next frames, and how far content has shifted without input since the screen was drawn. */
async function watchLayout(content: HTMLElement): Promise<{ heights: number[]; shift: number }> {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const shifts: Shift[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
  observer.observe({ type: "layout-shift", buffered: true });
  const heights = new Set<number>();
  for (let frames = 0; frames < 20; frames++) {
    heights.add(content.offsetHeight);
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      // A browser may draw no frame of a page in which nothing changes.
      setTimeout(resolve, 1_000);
    });
  }
  observer.disconnect();
  const { screenDrawnAt: since = 0 } = window as { screenDrawnAt?: number };
  const counted = shifts.filter(({ hadRecentInput, startTime }) => !hadRecentInput && startTime > since);
  return { heights: [...heights], shift: counted.reduce((sum, { value }) => sum + value, 0) };
}
