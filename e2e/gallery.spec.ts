import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { themes } from "../apps/portal/src/gallery/themes.ts";
import { buildPortal, type Files, fulfill } from "./built-portal.ts";

// The tests set the widths themselves and build the gallery once, so one project and one worker are enough.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");
test.describe.configure({ mode: "default" });
// Tracing pages of this length is slow and adds little information.
test.use({ trace: "off" });

// The narrowest width is last, because the overlays are tested at that width.
const widthsPx = [1280, 390, 320];
const galleryUrl = "http://gallery.localhost";
let gallery: Promise<Files> | null = null;

for (const theme of Object.keys(themes)) {
  test(`gallery: all components fit and are accessible in the theme “${theme}”`, async ({ page }) => {
    gallery ??= buildPortal("gallery.html");
    const files = await gallery;
    await page.route(`${galleryUrl}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const body = files.get(pathname);
      if (body === undefined) return route.fulfill({ status: 404 });
      return fulfill(route, pathname, body);
    });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${galleryUrl}/gallery.html?theme=${theme}`);
    // The error summary appears after a submission.
    await page.locator("button[type=submit]").click();
    await expect(page.locator("section:focus")).toBeVisible();

    for (const widthPx of widthsPx) {
      await page.setViewportSize({ width: widthPx, height: 800 });
      await page.screenshot({ path: `.local/screens/gallery-${theme}-${widthPx}.png`, fullPage: true });
      expect.soft(await page.evaluate(layoutErrors), `${widthPx} px`).toEqual([]);
      expect.soft(await seriousViolations(page), `${widthPx} px`).toEqual([]);
    }
    for (const [name, opener] of Object.entries({
      dialog: page.getByRole("button", { name: "Dialog" }),
      drawer: page.getByRole("button", { name: "Drawer" }),
      menu: page.getByRole("button", { name: "Rosa's Bakery LLC" }),
    })) {
      await opener.click();
      await expect(page.getByRole(name === "menu" ? "menu" : "dialog")).toBeVisible();
      await page.screenshot({ path: `.local/screens/gallery-${theme}-${name}.png` });
      expect.soft(await page.evaluate(layoutErrors), name).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });
}

async function seriousViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames and passed rules are not needed, so these options make the analysis three times as fast.
    .setLegacyMode()
    .options({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] })
    .analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Runs in the page. Returns elements that are wider than the window or cut off, and buttons whose text overflows. */
function layoutErrors(): string[] {
  const found: string[] = [];
  const name = (what: string, { tagName, className, textContent }: HTMLElement) =>
    found.push(`${what}: <${tagName.toLowerCase()} class="${className}">${textContent.slice(0, 40)}`);
  if (document.documentElement.scrollWidth > window.innerWidth) found.push("the document scrolls sideways");

  for (const element of document.querySelectorAll<HTMLElement>("body *:not(svg, svg *)")) {
    const { clipPath, overflowX } = getComputedStyle(element);
    // Text for screen readers only is clipped on purpose.
    if (clipPath === "inset(50%)") continue;
    const { left, right } = element.getBoundingClientRect();
    const isOut = left < -0.5 || right > window.innerWidth + 0.5;
    let isHeld = false;
    for (let at = element.parentElement; at && !isHeld; at = at.parentElement) {
      isHeld = getComputedStyle(at).overflowX !== "visible";
    }
    if (isOut && !isHeld) name("leaves the window", element);
    const isCut = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    // A table scrolls horizontally if there is too little room.
    if (isCut && !element.querySelector(":scope > table")) name("is cut off", element);
  }

  for (const button of document.querySelectorAll<HTMLElement>("button, [role=button]")) {
    const box = button.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(button);
    const leaves = [...words.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1,
    );
    if (leaves || button.scrollHeight > button.clientHeight + 1) name("text overflows the button", button);
  }
  return found;
}
