import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, settled } from "./demo.ts";

/** The color of one point of the window, as the browser painted it. */
async function paintedAt(page: Page, x: number, y: number): Promise<string> {
  const png = (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context?.drawImage(image, 0, 0);
    const [red, green, blue] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return `rgb(${red}, ${green}, ${blue})`;
  }, png);
}

for (const theme of ["", "Harvest"]) {
  test(`first paint: the page has the colors of the ${theme || "default"} theme before the business is known`, async ({
    page,
  }) => {
    await openAccount(page);
    const released = Promise.withResolvers<void>();
    await page.route("**/api/v1/**", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`${demoUrl}/financing${theme && `?theme=${theme}`}`);
    const frame = portal(page).locator("html");
    await expect(portal(page).getByRole("status")).toHaveText(/Loading/);
    const colors = () =>
      frame.evaluate((html) => ({
        primary: getComputedStyle(html).getPropertyValue("--primary"),
        paper: getComputedStyle(document.body).backgroundColor,
      }));
    const first = await colors();
    const box = await page.locator("iframe").first().boundingBox();
    expect(await paintedAt(page, (box?.x ?? 0) + 4, (box?.y ?? 0) + 4)).toBe(first.paper);
    released.resolve();
    await expect(heading(page)).toBeVisible();
    expect(await colors()).toEqual(first);
    expect(first.primary).toBe(theme ? "#8a4b12" : "#1f5f8b");
  });
}

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
