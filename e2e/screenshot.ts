import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";
import { isOpen, portal, settled } from "./demo.ts";
import { expectFits } from "./layout.ts";

/** Saves a screenshot, and checks the page and its frames for accessibility violations, horizontal scrolling and the portal's layout. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `.local/screens/${test.info().project.name}-${name}.png` });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }))).toEqual([]);
  for (const frame of page.frames()) {
    const sidewaysPx = await frame.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sidewaysPx, `${name} does not scroll sideways`).toBeLessThanOrEqual(0);
  }
  if (page.url().startsWith(demoUrl)) {
    await expectFits(page, portal(page), name);
    // The narrowest phone was tried meanwhile.
    if (await isOpen(page)) await settled(page);
  }
  if (page.url().startsWith(portalUrl)) await expectFits(page, page, name);
}
