import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, settled } from "./demo.ts";
import { answersOnLongestPath, longestPath } from "./journey.ts";

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

/** Where the heading is in the window of the host's page. */
const headingBox = async (page: Page) => {
  const box = await heading(page).boundingBox();
  return { top: box?.y ?? -1, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
};

test("screen start: after every step the heading is in view and focused, and the frame keeps its height", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openAccount(page);
  const applicant = await applicantOf(page);
  const windowHeight = page.viewportSize()?.height ?? 0;
  for (const [step, question] of Object.entries(longestPath)) {
    await applicant.answerUntil(step, { ...answersOnLongestPath });
    await page.goto(`${demoUrl}/financing`);
    await expect(heading(page)).toBeVisible();
    const isList = (await heading(page).textContent()) === "Your application";
    // From the end of the page, as after a long form.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    if (isList) await portal(page).locator("#next-step").click();
    await expect(heading(page)).toHaveText(question);
    const heights = await portal(page)
      .locator("html")
      .evaluate(async () => {
        const seen = new Set<number>();
        for (let frames = 0; frames < 60; frames++) {
          seen.add(document.getElementById("root")?.offsetHeight ?? 0);
          await new Promise(requestAnimationFrame);
        }
        return [...seen];
      });
    expect(heights, `${step}: heights of the frame`).toHaveLength(1);
    if (!isList) continue;
    await expect(heading(page)).toBeFocused();
    await expect.poll(async () => (await headingBox(page)).top, step).toBeGreaterThanOrEqual(0);
    expect((await headingBox(page)).bottom, step).toBeLessThanOrEqual(windowHeight);
  }
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
