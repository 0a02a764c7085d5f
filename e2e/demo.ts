import { randomUUID } from "node:crypto";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { demoUrl } from "./addresses.ts";

export const frameTitle = "Larkspur Capital financing";
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
  await expect(heading(page)).toBeVisible();
  return { email, name };
}

/** Somebody whom the partner's page knows looks at financing, and goes on where their application stands. */
export async function comeBack(page: Page, query = ""): Promise<void> {
  await page.goto(`${demoUrl}/financing${query}`);
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
}
