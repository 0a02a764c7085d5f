import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, settled } from "./demo.ts";

const harvest = { primary: "#8a4b12", paper: "rgb(253, 248, 241)" };

type Clip = { x: number; y: number; width: number; height: number };

/** What the browser painted in a part of the window: the color of its first pixel, and how many pixels are not gray. */
async function painted(page: Page, clip: Clip): Promise<{ first: string; colored: number }> {
  const png = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    let colored = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 2) colored++;
    }
    return { first: `rgb(${pixels[0]}, ${pixels[1]}, ${pixels[2]})`, colored };
  }, png);
}

/** How many pixels of the frame that are in view are not gray. The partner's page behind it is white, with a colored edge around the frame. */
async function coloredPixels(page: Page): Promise<number> {
  const box = await page.locator("iframe").first().boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (!box) throw new Error("The page has no frame.");
  const [x, y] = [Math.ceil(box.x) + edgePx, Math.ceil(box.y) + edgePx];
  const right = Math.min(box.x + box.width, width) - edgePx;
  const bottom = Math.min(box.y + box.height, height) - edgePx;
  return (await painted(page, { x, y, width: Math.floor(right - x), height: Math.floor(bottom - y) })).colored;
}
const edgePx = 8;

/** Opens financing and holds every answer of the API back until the returned function is called. */
async function openWithoutAnswers(page: Page, query = ""): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/api/v1/**", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${demoUrl}/financing${query}`);
  await expect(portal(page).getByRole("status")).toHaveText(/Loading/);
  return released.resolve;
}
const themeOf = (page: Page) =>
  portal(page)
    .locator("html")
    .evaluate((html) => ({
      primary: getComputedStyle(html).getPropertyValue("--primary"),
      paper: getComputedStyle(document.body).backgroundColor,
    }));

test("first paint: the page has the colors of the theme that the partner names before the business is known", async ({
  page,
}) => {
  await openAccount(page);
  const release = await openWithoutAnswers(page, "?theme=Harvest");
  const first = await themeOf(page);
  const box = await page.locator("iframe").first().boundingBox();
  const corner = { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 4, width: 1, height: 1 };
  expect((await painted(page, corner)).first).toBe(first.paper);
  release();
  await expect(heading(page)).toBeVisible();
  expect(await themeOf(page)).toEqual(first);
  expect(first).toEqual(harvest);
});

test("first paint: a business with a theme of its own sees no color of the platform's default theme", async ({
  page,
}) => {
  await openAccount(page);
  await (await applicantOf(page)).ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await openFinancing(page, "?theme=Harvest");
  await saved;
  const release = await openWithoutAnswers(page);
  expect(await coloredPixels(page)).toBe(0);
  release();
  await expect(heading(page)).toBeVisible();
  expect(await themeOf(page)).toEqual(harvest);
  expect(await coloredPixels(page)).toBeGreaterThan(0);
});

test("screen start: an error summary is in view and focused", async ({ page }) => {
  await openAccount(page);
  await (await applicantOf(page)).answerUntil("ONBOARDING.COLLECT_BUSINESS_DETAILS");
  await openFinancing(page);
  await settled(page);
  await portal(page).locator("#next-step").click();
  const summary = portal(page).getByRole("region", { name: "Please check these answers" });
  await expect(summary).toBeFocused();
  await expect.poll(async () => (await summary.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
});
